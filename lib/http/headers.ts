/** What every answer of the site says to a browser, of page and call alike. */
export const SECURITY_HEADERS = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'SAMEORIGIN' },
  // No list of script sources: static pages bear inline scripts, and the ticket widget any it likes.
  { key: 'Content-Security-Policy', value: "base-uri 'self'; frame-ancestors 'self'" },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  { key: 'Permissions-Policy', value: 'camera=(self), geolocation=(self), microphone=()' },
]

/** Said besides where the address itself is a key: no referrer and no index may keep it. */
export const SECRET_HEADERS = [
  { key: 'Referrer-Policy', value: 'no-referrer' },
  { key: 'X-Robots-Tag', value: 'noindex, nofollow' },
]

/** The calls whose address holds the key of a sponsor's list, or a ticket. */
export const SECRET_CALLS = ['/api/sponsors/public/', '/api/wallet/']
