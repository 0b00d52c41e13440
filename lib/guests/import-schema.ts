import { z } from 'zod'
import { cell, flagCell, rowOf } from '@/lib/spreadsheet/schema'
import { GUEST_MESSAGES } from './messages'

/**
 * A number cell of a spreadsheet has lost the zeros at the front of its JMBAG; text has not.
 * Numbers with fewer than eight digits are no JMBAG that lost two zeros.
 */
const jmbagCell = z
  .preprocess(
    (value) =>
      typeof value === 'number' && /^\d{8,9}$/.test(String(value))
        ? String(value).padStart(10, '0')
        : value,
    cell,
  )
  .refine((text) => /^(\d{10})?$/.test(text), GUEST_MESSAGES.badJmbag)
  .transform((text) => text || null)

const emailCell = cell
  .transform((text) => text.toLowerCase())
  .pipe(z.union([z.literal(''), z.email(GUEST_MESSAGES.badEmail)], GUEST_MESSAGES.badEmail))
  .transform((text) => text || null)

/**
 * A row of the guest import (spec section 5). `tag` '' stands for the freshers' list, and
 * `bought` null for what is usual there: no ticket, but on a sponsor's list a ticket.
 */
export const guestImportRow = rowOf({
  name: cell.refine((text) => text.length <= 100, 'Ime je predugačko'),
  surname: cell.refine((text) => text.length <= 100, 'Prezime je predugačko'),
  jmbag: jmbagCell,
  email: emailCell,
  tag: cell,
  bought: flagCell,
  entered: flagCell.transform((flag) => flag ?? false),
})
  .refine(
    (row) => row.name !== '' || row.surname !== '' || row.jmbag !== null,
    'Nema ni imena ni JMBAG-a',
  )
  .refine((row) => row.bought !== true || (row.name !== '' && row.surname !== ''), {
    path: ['bought'],
    error: GUEST_MESSAGES.nameMissing,
  })

export type GuestImportRow = z.output<typeof guestImportRow>
