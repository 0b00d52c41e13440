import { GUESTS, IMPORTED_TEXTS } from '@/db/catalogue/guests'
import { foldName } from '@/lib/text/fold'
import { keysOf, recordOf } from '@/lib/text/keys'

// Rules for spreadsheets of faculties, which name and order their columns freely.

const FIRST = ['name', 'surname', 'jmbag', 'email'] as const

type LaterText = Exclude<(typeof IMPORTED_TEXTS)[number], (typeof FIRST)[number]>

/** Text fields that the menu lists after the fields of the ticket. */
const LATER_TEXTS = IMPORTED_TEXTS.filter(
  (field): field is LaterText => !FIRST.some((first) => first === field),
)

/** Kinds of columns with their Croatian labels, in the order of the menu. */
export const COLUMN_LABELS = {
  name: GUESTS.name.label,
  surname: GUESTS.surname.label,
  nameSurname: 'Ime i prezime',
  surnameName: 'Prezime i ime',
  jmbag: GUESTS.jmbag.label,
  email: GUESTS.email.label,
  tag: 'Popis (tag)',
  bought: 'Ima kartu (da/ne)',
  entered: 'Ušao (da/ne)',
  ...recordOf(LATER_TEXTS, (field): string => GUESTS[field].label),
  confCode: GUESTS.confCode.label,
  boughtTicketTime: 'Vrijeme kupnje',
  enteredTime: 'Vrijeme ulaska',
}

export type ColumnKind = keyof typeof COLUMN_LABELS
export const COLUMN_KINDS = keysOf(COLUMN_LABELS)

const WHOLE_NAME_KINDS: ColumnKind[] = ['nameSurname', 'surnameName']
const IDENTIFYING_KINDS: ColumnKind[] = [
  ...WHOLE_NAME_KINDS,
  'name',
  'surname',
  'jmbag',
  'confCode',
]

export const isWholeName = (kind: string) => WHOLE_NAME_KINDS.includes(kind as ColumnKind)

/**
 * Returns the first error of a column mapping: a message, and the columns at fault. Null if the
 * mapping is valid.
 */
export function columnsProblem<C extends { column: number; field: ColumnKind | '' }>(
  columns: C[],
): { sentence: string; columns: number[] } | null {
  const mapped = columns.filter(
    (column): column is C & { field: ColumnKind } => column.field !== '',
  )
  for (const { field } of mapped) {
    const same = mapped.filter((column) => column.field === field)
    const sentence = `Dva stupca ne mogu oba biti „${COLUMN_LABELS[field]}”. Jedan preskočite.`
    if (same.length > 1) return { sentence, columns: same.map(({ column }) => column) }
  }
  const names = mapped.filter(({ field }) => isWholeName(field))
  const parts = mapped.filter(({ field }) => field === 'name' || field === 'surname')
  if (names.length > 1 || (names.length > 0 && parts.length > 0))
    return {
      sentence:
        'Ime i prezime stoje ili u jednom stupcu ili svako u svom. Jedan od njih preskočite.',
      columns: [...names, ...parts].map(({ column }) => column),
    }
  if (!mapped.some(({ field }) => IDENTIFYING_KINDS.includes(field)))
    return {
      sentence: 'Odaberite u kojem je stupcu ime i prezime ili JMBAG: po njima se zna tko je gost.',
      columns: [],
    }
  return null
}

/** Returns a heading in the form for comparisons: without case, diacritics and punctuation. */
export const plainHeading = (text: string) =>
  foldName(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const YES =
  /^(da|d|yes|y|x|1|true|istina|\+|[✓✔☑✅]|ima|jest|placen[oa]?|uplacen[oa]?|kupljen[oa]?|kupi(o|la)|plati(o|la)|usa?o|usla|uso|dos(ao|la)|unutra)$/
const NO = /^(ne|n|no|0|false|laz|-|–|—|[✗✘☐❌]|nema|nije|nije .+|neplacen[oa]?)$/

/** Returns whether the text of a cell means yes or no; null for other texts. */
export function readFlag(text: string): boolean | null {
  const word = foldName(text).replace(/[.!]$/, '')
  return YES.test(word) ? true : NO.test(word) ? false : null
}
