import { withoutInvisible } from '@/lib/text/clean'
import { foldName } from '@/lib/text/fold'
import { findTitleParts } from '@/lib/text/person-names'
import { ADDRESS, LONGEST_ADDRESS, LONGEST_NAME } from './rules'

// The sponsor's paste box: lines, columns of a spreadsheet, or receivers of a mail.

export interface PastedGuest {
  /** Which one of the paste it is, from 1. */
  place: number
  name: string
  email: string | null
}

/** What is to be said of a pasted guest before anything is stored. */
export type PasteProblem =
  | 'new'
  | 'on_list'
  | 'repeated'
  | 'namesake'
  | 'too_long'
  | 'bad_email'
  | 'no_name'

export interface ValidatedGuest extends PastedGuest {
  verdict: PasteProblem
}

const HEADINGS =
  /^(ime|prezime|ime( i)? prezime|prezime( i)? ime|gost|gosti|e-?mail|adresa|name|surname|r\.? ?br\.?|#)$/i
/** `1.`, `12)`, `-` or `•` before a name. */
const BULLET = /^(?:\d{1,4}[.)]\s*|\d{1,4}\s+(?=\p{L})|[-–•*]\s+)/u

/** A cell of a line: a name, an address, or both as mail programs write them. */
interface Cell {
  name: string
  email: string | null
}

type Guest = Omit<PastedGuest, 'place'>

/**
 * Guests of pasted lines: columns of a spreadsheet, with or without an address, are one guest a
 * line; whole names in one line, and `Ana Anić <ana@primjer.hr>; …`, are one guest each.
 */
export function parsePaste(text: string): PastedGuest[] {
  const lines = withoutInvisible(text)
    .split(/\r?\n|\r/)
    .map((line) => ({ isTabbed: line.includes('\t'), cells: cellsOf(line) }))
    .filter(({ cells }) => cells.some(({ name, email }) => email || !HEADINGS.test(name)))
  // Where one line has a first name by itself, all have name and surname in columns.
  const isInColumns = lines.some(
    ({ cells }) => cells.length > 1 && cells.some(({ name, email }) => !email && isOneWord(name)),
  )
  return lines
    .flatMap(({ isTabbed, cells }) => {
      const isOfOne = isTabbed || (isInColumns && addressesIn(cells) < 2)
      return isOfOne ? [oneOf(cells)] : severalOf(cells)
    })
    .map((guest, i) => ({ place: i + 1, ...guest }))
}

const isOneWord = (name: string) => name !== '' && !name.includes(' ')

const addressesIn = (cells: Cell[]) => cells.filter(({ email }) => email).length

/** What stands between tabs, semicolons or commas outside quotes; numbers and blanks are none. */
function cellsOf(line: string): Cell[] {
  return partsOf(line).flatMap((part) => {
    const cell = cellOf(part.trim().replace(/\s+/g, ' '))
    return isNumber(cell.name) && !cell.email ? [] : [cell]
  })
}

const isNumber = (name: string) => /^\d{0,4}[.)]?$/.test(name)

