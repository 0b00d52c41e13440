/** Invisible characters: soft hyphens, joiners, direction marks, byte order marks. */
// biome-ignore lint/suspicious/noMisleadingCharacterClass: matches each character alone
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]+/g

export const withoutInvisible = (text: string) => text.replace(INVISIBLE, '')

/** Whether a text has only spaces and invisible characters. */
export const isBlank = (text: string) => withoutInvisible(text).trim() === ''

/** Characters that XML forbids. A spreadsheet program refuses to open a file that contains them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

export const isValidInXml = (text: string) => !NOT_IN_XML.test(text)

export const withoutInvalidXml = (text: string) => text.replace(new RegExp(NOT_IN_XML, 'g'), '')

/**
 * Returns a text of another system as one line of at most 500 characters. Leaves out control
 * characters and halves of characters, which PostgreSQL cannot store.
 */
export const foreignLine = (text: string) =>
  [...text.replace(/[\p{Cc}\p{Cf}\p{Cs}\uFFFD\s]+/gu, ' ').trim()].slice(0, 500).join('')

/** Removes the spaces and invisible characters of digits copied from an e-mail or a web page. */
export const plainDigits = (text: string) => withoutInvisible(text).replace(/\s+/g, '')

/**
 * Rewrites a copied telephone number with plain spaces, hyphens and digits. `(+385) 91` loses its
 * brackets.
 */
export const plainPhone = (text: string) =>
  withoutInvisible(text.normalize('NFKC'))
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\( *(\+\d+) *\)/, '$1')
