import { getConfig } from '@/lib/config'
import { studentEmail } from '@/lib/signups/rules'

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