const SEMICOLON = /;(?=(?:[^"]*"[^"]*")*[^"]*$)/
const COMMA = /,(?=(?:[^"]*"[^"]*")*[^"]*$)/

/** Between semicolons a comma parts surname and name, unless it parts two addresses. */
function partsOf(line: string): string[] {
  if (line.includes('\t')) return line.split('\t')
  const parts = line.split(SEMICOLON).filter((part) => part.trim() !== '')
  return parts.flatMap((part) =>
    parts.length > 1 && part.split('@').length < 3 ? [part] : partsAtCommas(part),
  )
}

/** Parts without those that are only titles, of which an address stays. */
function partsAtCommas(text: string): string[] {
  const parts = text.split(COMMA)
  const addresses = parts.map((part) => /(<[^<>]*@[^<>]*>|\S*@\S*)\s*$/.exec(part)?.[0] ?? '')
  const names = parts.map((part, i) => part.slice(0, part.length - (addresses[i] ?? '').length))
  const isTitles = findTitleParts(names)
  return parts.map((part, i) => (isTitles[i] ? (addresses[i] ?? '') : part))
}

/** An address in angle brackets, or the last word with @, and a name beside it. */
function cellOf(text: string): Cell {
  const [, before = '', inside = ''] = /^(.*?)<([^<>]*@[^<>]*)>/.exec(text) ?? []
  if (inside) return { name: plainName(before), email: inside.trim().toLowerCase() }
  const words = text.split(' ')
  const at = words.findLastIndex((word) => word.includes('@'))
  if (at < 0) return { name: plainName(text), email: null }
  const email = (words[at] ?? '').replace(/^[("'[{:]+|[)"'\]},:]+$/g, '').toLowerCase()
  const rest = words.filter((_, i) => i !== at).join(' ')
  const name = plainName(rest.replace(/^[\s–—:,-]+|[\s–—:,-]+$/g, ''))
  return { name: isNumber(name) || HEADINGS.test(name) ? '' : name, email }
}

const unquoted = (text: string) =>
  text
    .trim()
    .replace(/^["']+|["']+$/g, '')
    .trim()

/** A name without quotes and bullets; `Bukvić, Jasna` in quotes begins with the surname. */
function plainName(text: string): string {
  const parts = unquoted(text).replace(BULLET, '').split(',')
  const isTitles = findTitleParts(parts)
  const [surname = '', ...names] = parts.filter((_, i) => !isTitles[i])
  return [...names, surname]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ')
}

/** Names without whole names that repeat; one word twice is name and surname: `Marin Marin`. */
const joined = (names: string[]) =>
  names
    .filter(
      (name, i) =>
        isOneWord(name) ||
        (name && names.findIndex((one) => foldName(one) === foldName(name)) === i),
    )
    .join(' ')

/** `Bukvić, Jasna <…>` of a mail program, without its quotes. */
const isParted = (surname: string, name: string) =>
  isOneWord(surname) && isOneWord(name) && foldName(surname) !== foldName(name)

/** One guest of all cells; what a mail program calls the address counts where nothing else does. */
function oneOf(cells: Cell[]): Guest {
  const mailed = cells.find(({ email }) => email)
  const name = joined(cells.filter(({ email }) => !email).map((cell) => cell.name))
  const called = mailed?.name ?? ''
  const whole = isParted(name, called) ? `${called} ${name}` : name || called
  return { name: whole, email: mailed?.email ?? null }
}

/** Each address with the names that belong to it, and whole names without one. */
function severalOf(cells: Cell[]): Guest[] {
  if (addressesIn(cells) === 0)
    return cells.length > 1 && cells.every(({ name }) => !isOneWord(name))
      ? cells.map(({ name }) => ({ name, email: null }))
      : [oneOf(cells)]
  const guests: Guest[] = []
  let before: string[] = []
  for (const { name, email } of cells) {
    if (email === null) {
      before.push(name)
      continue
    }
    guests.push(...guestsOf(before, { name, email }))
    before = []
  }
  const [only] = guests
  // An address before its name, as columns may stand.
  if (guests.length === 1 && only && only.name === '') return [{ ...only, name: joined(before) }]
  return [...guests, ...before.map((name) => ({ name, email: null }))]
}

/** The guest of an address, and those before who are somebody else. */
function guestsOf(before: string[], { name, email }: Cell): Guest[] {
  const last = before.at(-1)
  if (last === undefined) return [{ name, email }]
  if (name === '') {
    // `Ana, Anić, ana@…` is one, `Ivo Ivić, Ana Anić, ana@…` are two.
    const own = before.every(isOneWord) ? before : [last]
    const others = before.slice(0, before.length - own.length)
    return [...others.map((other) => ({ name: other, email: null })), { name: joined(own), email }]
  }
  const others = before.slice(0, -1).map((other) => ({ name: other, email: null }))
  if (isParted(last, name)) return [...others, { name: `${name} ${last}`, email }]
  const isSame =
    foldName(last).split(' ').includes(foldName(name)) || foldName(last) === foldName(name)
  if (isSame) return [...others, { name: last, email }]
  return [...others, { name: last, email: null }, { name, email }]
}

/** What is to be said of each: who stands on the list already, or twice in the paste. */
export function validatePaste(pasted: PastedGuest[], listed: string[]): ValidatedGuest[] {
  const onList = new Set(listed.map(foldName))
  const before = new Map<string, string | null>()
  return pasted.map((guest) => {
    const key = foldName(guest.name)
    const isRepeated = before.has(key)
    const isOther = isRepeated && guest.email !== null && before.get(key) !== guest.email
    if (!isRepeated) before.set(key, guest.email)
    const verdict = verdictOf(guest, onList.has(key), isRepeated)
    return { ...guest, verdict: verdict === 'repeated' && isOther ? 'namesake' : verdict }
  })
}

function verdictOf({ name, email }: PastedGuest, isOnList: boolean, isRepeated: boolean) {
  if (name === '') return 'no_name'
  if (name.length > LONGEST_NAME) return 'too_long'
  if (email !== null && (email.length > LONGEST_ADDRESS || !ADDRESS.test(email))) return 'bad_email'
  if (isOnList) return 'on_list'
  return isRepeated ? 'repeated' : 'new'
}

/** Whether a guest of this verdict can be stored at all, if the sponsor wants so. */
export const canBeAdded = (verdict: PasteProblem) =>
  ['new', 'on_list', 'repeated', 'namesake'].includes(verdict)
