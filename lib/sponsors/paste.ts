import { MAX_GUEST_NAME_LENGTH } from '@/db/catalogue/guest-names'
import { withoutInvisible } from '@/lib/text/clean'
import { foldName } from '@/lib/text/fold'
import { findTitleParts } from '@/lib/text/person-names'
import { ADDRESS, MAX_EMAIL_LENGTH } from './rules'

// Reads guests from a text that a sponsor has pasted: lines, columns of a spreadsheet, or the
// recipients of a mail.

export interface PastedGuest {
  name: string
  email: string | null
}

/** Result of the check of a pasted guest, before anything is stored. */
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
  /**
   * Identifies the guest while the text is edited: name, e-mail address, and number of the
   * repetition.
   */
  key: string
}

const HEADINGS =
  /^(ime|prezime|ime( i)? prezime|prezime( i)? ime|gost|gosti|e-?mail|adresa|name|surname|r\.? ?br\.?|rb\.?|redni broj|tel\.?|mob\.?|(broj )?(telefona?|mobitela?)|jmbag|oib|#)$/i
/** Numbering or bullet before a name: `1.`, `12)`, `-` or `•`. */
const BULLET = /^(?:\d{1,4}[.)]\s*|\d{1,4}\s+(?=\p{L})|[-–•*]\s+)/u

/** Telephone number or another long number after a name, or alone: `091 234-5678`. */
const LONG_NUMBER = /(^|\s[–—:-]? ?)\+?\(?\d[\d\s()/.–-]{5,}$/

/** Part of a pasted line: a name, an e-mail address, or both, as in `Ana Anić <ana@primjer.hr>`. */
interface Cell {
  name: string
  email: string | null
}

/**
 * Reads the guests from pasted text. A line with columns of a spreadsheet is one guest. A line with
 * several whole names, or with recipients such as `Ana Anić <ana@primjer.hr>; …`, has one guest for
 * each name or address.
 */
export function parsePaste(text: string): PastedGuest[] {
  const lines = withoutInvisible(text)
    .split(/\r?\n|\r/)
    .map((line) => ({ isTabbed: line.includes('\t'), cells: cellsOf(line) }))
    .filter(({ cells }) => cells.some(({ name, email }) => email || !HEADINGS.test(name)))
  // If any line has a cell with a single word, all lines have name and surname in separate columns.
  const isInColumns = lines.some(
    ({ cells }) => cells.length > 1 && cells.some(({ name, email }) => !email && isOneWord(name)),
  )
  return lines.flatMap(({ isTabbed, cells }) => {
    const isOneGuest = isTabbed || (isInColumns && addressesIn(cells) < 2)
    return isOneGuest ? [joinCells(cells)] : splitCells(cells)
  })
}

/**
 * Whether a text for the field of one name has more than a name: several guests, or an e-mail
 * address.
 */
export function hasMoreThanName(text: string): boolean {
  const guests = parsePaste(text)
  return guests.length > 1 || guests.some(({ email }) => email !== null)
}

const isOneWord = (name: string) => name !== '' && !name.includes(' ')

const addressesIn = (cells: Cell[]) => cells.filter(({ email }) => email).length

/**
 * Splits a line into cells at tabs, semicolons or commas outside quotes. Empty cells and numbers
 * are dropped.
 */
function cellsOf(line: string): Cell[] {
  return partsOf(line).flatMap((part) => {
    const cell = cellOf(part.trim().replace(/\s+/g, ' '))
    return isNumber(cell.name) && !cell.email ? [] : [cell]
  })
}

const isNumber = (name: string) => /^\d{0,4}[.)]?$/.test(name)

