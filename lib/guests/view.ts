import type { GuestRow } from '@/db/queries/guests'
import { getConfig } from '@/lib/config'
import { studentEmail } from '@/lib/signups/rules'
import { tagLabel } from './rules'
import type { Guest } from './schema'

const flag = (at: string | null) => (at === null ? '0' : '1')

/** A stored guest as the API shows one; the row itself never leaves the server. */
export function viewGuest(row: GuestRow): Guest {
  const { listId: _list, version: _version, boughtAt, enteredAt, bannedAt, jmbag, ...rest } = row
  return {
    ...rest,
    jmbag: jmbag ?? '',
    bought: flag(boughtAt),
    entered: flag(enteredAt),
    boughtTicketTime: boughtAt,
    enteredTime: enteredAt,
    banned: flag(bannedAt),
    bannedTime: bannedAt,
  }
}

/**
 * A guest as the record of who did what tells of one: the code itself and the key to a
 * sponsor's list are nobody's to read there.
 */
export function recorded(guest: Guest) {
  const { confCode: _code, boughtTicketTime: _bought, enteredTime: _entered, ...others } = guest
  const { banned: _banned, bannedTime: _since, ...rest } = others
  return { ...rest, tag: tagLabel(guest.tag) }
}

interface Addressee {
  name: string
  surname: string
  jmbag: string | null
  email: string | null
}

/**
 * The guest's own address, otherwise the one the university gives (decisions.md, Tickets);
 * '' where there is neither.
 */
export function confirmationAddress(guest: Addressee): string {
  if (guest.email) return guest.email
  if (!guest.jmbag) return ''
  return studentEmail({ ...guest, jmbag: guest.jmbag }, getConfig().STUDENT_EMAIL_DOMAIN)
}

/** The mail that a ticket brings with it. */
export const confirmation = (guest: Addressee) => ({
  template: 'ticket-confirmation',
  toMail: confirmationAddress(guest),
  name: `${guest.name} ${guest.surname}`,
})
