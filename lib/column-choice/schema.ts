import { z } from 'zod'
import { GUEST_TEXT_FIELDS, type GuestTextField } from '@/db/catalogue/guests'

/**
 * Text fields of a guest with a column of their own in the guest list. The reason of a ban has the
 * column `ban`.
 */
type ListedText = Exclude<GuestTextField, 'name' | 'banReason'>

const isListed = (field: GuestTextField): field is ListedText =>
  field !== 'name' && field !== 'banReason'

export type GuestColumn = ListedText | 'tag' | 'bought' | 'entered' | 'ban'

/** Columns for a user who has not chosen any. */
export const DEFAULT_GUEST_COLUMNS: GuestColumn[] = [
  'surname',
  'jmbag',
  'tag',
  'email',
  'bought',
  'entered',
]

/**
 * The columns of the guest list after the first name, in their order. Text fields that are added to
 * the catalogue later come last.
 */
export const GUEST_COLUMNS: GuestColumn[] = [
  ...new Set<GuestColumn>([
    'surname',
    'jmbag',
    'tag',
    'email',
    'phone',
    'bought',
    'entered',
    'note',
    'ban',
    ...GUEST_TEXT_FIELDS.filter(isListed),
  ]),
]

export const listParam = z.object({ list: z.enum(['guest-list'], 'Nepoznat popis.') })

const columns = z
  .array(z.enum(GUEST_COLUMNS, 'Nepoznat stupac.'), 'Odaberite stupce.')
  .max(GUEST_COLUMNS.length)
  .nullable()

/** Columns to show, in any order; null means the default columns. */
export const columnsBody = z.object({ columns }, 'Odaberite stupce.')

/** Columns that the user has chosen; null means the default columns. */
export const columnsResponse = z.object({ columns })
