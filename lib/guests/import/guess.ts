import { type Cell, columnLetters, FORMULA, InvalidCell } from '@/lib/spreadsheet/cells'
import { plainPhone } from '@/lib/text/clean'
import { isFirstName } from '@/lib/text/first-names'
import { guessNameOrder, tidyName } from '@/lib/text/person-names'
import { kindOf } from './headings'
import { type ColumnKind, isWholeName, readFlag } from './rules'

/** A column of a file with its heading and its first cells. */
export interface SeenColumn {
  column: number
  heading: string
  samples: Cell[]
  /** Whether the column is hidden in the file. A hidden column may contain outdated data. */
  isHidden?: boolean
}

/** Tests whether a word is a known first name, and whether a text names a guest list. */
export interface Known {
  isFirstName: (word: string) => boolean
  isList: (text: string) => boolean
}

export interface Guess {
  field: ColumnKind | ''
  isSure: boolean
}

/** Returns the content of a cell as text for the screen. */
export function textOf(cell: Cell): string {
  if (cell instanceof InvalidCell) return cell === FORMULA ? '(formula)' : '(nečitljivo)'
  if (typeof cell === 'boolean') return cell ? 'da' : 'ne'
  if (!(cell instanceof Date)) return String(cell).replace(/\s+/g, ' ').trim()
  const clock = cell.toISOString().slice(11, 16)
  const day = `${cell.getUTCDate()}.${cell.getUTCMonth() + 1}.${cell.getUTCFullYear()}.`
  return clock === '00:00' ? day : `${day} ${clock}`
}

