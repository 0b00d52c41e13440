// Paths that contain a secret, shared by next.config.ts, proxy.ts and the server.

/** Headers for a URL that contains a secret: no Referer and no search index may store it. */
export const SECRET_HEADERS = [
  { key: 'Referrer-Policy', value: 'no-referrer' },
  { key: 'X-Robots-Tag', value: 'noindex, nofollow' },
]

/** Path prefixes of endpoints whose URL contains the slug of a sponsor list or the code of a ticket. */
export const SECRET_PATHS = ['/api/sponsors/public/', '/api/wallet/']

/**
 * Whether the URL of a request starts with one of SECRET_PATHS, with or without a slash at the end
 * of its path.
 */
export const isSecretUrl = (url: string): boolean => {
  const path = `${url.replace(/[?#].*/s, '')}/`
  return SECRET_PATHS.some((prefix) => path.startsWith(prefix))
}

/** Request header by which proxy.ts marks an unknown path; next.config.ts then serves the 404 page. */
export const NOT_FOUND_HEADER = 'x-not-there'

const UUID = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}'
const ENDS_IN_SENTENCE = new RegExp(`^(/(?:karta|sponzori)/${UUID})(?!/?$)[^\\da-z-]+$`, 'i')

/**
 * Returns the path of a ticket or a sponsor list without the punctuation that was copied with it:
 * a full stop, comma, bracket, quotation mark or space. Null for every other path.
 */
export function withoutSentenceEnd(path: string): string | null {
  try {
    return ENDS_IN_SENTENCE.exec(decodeURIComponent(path))?.[1] ?? null
  } catch {
    return null
  }
}
