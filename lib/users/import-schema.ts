import { cell, rowOf } from '@/lib/spreadsheet/schema'
import { USER_MESSAGES } from './messages'
import { emailInput } from './schema'

/** A row of the user import (spec section 5); an empty name is filled at the first sign-in. */
export const userImportRow = rowOf({
  name: cell.refine((text) => text.length <= 100, 'Ime je predugačko'),
  email: cell.pipe(emailInput),
  privilege: cell
    .refine((text) => /^[0-4]$/.test(text), USER_MESSAGES.badPrivilege)
    .transform(Number),
})
