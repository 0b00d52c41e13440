import { type Cell, columnLetters, FORMULA, InvalidCell } from '@/lib/spreadsheet/cells'
import { plainPhone } from '@/lib/text/clean'
import { isFirstName } from '@/lib/text/first-names'
import { guessNameOrder, tidyName } from '@/lib/text/person-names'
import { kindOf } from './headings'
import { type ColumnKind, isWholeName, readFlag } from './rules'

/** A column with its heading and its first cells. */
export interface SeenColumn {
  column: number
  heading: string
  samples: Cell[]
  /** Hidden in the file: it may be an old one. */
  isHidden?: boolean
}

/** Known first names and lists, which tell them from other words. */
export interface Known {
  isFirstName: (word: string) => boolean
  isList: (text: string) => boolean
}

export interface Guess {
  field: ColumnKind | ''
  isSure: boolean
}

/** Returns a cell as a person reads it. */
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

/** Tests of the cells, for kinds of columns whose cells can be recognized. */
const LOOKS: Partial<Record<ColumnKind, (text: string) => boolean>> = {
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
 * Cells that show the kind of a column without a heading. A JMBAG is not confused with a phone number, which
 * starts with 09 or 3859.
 */
const TELLING: [ColumnKind, (text: string) => boolean][] = [
  ['email', (text) => /^\S+@\S+\.\S+$/.test(text)],
  ['confCode', isUuid],
  ['jmbag', (text) => /^(0[0-3]\d{8}|[1-9]\d{7}|1\d{8})$/.test(text)],
]

const share = (texts: string[], holds: (text: string) => boolean) =>
  texts.length === 0 ? 0 : texts.filter(holds).length / texts.length

/** Guesses the kind of each column by its heading and its cells. Each kind is given once. */
export function guessColumns(columns: SeenColumn[], known: Known): Guess[] {
  const seen = columns.map((column) => ({
    ...column,
    texts: column.samples.map(textOf).filter(Boolean),
  }))
  const guesses = seen.map((column) => scored(column, known))
  const whole = seen.every(({ heading }) => heading === '')
  if (whole) nameless(seen, guesses, known)
  nameAlone(seen, guesses, known)
  return settle(guesses, seen)
}

type Scored = { field: ColumnKind | ''; score: number; isExact?: boolean }
type Seen = SeenColumn & { texts: string[] }

/** Kinds whose heading decides, whatever the cells are: names may have digits. */
const BY_HEADING: ColumnKind[] = ['name', 'surname', 'nameSurname', 'surnameName', 'email', 'phone']

/**
 * Scores a guess. 3: the heading names the kind exactly. 2.5: the heading contains it and the cells agree.
 * 2: the heading may mean something else. 1: only the cells say it. An exact heading wins over every guess.
 */
function scored(column: Seen, known: Known): Scored {
  const said = kindOf(column.heading)
  const found = scoredBy(said, column, known)
  const isOfHeading =
    said?.kind === found.field || (said && isWholeName(said.kind) && isWholeName(found.field))
  return { ...found, isExact: Boolean(said?.isExact && isOfHeading) }
}

function scoredBy(said: ReturnType<typeof kindOf>, { heading, texts }: Seen, known: Known): Scored {
  const byLooks = TELLING.find(([, looks]) => texts.length > 0 && share(texts, looks) >= 0.8)?.[0]
  if (byLooks === 'confCode' && said?.kind === 'bought') return { field: byLooks, score: 3 }
  if (!said) return byLooks ? { field: byLooks, score: 1 } : { field: '', score: 0 }
  const { kind, isExact } = said
  const looks = kind === 'tag' ? known.isList : LOOKS[kind]
  const agrees = texts.length === 0 || !looks || share(texts, looks) >= 0.5
  const isAlien = kind === 'tag' && texts.length > 0 && !texts.some(known.isList)
  if (!agrees && isExact && !byLooks && BY_HEADING.includes(kind)) return { field: kind, score: 2 }
  if (isAlien || (!agrees && kind !== 'tag'))
    return byLooks ? { field: byLooks, score: 1 } : { field: '', score: 0 }
  const score = isExact ? 3 : looks && texts.length > 0 ? 2.5 : 2
  if (!isWholeName(kind)) return { field: kind, score: agrees ? score : 2 }
  return ordered(kind, texts, { score, isTold: /ime/i.test(heading) }, known)
}

/** The order of names, which the heading tells unless nearly all of them say otherwise. */
function ordered(
  kind: ColumnKind,
  texts: string[],
  { score, isTold }: { score: number; isTold: boolean },
  known: Known,
): Scored {
  const order = guessNameOrder(texts, known.isFirstName)
  const byNames = order > 0 ? 'nameSurname' : order < 0 ? 'surnameName' : kind
  if (isTold && (byNames === kind || Math.abs(order) < 0.6)) return { field: kind, score }
  return { field: byNames, score: isTold || Math.abs(order) < 0.6 ? 2 : score }
}

/** A table without headings: names are words, in the order in which they mostly stand. */
function nameless(columns: Seen[], guesses: Scored[], known: Known) {
  const words = columns.flatMap(({ texts }, i) =>
    texts.length > 0 && guesses[i]?.field === '' && share(texts, isWord) >= 0.9 ? [i] : [],
  )
  const textsOf = (i: number) => columns[i]?.texts ?? []
  const isSeveral = (text: string) => text.includes(' ')
  const full = words.find((i) => share(textsOf(i), isSeveral) >= 0.8)
  const isName = (text: string) => isFirstName(text) || known.isFirstName(text)
  const name = words.find((i) => share(textsOf(i), isName) >= 0.5)
  if (name !== undefined) {
    guesses[name] = { field: 'name', score: 1 }
    const beside = words.find((i) => Math.abs(i - name) === 1)
    if (beside !== undefined) guesses[beside] = { field: 'surname', score: 1 }
  } else if (full !== undefined)
    guesses[full] = ordered('nameSurname', textsOf(full), { score: 1, isTold: false }, known)
}

/** `Ime` alone, or `Prezime` alone, above names and surnames means both. */
function nameAlone(columns: Seen[], guesses: Scored[], known: Known) {
  const has = (field: ColumnKind) => guesses.findIndex((guess) => guess.field === field)
  const [name, surname] = [has('name'), has('surname')]
  if (name >= 0 === surname >= 0) return
  const at = Math.max(name, surname)
  const texts = columns[at]?.texts ?? []
  if (share(texts, (text) => text.includes(' ')) < 0.8) return
  const kind = name >= 0 ? 'nameSurname' : 'surnameName'
  guesses[at] = { ...ordered(kind, texts, { score: 2, isTold: false }, known), score: 2 }
}

/** Each kind once, where it is surest; names in two columns rather than in one. */
function settle(guesses: Scored[], columns: Seen[]): Guess[] {
  const best = new Map<ColumnKind, number>()
  const worth = (i: number) => {
    const { score = 0, isExact = false } = guesses[i] ?? {}
    return score + (isExact ? 10 : 0) - (columns[i]?.isHidden ? 100 : 0)
  }
  guesses.forEach(({ field }, i) => {
    if (field === '') return
    const before = best.get(field)
    if (before === undefined || worth(i) > worth(before)) best.set(field, i)
  })
  const placesOf = (kinds: ColumnKind[]) => kinds.flatMap((kind) => best.get(kind) ?? [])
  const wholes = placesOf(['nameSurname', 'surnameName'])
  const parts = placesOf(['name', 'surname'])
  // Two columns say more than one, but no guess more than an exact heading.
  const isExact = (i: number) => guesses[i]?.isExact ?? false
  const isInTwo = parts.length === 2 && (parts.every(isExact) || !wholes.some(isExact))
  const isInOne = !isInTwo && (best.has('nameSurname') || best.has('surnameName'))
  const first = wholes.sort((a, b) => worth(b) - worth(a))[0]
  return guesses.map(({ field, score }, i) => {
    const isTaken =
      field === '' ||
      best.get(field) !== i ||
      (isInTwo && isWholeName(field)) ||
      (isInOne && isWholeName(field) && i !== first) ||
      (isInOne && (field === 'name' || field === 'surname'))
    if (isTaken) return { field: '', isSure: true }
    return { field, isSure: score > 2 && !columns[i]?.isHidden }
  })
}

/** How many different fields the cells of a row name, as headings would. */
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

/** Returns the name of a column for a person: its heading, or its letters. */
export const calledColumn = (column: number, heading: string) =>
  heading || `Stupac ${columnLetters(column)}`
