/** The slug of its sponsor stands before the label of a sponsor guest's tag (spec section 9). */
const SLUG_LENGTH = 36
const SLUG = /^[0-9a-f]{8}-[0-9a-f]{4}-1[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/

/** A tag as a person reads it: the company's name, never the key to its list. */
export const tagLabel = (tag: string) =>
  SLUG.test(tag) ? tag.slice(SLUG_LENGTH).trim() || 'Sponzor' : tag

const CONFIRMATION_CODE = new RegExp(`${SLUG.source}$`)

/** What the ticket's QR code must hold: a UUID of version 1 (spec section 5). */
export const isConfirmationCode = (text: string) =>
  CONFIRMATION_CODE.test(text.trim().toLowerCase())

/** The desk lists nothing at this many matches or more (spec section 5). */
export const TOO_MANY_MATCHES = 20

/** The entry search starts with more than this many characters (spec section 5). */
export const ENTRY_SEARCH_MINIMUM = 2

export const canBuy = (guest: { name: string; surname: string }) =>
  guest.name.trim() !== '' && guest.surname.trim() !== ''
