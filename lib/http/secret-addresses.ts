// Next.js's settings, proxy.ts and the door share these.

/** Said where the address itself is a key: no referrer and no index may keep it. */
export const SECRET_HEADERS = [
  { key: 'Referrer-Policy', value: 'no-referrer' },
  { key: 'X-Robots-Tag', value: 'noindex, nofollow' },
]

/** The calls whose address holds the key of a sponsor's list, or a ticket. */
export const SECRET_PATHS = ['/api/sponsors/public/', '/api/wallet/']

/** Whether the address of a call holds such a key, with and without a slash before the question. */
export const isSecretCall = (url: string): boolean => {
  const path = `${url.replace(/[?#].*/s, '')}/`
  return SECRET_PATHS.some((calls) => path.startsWith(calls))
}

/** The request header by which proxy.ts says that nothing is at an address (next.config.ts). */
export const NOT_THERE = 'x-not-there'

const KEY = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}'
const ENDS_IN_SENTENCE = new RegExp(`^(/(?:karta|sponzori)/${KEY})(?!/?$)[^\\da-z-]+$`, 'i')

/**
 * Returns the address of a ticket or a sponsor's list that was copied with the end of a sentence:
 * a full stop, comma, bracket, quotation mark or space. Null for every other address.
 */
export function meantAddress(path: string): string | null {
  try {
    return ENDS_IN_SENTENCE.exec(decodeURIComponent(path))?.[1] ?? null
  } catch {
    return null
  }
}
