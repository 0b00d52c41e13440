import { foldName } from '@/lib/text/fold'
import { isFirstName } from './first-names'
import { GUEST_TEXTS } from './texts'

// How the table of a faculty is read, which names and sorts its columns as it likes.

/** What a column of such a table can be, in the order in which a person chooses from them. */
export const COLUMN_WORDS = {
  name: 'Ime',
  surname: 'Prezime',
  nameSurname: 'Ime i prezime',
  surnameName: 'Prezime i ime',
  jmbag: 'JMBAG',
  email: 'E-mail',
  tag: 'Popis (tag)',
  bought: 'Ima kartu (da/ne)',
  entered: 'Ušao (da/ne)',
  phone: GUEST_TEXTS.phone.label,
  note: GUEST_TEXTS.note.label,
  banReason: GUEST_TEXTS.banReason.label,
  confCode: 'Kod karte',
  boughtTicketTime: 'Vrijeme kupnje',
  enteredTime: 'Vrijeme ulaska',
}

export type ColumnKind = keyof typeof COLUMN_WORDS
export const COLUMN_KINDS = Object.keys(COLUMN_WORDS) as ColumnKind[]

const WHOLE: ColumnKind[] = ['nameSurname', 'surnameName']
const TELLING: ColumnKind[] = [...WHOLE, 'name', 'surname', 'jmbag', 'confCode']

export const isWholeName = (kind: string) => WHOLE.includes(kind as ColumnKind)

/** What is wrong with what the columns are said to be, and which of them are at fault; null: nothing. */
export function wrongColumns<C extends { column: number; field: ColumnKind | '' }>(
  columns: C[],
): { sentence: string; columns: number[] } | null {
  const told = columns.filter(({ field }) => field !== '')
  for (const { field } of told) {
    const same = told.filter((one) => one.field === field)
    const sentence = `Dva stupca ne mogu oba biti „${COLUMN_WORDS[field as ColumnKind]}”. Jedan preskočite.`
    if (same.length > 1) return { sentence, columns: same.map(({ column }) => column) }
  }
  const names = told.filter(({ field }) => isWholeName(field))
  const parts = told.filter(({ field }) => field === 'name' || field === 'surname')
  if (names.length > 1 || (names.length > 0 && parts.length > 0))
    return {
      sentence:
        'Ime i prezime stoje ili u jednom stupcu ili svako u svom. Jedan od njih preskočite.',
      columns: [...names, ...parts].map(({ column }) => column),
    }
  if (!told.some(({ field }) => TELLING.includes(field as ColumnKind)))
    return {
      sentence: 'Odaberite u kojem je stupcu ime i prezime ili JMBAG: po njima se zna tko je gost.',
      columns: [],
    }
  return null
}

/** A text as headings are compared: without case, marks and punctuation. */
export const plainHeading = (text: string) =>
  foldName(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

type Order = 'nameSurname' | 'surnameName'

const wordsOf = (text: string) => text.replace(/\s+/g, ' ').trim().split(' ').filter(Boolean)

/** Written in capitals, as surnames often are beside a name that is not. */
const isLoud = (word: string) =>
  word.length > 1 && word === word.toUpperCase() && /\p{Lu}/u.test(word)

/**
 * Which words of a name are which. A comma or capitals say it by themselves; otherwise one word is
 * the name, with those beside it that are known as first names, and at least one stays a surname.
 */
export function splitName(text: string, order: Order): { name: string; surname: string } {
  const [before = '', after] = text.split(',', 2).map((part) => wordsOf(part).join(' '))
  if (after) return { name: after, surname: before }
  const words = wordsOf(before)
  const told = (name: string[], surname: string[]) => ({
    name: name.join(' '),
    surname: surname.join(' '),
  })
  const loud = words.filter(isLoud)
  if (loud.length > 0 && loud.length < words.length)
    return told(
      words.filter((word) => !isLoud(word)),
      loud,
    )
  const isFirst = order === 'nameSurname'
  const row = isFirst ? words : words.toReversed()
  let names = Math.min(1, row.length)
  while (names < row.length - 1 && isFirstName(row[names] ?? '')) names++
  if (row.length === 1 && !isFirst) names = 0
  const parts = [row.slice(0, names), row.slice(names)].map((part) =>
    isFirst ? part : part.toReversed(),
  )
  return told(parts[0] ?? [], parts[1] ?? [])
}

/** Whether a person should look how this was split: three words or more that say nothing themselves. */
export const isDoubtful = (text: string) => {
  const words = wordsOf(text)
  const loud = words.filter(isLoud).length
  return words.length > 2 && !text.includes(',') && (loud === 0 || loud === words.length)
}

/** For the name first 1, for the surname first -1, and how sure in between; 0 says nothing. */
export function orderOf(texts: string[], isKnown: (word: string) => boolean): number {
  const votes = texts.map((text) => {
    if (/\S,\s*\S/.test(text)) return -1
    const words = wordsOf(text)
    const [first = '', last = ''] = [words[0], words.at(-1)]
    if (words.length < 2) return 0
    if (isLoud(first) !== isLoud(last)) return isLoud(last) ? 1 : -1
    const isName = (word: string) => isFirstName(word) || isKnown(word)
    const likeSurname = (word: string) => /i[cć]$/i.test(word)
    return Math.sign(
      Number(isName(first)) -
        Number(isName(last)) +
        Number(likeSurname(last)) -
        Number(likeSurname(first)),
    )
  })
  const said = votes.filter((vote) => vote !== 0)
  return said.length === 0 ? 0 : said.reduce<number>((sum, vote) => sum + vote, 0) / said.length
}

const YES =
  /^(da|d|yes|y|x|1|true|istina|\+|[✓✔☑✅]|ima|jest|placen[oa]?|uplacen[oa]?|kupljen[oa]?|kupi(o|la)|plati(o|la)|usa?o|usla|uso|dos(ao|la)|unutra)$/
const NO = /^(ne|n|no|0|false|laz|-|–|—|[✗✘☐❌]|nema|nije|nije .+|neplacen[oa]?)$/

/** What a cell says yes or no with; null: nothing that is known. */
export function readFlag(text: string): boolean | null {
  const word = foldName(text).replace(/[.!]$/, '')
  return YES.test(word) ? true : NO.test(word) ? false : null
}