const isWord = (text: string) => /^[\p{L}][\p{L}\p{M} ,.'’-]*$/u.test(tidyName(text).text)
const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
const isPhone = (text: string) => /^(\+|\(?0|385|9)[\d ()/.-]{6,}$/.test(plainPhone(text))
const isNumber = (text: string) => /^[\d .-]{8,}$/.test(text)
const isTime = (text: string) => /^\d{1,2}\.\s?\d{1,2}\.|^\d{4}-\d\d-\d\d/.test(text)

/** Tests whether the text of a cell fits a kind of column. Other kinds have no test. */
const CELL_TESTS: Partial<Record<ColumnKind, (text: string) => boolean>> = {
  name: isWord,
  surname: isWord,
  nameSurname: isWord,
  surnameName: isWord,
  jmbag: (text) => isNumber(text) && /^\d{8,10}$/.test(text.replace(/\D/g, '')),
  email: (text) => text.includes('@'),
  bought: (text) => readFlag(text) !== null,
  entered: (text) => readFlag(text) !== null,
  phone: isPhone,
  confCode: isUuid,
  boughtTicketTime: isTime,
  enteredTime: isTime,
}

/**
 * Kinds of columns that are recognized by their cells alone, without a heading. The pattern of a
 * JMBAG does not match phone numbers, which start with 09 or 3859.
 */
const CELL_PATTERNS: [ColumnKind, (text: string) => boolean][] = [
  ['email', (text) => /^\S+@\S+\.\S+$/.test(text)],
  ['confCode', isUuid],
  ['jmbag', (text) => /^(0[0-3]\d{8}|[1-9]\d{7}|1\d{8})$/.test(text)],
]

const share = (texts: string[], test: (text: string) => boolean) =>
  texts.length === 0 ? 0 : texts.filter(test).length / texts.length

/**
 * Guesses the kind of each column by its heading and its cells. Each kind is assigned to one column
 * at most.
 */
export function guessColumns(columns: SeenColumn[], known: Known): Guess[] {
  const seen = columns.map((column) => ({
    ...column,
    texts: column.samples.map(textOf).filter(Boolean),
  }))
  const guesses = seen.map((column) => guessColumn(column, known))
  const hasNoHeadings = seen.every(({ heading }) => heading === '')
  if (hasNoHeadings) guessNames(seen, guesses, known)
  widenSingleName(seen, guesses, known)
  return assignColumns(guesses, seen)
}

type Scored = { field: ColumnKind | ''; score: number; isExact?: boolean }
type Seen = SeenColumn & { texts: string[] }

/**
 * Kinds for which an exact heading decides even if the cells do not fit. For example, a name may
 * contain digits.
 */
const BY_HEADING: ColumnKind[] = ['name', 'surname', 'nameSurname', 'surnameName', 'email', 'phone']

/**
 * Guesses the kind of a column, with a score. 3: the heading is exactly a known one. 2.5: the
 * heading contains a known one and the cells fit. 2: the heading is ambiguous. 1: only the cells
 * fit. An exact heading has priority over any other guess.
 */
function guessColumn(column: Seen, known: Known): Scored {
  const byHeading = kindOf(column.heading)
  const guess = guessByHeadingAndCells(byHeading, column, known)
  const isOfHeading =
    byHeading?.kind === guess.field ||
    (byHeading && isWholeName(byHeading.kind) && isWholeName(guess.field))
  return { ...guess, isExact: Boolean(byHeading?.isExact && isOfHeading) }
}

function guessByHeadingAndCells(
  byHeading: ReturnType<typeof kindOf>,
  { heading, texts }: Seen,
  known: Known,
): Scored {
  const byCells = CELL_PATTERNS.find(
    ([, matches]) => texts.length > 0 && share(texts, matches) >= 0.8,
  )?.[0]
  if (byCells === 'confCode' && byHeading?.kind === 'bought') return { field: byCells, score: 3 }
  if (!byHeading) return byCells ? { field: byCells, score: 1 } : { field: '', score: 0 }
  const { kind, isExact } = byHeading
  const test = kind === 'tag' ? known.isList : CELL_TESTS[kind]
  const fits = texts.length === 0 || !test || share(texts, test) >= 0.5
  const isOtherList = kind === 'tag' && texts.length > 0 && !texts.some(known.isList)
  if (!fits && isExact && !byCells && BY_HEADING.includes(kind)) return { field: kind, score: 2 }
  if (isOtherList || (!fits && kind !== 'tag'))
    return byCells ? { field: byCells, score: 1 } : { field: '', score: 0 }
  const score = isExact ? 3 : test && texts.length > 0 ? 2.5 : 2
  if (!isWholeName(kind)) return { field: kind, score: fits ? score : 2 }
  return guessOrder(kind, texts, { score, isOrderKnown: /ime/i.test(heading) }, known)
}

/**
 * Guesses whether a column of whole names starts with the name or the surname. The heading decides,
 * unless the cells clearly show the other order.
 */
function guessOrder(
  kind: ColumnKind,
  texts: string[],
  { score, isOrderKnown }: { score: number; isOrderKnown: boolean },
  known: Known,
): Scored {
  const order = guessNameOrder(texts, known.isFirstName)
  const byNames = order > 0 ? 'nameSurname' : order < 0 ? 'surnameName' : kind
  if (isOrderKnown && (byNames === kind || Math.abs(order) < 0.6)) return { field: kind, score }
  return { field: byNames, score: isOrderKnown || Math.abs(order) < 0.6 ? 2 : score }
}

/**
 * Guesses the columns with names in a table without headings. They contain only words: known first
 * names with the surname in the next column, or whole names.
 */
function guessNames(columns: Seen[], guesses: Scored[], known: Known) {
  const nameColumns = columns.flatMap(({ texts }, i) =>
    texts.length > 0 && guesses[i]?.field === '' && share(texts, isWord) >= 0.9 ? [i] : [],
  )
  const textsOf = (i: number) => columns[i]?.texts ?? []
  const isSeveral = (text: string) => text.includes(' ')
  const full = nameColumns.find((i) => share(textsOf(i), isSeveral) >= 0.8)
  const isName = (text: string) => isFirstName(text) || known.isFirstName(text)
  const name = nameColumns.find((i) => share(textsOf(i), isName) >= 0.5)
  if (name !== undefined) {
    guesses[name] = { field: 'name', score: 1 }
    const neighbour = nameColumns.find((i) => Math.abs(i - name) === 1)
    if (neighbour !== undefined) guesses[neighbour] = { field: 'surname', score: 1 }
  } else if (full !== undefined)
    guesses[full] = guessOrder(
      'nameSurname',
      textsOf(full),
      { score: 1, isOrderKnown: false },
      known,
    )
}

/**
 * Changes a single `Ime` or `Prezime` column to a column of whole names if most of its cells
 * contain several words.
 */
function widenSingleName(columns: Seen[], guesses: Scored[], known: Known) {
  const has = (field: ColumnKind) => guesses.findIndex((guess) => guess.field === field)
  const [name, surname] = [has('name'), has('surname')]
  if (name >= 0 === surname >= 0) return
  const at = Math.max(name, surname)
  const texts = columns[at]?.texts ?? []
  if (share(texts, (text) => text.includes(' ')) < 0.8) return
  const kind = name >= 0 ? 'nameSurname' : 'surnameName'
  guesses[at] = { ...guessOrder(kind, texts, { score: 2, isOrderKnown: false }, known), score: 2 }
}

/**
 * Assigns each kind to the column with the highest score. Prefers separate columns for name and
 * surname to a column with whole names.
 */
function assignColumns(guesses: Scored[], columns: Seen[]): Guess[] {
  const best = new Map<ColumnKind, number>()
  const rank = (i: number) => {
    const { score = 0, isExact = false } = guesses[i] ?? {}
    return score + (isExact ? 10 : 0) - (columns[i]?.isHidden ? 100 : 0)
  }
  guesses.forEach(({ field }, i) => {
    if (field === '') return
    const before = best.get(field)
    if (before === undefined || rank(i) > rank(before)) best.set(field, i)
  })
  const columnsOf = (kinds: ColumnKind[]) => kinds.flatMap((kind) => best.get(kind) ?? [])
  const wholeNames = columnsOf(['nameSurname', 'surnameName'])
  const parts = columnsOf(['name', 'surname'])
  // Separate columns win, unless a column with whole names has an exact heading and the separate
  // columns do not both have one.
  const isExact = (i: number) => guesses[i]?.isExact ?? false
  const isSplit = parts.length === 2 && (parts.every(isExact) || !wholeNames.some(isExact))
  const isWhole = !isSplit && (best.has('nameSurname') || best.has('surnameName'))
  const first = wholeNames.sort((a, b) => rank(b) - rank(a))[0]
  return guesses.map(({ field, score }, i) => {
    const isTaken =
      field === '' ||
      best.get(field) !== i ||
      (isSplit && isWholeName(field)) ||
      (isWhole && isWholeName(field) && i !== first) ||
      (isWhole && (field === 'name' || field === 'surname'))
    if (isTaken) return { field: '', isSure: true }
    return { field, isSure: score > 2 && !columns[i]?.isHidden }
  })
}

/**
 * Counts the different kinds of columns that the cells of a row name, if the row is read as
 * headings. `exact` counts those whose cell is exactly a known heading.
 */
export function namedFields(cells: Map<number, Cell>): { fields: number; exact: number } {
  const found = [...cells.values()].flatMap((cell) =>
    typeof cell === 'string' && cell.length <= 80 && !/\d{4}/.test(cell)
      ? (kindOf(cell) ?? [])
      : [],
  )
  return {
    fields: new Set(found.map(({ kind }) => kind)).size,
    exact: new Set(found.flatMap(({ kind, isExact }) => (isExact ? kind : []))).size,
  }
}

/** Returns the name of a column for messages: its heading, or its letters without a heading. */
export const columnLabel = (column: number, heading: string) =>
  heading || `Stupac ${columnLetters(column)}`
