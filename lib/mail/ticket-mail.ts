import { getConfig } from '@/lib/config/settings'
import type { Addressee } from '@/lib/students/email'
import { ticketAddress } from '@/lib/students/email'

export const confirmationAddress = (guest: Addressee): string =>
  ticketAddress(guest, getConfig().STUDENT_EMAIL_DOMAIN)

/** Returns template, address and name for the confirmation mail of a ticket. */
export const confirmationMail = (guest: Addressee) => ({
  template: 'ticket-confirmation',
  toMail: confirmationAddress(guest),
  name: `${guest.name} ${guest.surname}`,
})
