import { isConfirmationCode } from '@/lib/guests/rules'
import { plainDigits } from '@/lib/text/clean'

/** A ticket as its bearer may see it: whoever has the address has the ticket. */
export interface Ticket {
  guestId: number
  name: string
  surname: string
  /** A sponsor's guest comes by a pass. */
  kind: 'ticket' | 'pass'
  /** The list in public words: the tag's name or the sponsor's, never the key to its list. */
  list: string
  code: string
  /** Inside since, as an ISO instant. */
  enteredAt: string | null
}

/** Has the form of a UUID, but of no version, so that it is no ticket's code. */
const NOBODYS_CODE = '00000000-0000-0000-0000-000000000000'

/** The code to ask the database for: what is none costs the same question, and finds nothing. */
export const normalizeCode = (text: string) =>
  isConfirmationCode(text) ? text.trim().toLowerCase() : NOBODYS_CODE

export const LOST_TICKET_MESSAGES = {
  who: 'Upiši JMBAG (10 znamenki) ili e-mail adresu na koju je karta stigla.',
  /** To everybody: nobody learns here who has a ticket. */
  sent: 'Ako karta postoji, poslali smo je.',
  tooMany: 'Previše je ljudi odjednom tražilo kartu. Pokušaj ponovno za nekoliko minuta.',
  noDoors: 'Još nije poznato kad se otvaraju vrata.',
}

/** Whom `who`, a JMBAG or an address, may mean: an address may be stored, or follow from a JMBAG. */
export function lostTicketSearch(who: string, studentDomain: string) {
  const number = plainDigits(who)
  if (/^\d{10}$/.test(number)) return { jmbag: number, email: null, digits: null }
  const derived = /^\D{0,4}(\d{9}|\d{5})@(.+)$/.exec(who)
  const digits = derived?.[2] === studentDomain.toLowerCase() ? (derived[1] ?? null) : null
  return { jmbag: null, email: who, digits }
}

/** What a ticket is called, by its kind. */
export const TICKET_LABELS = { ticket: 'Ulaznica', pass: 'Propusnica' } as const
