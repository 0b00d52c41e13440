import { isConfirmationCode } from '@/lib/guests/rules'
import { plainDigits } from '@/lib/text/clean'

/** A ticket as its page shows it. Everyone who has the URL of the page has the ticket. */
export interface Ticket {
  guestId: number
  name: string
  surname: string
  /** `pass` for the guest of a sponsor. */
  kind: 'ticket' | 'pass'
  /**
   * Public name of the guest list: of the tag or of the sponsor, never the sponsor's slug, which is
   * a secret.
   */
  list: string
  code: string
  /** Time at which the guest came in, as an ISO instant; null outside. */
  enteredAt: string | null
}

/** Code that no ticket has: a UUID without a valid version. */
const UNUSED_CODE = '00000000-0000-0000-0000-000000000000'

/**
 * Returns the code for the database query. A text that is no code becomes a code that no ticket
 * has, so that every wrong code takes the same query.
 */
export const normalizeCode = (text: string) =>
  isConfirmationCode(text) ? text.trim().toLowerCase() : UNUSED_CODE

export const LOST_TICKET_MESSAGES = {
  who: 'Upiši JMBAG (10 znamenki) ili e-mail adresu na koju je karta stigla.',
  /** Shown in every case, so that the response does not reveal who has a ticket (rule 7.14). */
  sent: 'Ako karta postoji, poslali smo je.',
  tooMany: 'Previše je ljudi odjednom tražilo kartu. Pokušaj ponovno za nekoliko minuta.',
  noDoors: 'Još nije poznato kad se otvaraju vrata.',
}

/**
 * Returns the search terms for a JMBAG or an e-mail address. An address may be stored, or it may be
 * a student address, whose digits are part of the JMBAG.
 */
export function lostTicketSearch(who: string, studentDomain: string) {
  const number = plainDigits(who)
  if (/^\d{10}$/.test(number)) return { jmbag: number, email: null, digits: null }
  const derived = /^\D{0,4}(\d{9}|\d{5})@(.+)$/.exec(who)
  const digits = derived?.[2] === studentDomain.toLowerCase() ? (derived[1] ?? null) : null
  return { jmbag: null, email: who, digits }
}

/** Croatian names of a ticket, by its kind. */
export const TICKET_LABELS = { ticket: 'Ulaznica', pass: 'Propusnica' } as const
