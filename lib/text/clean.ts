/** Marks that no person sees: soft hyphens, joiners, directions of writing, byte order marks. */
// biome-ignore lint/suspicious/noMisleadingCharacterClass: each mark by itself is meant
const UNSEEN = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]+/g

export const withoutUnseen = (text: string) => text.replace(UNSEEN, '')

/** Characters that XML forbids, so that no spreadsheet opens a file with them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

export const isWritable = (text: string) => !UNWRITABLE.test(text)

export const withoutUnwritable = (text: string) => text.replace(new RegExp(UNWRITABLE, 'g'), '')

/** Digits as they were copied from an e-mail or a web page: without spaces and unseen marks. */
export const plainDigits = (text: string) => withoutUnseen(text).replace(/\s+/g, '')

/**
 * A telephone number with the spaces, hyphens and digits of a keyboard, whatever it was copied
 * from; `(+385) 91` loses its brackets.
 */
export const plainPhone = (text: string) =>
  withoutUnseen(text.normalize('NFKC'))
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\( *(\+\d+) *\)/, '$1')
