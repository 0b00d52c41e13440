import { z } from 'zod'

/** What can be seen of a guest in the guest list beside the first name, as the columns stand. */
export const GUEST_COLUMNS = [
  'surname',
  'jmbag',
  'tag',
  'email',
  'phone',
  'bought',
  'entered',
  'note',
  'ban',
] as const

export type GuestColumn = (typeof GUEST_COLUMNS)[number]

/** What is seen by whoever has chosen nothing. */
export const DEFAULT_GUEST_COLUMNS: GuestColumn[] = [
  'surname',
  'jmbag',
  'tag',
  'email',
  'bought',
  'entered',
]

export const listParam = z.object({ list: z.enum(['guest-list'], 'Nepoznat popis.') })

const columns = z
  .array(z.enum(GUEST_COLUMNS, 'Nepoznat stupac.'), 'Odaberite stupce.')
  .max(GUEST_COLUMNS.length)
  .nullable()

/** What is to be shown, in any order and each once; null for what is usual. */
export const columnsBody = z.object({ columns }, 'Odaberite stupce.')

/** What somebody has chosen for themselves; null for what is usual. */
export const columnsResponse = z.object({ columns })