const SEMICOLON = /;(?=(?:[^"]*"[^"]*")*[^"]*$)/
const COMMA = /,(?=(?:[^"]*"[^"]*")*[^"]*$)/

/**
 * Splits a line into parts. In a line with semicolons, a comma separates surname and first name,
 * unless the part has two e-mail addresses.
 */
function partsOf(line: string): string[] {
  if (line.includes('\t')) return line.split('\t')
  const parts = line.split(SEMICOLON).filter((part) => part.trim() !== '')
  return parts.flatMap((part) =>
    parts.length > 1 && part.split('@').length < 3 ? [part] : partsAtCommas(part),
  )
}

/**
 * Splits a text at its commas. A part that has only academic titles is emptied, except for its
 * e-mail address.
 */
function partsAtCommas(text: string): string[] {
  const parts = text.split(COMMA)
  const addresses = parts.map((part) => /(<[^<>]*@[^<>]*>|\S*@\S*)\s*$/.exec(part)?.[0] ?? '')
  const names = parts.map((part, i) => part.slice(0, part.length - (addresses[i] ?? '').length))
  const isTitles = findTitleParts(names)
  return parts.map((part, i) => (isTitles[i] ? (addresses[i] ?? '') : part))
}

/**
 * Reads a cell. Its e-mail address is in angle brackets, or is the last word with an @; the other
 * text is the name.
 */
function cellOf(text: string): Cell {
  const [, before = '', inside = ''] = /^(.*?)<([^<>]*@[^<>]*)>/.exec(text) ?? []
  if (inside) return { name: plainName(before), email: inside.trim().toLowerCase() }
  const words = text.split(' ')
  const at = words.findLastIndex((word) => word.includes('@'))
  if (at < 0) return { name: plainName(text), email: null }
  const email = (words[at] ?? '').replace(/^[("'[{:]+|[)"'\]},:]+$/g, '').toLowerCase()
  const nameText = words.filter((_, i) => i !== at).join(' ')
  const name = plainName(nameText.replace(/^[\s–—:,-]+|[\s–—:,-]+$/g, ''))
  return { name: isNumber(name) || HEADINGS.test(name) ? '' : name, email }
}

const withoutQuotes = (text: string) =>
  text
    .trim()
    .replace(/^["']+|["']+$/g, '')
    .trim()

/**
 * Returns a name without quotes, numbering, long numbers and titles. The text before a comma is the
 * surname: `Bukvić, Jasna` becomes `Jasna Bukvić`.
 */
function plainName(text: string): string {
  const parts = withoutQuotes(text).replace(LONG_NUMBER, '').replace(BULLET, '').split(',')
  const isTitles = findTitleParts(parts)
  const [surname = '', ...names] = parts.filter((_, i) => !isTitles[i])
  return [...names, surname]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ')
}

/**
 * Joins names with spaces. A whole name that repeats is dropped. A single word that repeats is
 * kept, because it is first name and surname: `Marin Marin`.
 */
const joinNames = (names: string[]) =>
  names
    .filter(
      (name, i) =>
        isOneWord(name) ||
        (name && names.findIndex((other) => foldName(other) === foldName(name)) === i),
    )
    .join(' ')

/**
 * Whether two parts are surname and first name of one guest, as from `Bukvić, Jasna <…>` without
 * quotes.
 */
const isSurnameAndName = (surname: string, name: string) =>
  isOneWord(surname) && isOneWord(name) && foldName(surname) !== foldName(name)

/**
 * Makes one guest from all cells of a line. The name next to the e-mail address is used if no other
 * cell has a name, or as first name if another cell has only the surname.
 */
function joinCells(cells: Cell[]): PastedGuest {
  const emailCell = cells.find(({ email }) => email)
  const name = joinNames(cells.filter(({ email }) => !email).map((cell) => cell.name))
  const nameAtEmail = emailCell?.name ?? ''
  const fullName = isSurnameAndName(name, nameAtEmail)
    ? `${nameAtEmail} ${name}`
    : name || nameAtEmail
  return { name: fullName, email: emailCell?.email ?? null }
}

/**
 * Makes one guest from each e-mail address with its names, and one from each whole name without an
 * address.
 */
function splitCells(cells: Cell[]): PastedGuest[] {
  if (addressesIn(cells) === 0)
    return cells.length > 1 && cells.every(({ name }) => !isOneWord(name))
      ? cells.map(({ name }) => ({ name, email: null }))
      : [joinCells(cells)]
  const guests: PastedGuest[] = []
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
  // The columns have the e-mail address before the name.
  if (guests.length === 1 && only && only.name === '') return [{ ...only, name: joinNames(before) }]
  return [...guests, ...before.map((name) => ({ name, email: null }))]
}

/**
 * Makes the guest of an e-mail address, after the other guests named in the cells before the
 * address.
 */
function guestsOf(before: string[], { name, email }: Cell): PastedGuest[] {
  const last = before.at(-1)
  if (last === undefined) return [{ name, email }]
  if (name === '') {
    // `Ana, Anić, ana@…` is one guest, `Ivo Ivić, Ana Anić, ana@…` are two guests.
    const own = before.every(isOneWord) ? before : [last]
    const others = before.slice(0, before.length - own.length)
    return [
      ...others.map((other) => ({ name: other, email: null })),
      { name: joinNames(own), email },
    ]
  }
  const others = before.slice(0, -1).map((other) => ({ name: other, email: null }))
  if (isSurnameAndName(last, name)) return [...others, { name: `${name} ${last}`, email }]
  const isSame =
    foldName(last).split(' ').includes(foldName(name)) || foldName(last) === foldName(name)
  if (isSame) return [...others, { name: last, email }]
  return [...others, { name: last, email: null }, { name, email }]
}

/**
 * Checks each pasted guest: whether the name is valid, is on the list already, or is repeated in
 * the pasted text.
 */
export function validatePaste(pasted: PastedGuest[], listed: string[]): ValidatedGuest[] {
  const onList = new Set(listed.map(foldName))
  const before = new Map<string, string | null>()
  const counts = new Map<string, number>()
  return pasted.map((guest) => {
    const name = foldName(guest.name)
    const isRepeated = before.has(name)
    const isOther = isRepeated && guest.email !== null && before.get(name) !== guest.email
    if (!isRepeated) before.set(name, guest.email)
    const verdict = verdictOf(guest, onList.has(name), isRepeated)
    const identity = JSON.stringify([name, guest.email])
    const count = (counts.get(identity) ?? 0) + 1
    counts.set(identity, count)
    return {
      ...guest,
      verdict: verdict === 'repeated' && isOther ? 'namesake' : verdict,
      key: `${identity} ${count}`,
    }
  })
}

function verdictOf({ name, email }: PastedGuest, isOnList: boolean, isRepeated: boolean) {
  if (name === '') return 'no_name'
  if (name.length > MAX_GUEST_NAME_LENGTH) return 'too_long'
  if (email !== null && (email.length > MAX_EMAIL_LENGTH || !ADDRESS.test(email)))
    return 'bad_email'
  if (isOnList) return 'on_list'
  return isRepeated ? 'repeated' : 'new'
}

/** Whether a guest with this result can be stored if the sponsor chooses to. */
export const canBeAdded = (verdict: PasteProblem) =>
  ['new', 'on_list', 'repeated', 'namesake'].includes(verdict)
