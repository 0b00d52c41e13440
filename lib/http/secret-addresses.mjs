// What the framework's settings share with the door. Plain JavaScript: to read TypeScript the server
// would load the framework's compiler at each start and keep it, 26 MB of an instance.

/** Said where the address itself is a key: no referrer and no index may keep it. */
export const SECRET_HEADERS = [
  { key: 'Referrer-Policy', value: 'no-referrer' },
  { key: 'X-Robots-Tag', value: 'noindex, nofollow' },
]

/** The calls whose address holds the key of a sponsor's list, or a ticket. */
export const SECRET_CALLS = ['/api/sponsors/public/', '/api/wallet/']

/** Whether the address of a call holds such a key, with and without a slash before the question. */
export const isSecretCall = (url) => {
  const path = `${url.replace(/[?#].*/s, '')}/`
  return SECRET_CALLS.some((calls) => path.startsWith(calls))
}

/** The request header by which proxy.ts says that nothing is at an address (next.config.mjs). */
export const NOT_THERE = 'x-not-there'

const KEY = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}'
const ENDS_IN_SENTENCE = new RegExp(`^(/(?:karta|sponzori)/${KEY})(?!/?$)[^\\da-z-]+$`, 'i')

/**
 * Returns the address of a ticket or a sponsor's list that was copied with the end of a sentence:
 * a full stop, comma, bracket, quotation mark or space. Null for every other address.
 * @param {string} path
 * @returns {string | null}
 */
export function meantAddress(path) {
  try {
    return ENDS_IN_SENTENCE.exec(decodeURIComponent(path))?.[1] ?? null
  } catch {
    return null
  }
}
