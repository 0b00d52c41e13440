import { firstNames, surnames } from '@/db/seed/content/names'
import { createRandom, type Random } from '@/db/seed/random'
import { rowsXml, workbook } from './xlsx-files'

// Generates random tables like those of faculties and sponsors from a seed, and the guests that an
// import must find in them.

/** A guest as a person would read it from one row of the file. */
export interface FuzzedGuest {
  row: number
  name: string
  surname: string
  jmbag: string | null
  email: string
  phone: string | null
  list: string | null
  /**
   * Whether the name and the surname share a cell, so that the import may split the words
   * differently.
   */
  isWhole: boolean
}

export interface FuzzedFile {
  bytes: Uint8Array
  /** Changes that were made to the table, to help find the cause of a failure. */
  changes: string[]
  guests: FuzzedGuest[]
  /** Numbers of the rows that are not guests. */
  others: number[]
}

const FOREIGN_NAMES = [
  'Łukasz Wąsik',
  'Øyvind Sørlie',
  'Jürgen Großmann',
  'Zoë Dvořák',
  'Þórunn Ægisdóttir',
  'Ödön Kovács',
  'Ľubica Kráľ',
  'Вукашин Петровић',
  'Renée O’Connor',
  'İpek Yıldırım',
  'Ðuro Šimić',
  'Ana-Marija Čačić-Žic',
  'Ștefan Țepeș',
  'Ánna Nagy',
  'Hélène Kjær',
  'Noè Æble',
]

const HEADINGS = {
  name: ['Ime', 'IME', 'ime ', 'Ime studenta', 'First name', 'name'],
  surname: ['Prezime', 'PREZIME:', 'Prezime studenta', 'surname'],
  nameSurname: ['Ime i prezime', 'IME I PREZIME', 'Ime/prezime', 'Ime i prezime (velikim slovima)'],
  surnameName: ['Prezime i ime', 'PREZIME I IME', 'Prezime, ime'],
  jmbag: ['JMBAG', 'jmbag', 'JMBAG (10 znamenki)', 'JMBAG studenta'],
  email: ['E-mail', 'Email', 'e-mail adresa', 'Mail', 'E-pošta'],
  phone: ['Mobitel', 'Telefon', 'Broj mobitela', 'Tel.'],
  list: ['Popis', 'Kategorija', 'Tag'],
  number: ['R.br.', 'Rb', 'Smjer'],
}

type Kind = keyof typeof HEADINGS

const TITLES: [before: string, after: string][] = [
  ['dr. sc. ', ''],
  ['', ', mag. ing.'],
  ['', ', dipl. oec.'],
  ['prof. ', ''],
]
const REMARKS = ['vegan', '+1', 'plaća kasnije']
const INVISIBLE = ['\u200b', '\u00ad', '\u200e', '\ufeff']
const FOOTER_TEXTS = ['Ukupno: 7', 'Popis izradila referada', 'Broj studenata: 7', 'Izradio: M. M.']
const TITLE_TEXTS = ['Popis brucoša FER-a 2026./2027.', 'Referada, Unska 3', '']

/**
 * Tables from letters to bytes, by single-byte encoding. `encoded` returns null for a text with a
 * letter that the encoding lacks.
 */
const codePages = new Map<string, Map<string, number>>()
function encoded(text: string, encoding: string): Uint8Array | null {
  let letters = codePages.get(encoding)
  if (!letters) {
    const all = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, i) => i))
    letters = new Map([...all].map((letter, byte) => [letter, byte]))
    codePages.set(encoding, letters)
  }
  const bytes = [...text].map((letter) => letters.get(letter))
  return bytes.includes(undefined) ? null : Uint8Array.from(bytes as number[])
}

const ENCODINGS = ['utf-8', 'utf-8 with a mark', 'utf-16le', 'utf-16be', 'utf-16 without a mark']
const SINGLE_BYTE = ['windows-1250', 'iso-8859-2', 'windows-1252', 'windows-1251']

export function fuzzedFile(seed: number): FuzzedFile {
  const random = createRandom(seed)
  const changes: string[] = []
  const addChange = (what: string) => changes.push(what)
  const isXlsx = random.chance(0.2)
  const encoding = random.chance(0.45) ? random.pick(SINGLE_BYTE) : random.pick(ENCODINGS)
  if (!isXlsx) addChange(encoding)
  const isSingleByte = !isXlsx && SINGLE_BYTE.includes(encoding)
  const kinds = columnsOf(random)
  const isWhole = kinds.includes('nameSurname') || kinds.includes('surnameName')
  const isCertain = !isWhole || random.chance(0.3)
  if (isWhole) addChange(isCertain ? 'surname in capitals or after a comma' : 'whole names')

  const table: (string | number | null)[][] = []
  const guests: FuzzedGuest[] = []
  const others: number[] = []
  const push = (cells: (string | number | null)[]) => table.push(cells)
  if (random.chance(0.3)) for (let i = random.int(3); i > 0; i--) push([random.pick(TITLE_TEXTS)])
  const isTwoHeaded = random.chance(0.15)
  if (isTwoHeaded) {
    addChange('two rows of headings')
    push(kinds.map((_, i) => (i === 0 ? 'Podaci o studentu' : null)))
  }
  push(kinds.map((kind) => random.pick(HEADINGS[kind])))

  const merges: string[] = []
  const hidden: number[] = []
  let listAbove: string | null = null
  const count = 1 + random.int(12)
  for (let n = 0; n < count; n++) {
    const isAfterBlankRow = random.chance(0.05)
    if (isAfterBlankRow) push([])
    const generated = personOf(random, (text) => !isSingleByte || encoded(text, encoding) !== null)
    const isUpperCase = isWhole && isCertain && random.chance(0.5)
    const person = isUpperCase
      ? { ...generated, surname: generated.surname.toUpperCase() }
      : generated
    const isAfterComma = isWhole && isCertain && !isUpperCase
    const row = table.length + 1
    const jmbag = `0036${String(seed % 1000).padStart(3, '0')}${String(n).padStart(3, '0')}`
    const isShort = isXlsx && random.chance(0.3)
    const email = `gost.${seed}.${n}@primjer.hr`
    const phone = random.chance(0.5) ? `091 ${1_000_000 + random.int(8_999_999)}` : null
    const isMerged: boolean =
      isXlsx &&
      kinds.includes('list') &&
      listAbove !== null &&
      !isAfterBlankRow &&
      random.chance(0.3)
    const list: string | null = isMerged ? listAbove : random.pick(['VIP', 'Brucoši'])
    listAbove = list
    if (isMerged) mergeUp(merges, kinds.indexOf('list'), row)
    const [before, after] = random.chance(0.08) && !isSingleByte ? random.pick(TITLES) : ['', '']
    const remark = random.chance(0.05) ? ` (${random.pick(REMARKS)})` : ''
    const invisible = random.chance(0.05) && !isSingleByte ? random.pick(INVISIBLE) : ''
    const cells: Record<Kind, string | number | null> = {
      name: `${before}${person.name}${invisible}`,
      surname: `${person.surname}${after}${remark}`,
      nameSurname: `${before}${wholeOf(person, 'nameSurname', isAfterComma)}${after}${remark}`,
      surnameName: `${before}${wholeOf(person, 'surnameName', isAfterComma)}${after}${remark}`,
      jmbag: isShort ? Number(jmbag) : `${invisible}${jmbag}`,
      email: `${email}${invisible}`,
      phone: phone && random.chance(0.2) && !isSingleByte ? phone.replace(' ', '\u00a0') : phone,
      list: isMerged ? null : list,
      number: n + 1,
    }
    const hasAll = random.chance(0.97)
    push(kinds.map((kind) => (hasAll || kind !== 'jmbag' ? cells[kind] : null)))
    if (isXlsx && random.chance(0.08)) hidden.push(row)
    guests.push({
      row,
      ...person,
      jmbag: kinds.includes('jmbag') && hasAll ? jmbag : null,
      email: kinds.includes('email') ? email : '',
      phone: kinds.includes('phone') ? phone : null,
      list: kinds.includes('list') ? list : null,
      isWhole: isWhole && !isCertain,
    })
  }
  if (random.chance(0.25)) {
    addChange('a sum or a signature')
    if (random.chance(0.5)) push([])
    const nameColumn = Math.max(
      0,
      kinds.findIndex(
        (kind) => kind === 'nameSurname' || kind === 'name' || kind === 'surnameName',
      ),
    )
    others.push(table.length + 1)
    push(kinds.map((_, i) => (i === nameColumn ? random.pick(FOOTER_TEXTS) : null)))
  }
  const bytes = isXlsx
    ? workbookOf(table, merges, hidden, addChange)
    : csvOf(table, {
        encoding,
        random,
        addChange,
        firstGuest: guests[0]?.row ?? 1,
        ignoredColumn: kinds.indexOf('number'),
      })
  return { bytes, changes, guests, others }
}

function columnsOf(random: Random): Kind[] {
  const names: Kind[] = random.pick([
    ['name', 'surname'],
    ['nameSurname'],
    ['surnameName'],
  ] as Kind[][])
  const more = (['jmbag', 'email', 'phone', 'list', 'number'] as Kind[]).filter((kind) =>
    random.chance(kind === 'email' ? 0.9 : 0.55),
  )
  const kinds = [...names, ...more]
  return random.chance(0.5) ? kinds : kinds.toSorted(() => random.next() - 0.5)
}

function personOf(random: Random, fits: (text: string) => boolean) {
  for (;;) {
    const [name = '', surname = ''] = random.chance(0.15)
      ? (random.pick(FOREIGN_NAMES).split(' ') as [string, string])
      : [random.pick(firstNames), random.pick(surnames)]
    const initial = random.chance(0.06) ? ` ${random.pick(['Đ', 'M', 'A'])}.` : ''
    if (fits(name + surname + initial)) return { name: name + initial, surname }
    if (fits('abc') && !fits('Đ')) return { name: 'Ole', surname: 'Horvat' }
  }
}

function wholeOf(
  { name, surname }: { name: string; surname: string },
  order: 'nameSurname' | 'surnameName',
  isAfterComma: boolean,
): string {
  if (isAfterComma) return `${surname}, ${name}`
  return order === 'nameSurname' ? `${name} ${surname}` : `${surname} ${name}`
}

/** Merges a cell with the cell above, which may already be part of a merged range. */
function mergeUp(merges: string[], column: number, row: number) {
  const letter = String.fromCharCode(65 + column)
  const above = merges.at(-1)
  const continuesMerge = above?.endsWith(`:${letter}${row - 1}`)
  const from = continuesMerge ? above?.split(':')[0] : `${letter}${row - 1}`
  if (continuesMerge) merges.pop()
  merges.push(`${from}:${letter}${row}`)
}

function workbookOf(
  table: (string | number | null)[][],
  merges: string[],
  hidden: number[],
  addChange: (what: string) => void,
): Uint8Array {
  if (merges.length > 0) addChange(`merged ${merges.join(' ')}`)
  if (hidden.length > 0) addChange(`hidden ${hidden.join(' ')}`)
  const rows = rowsXml(table).replace(/<row r="(\d+)"/g, (tag, row) =>
    hidden.includes(Number(row)) ? `${tag} hidden="1"` : tag,
  )
  const merged = merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')
  const after = merged ? `</sheetData><mergeCells>${merged}</mergeCells><sheetData>` : ''
  return workbook({ sheets: { List1: rows + after } })
}

interface CsvOptions {
  encoding: string
  random: Random
  addChange: (what: string) => void
  firstGuest: number
  /** Index of a column that the import ignores; -1 if there is none. */
  ignoredColumn: number
}

function csvOf(table: (string | number | null)[][], options: CsvOptions): Uint8Array {
  const { encoding, random, addChange, firstGuest, ignoredColumn } = options
  const separator = random.pick([';', ',', '\t'])
  const lineEnds = random.pick([['\r\n'], ['\n'], ['\r'], ['\r\n', '\n']])
  const isQuoted = random.chance(0.3)
  if (lineEnds.length > 1) addChange('mixed line ends')
  const brokenRow = random.chance(0.12) ? firstGuest + random.int(table.length - firstGuest + 1) : 0
  if (brokenRow) addChange(`a quote that never closes in row ${brokenRow}`)
  const lines = table.map((cells, i) => {
    const texts = cells.map((cell) => {
      const text = cell === null ? '' : String(cell)
      const needsQuotes = isQuoted || text.includes(separator) || text.includes('"')
      return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text
    })
    // Adds an inch mark ("), which seems to close the open quote of the row above.
    if (brokenRow && i === brokenRow && !isQuoted && texts[ignoredColumn])
      texts[ignoredColumn] += '"'
    const line = texts.join(separator)
    return i + 1 === brokenRow && line && !line.includes('"') ? `"${line}` : line
  })
  const start = random.chance(0.1) && !isQuoted ? `sep=${separator}\r\n` : ''
  if (start) addChange('sep=')
  const text = start + lines.map((line) => line + random.pick(lineEnds)).join('')
  if (encoding === 'utf-8 with a mark') return Buffer.from(`\ufeff${text}`)
  if (encoding === 'utf-16le') return Buffer.from(`\ufeff${text}`, 'utf16le')
  if (encoding === 'utf-16be') return Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
  if (encoding === 'utf-16 without a mark') return Buffer.from(text, 'utf16le')
  const singleByte = SINGLE_BYTE.includes(encoding) ? encoded(text, encoding) : null
  if (singleByte) return singleByte
  if (SINGLE_BYTE.includes(encoding)) addChange('but a letter was missing: utf-8')
  if (random.chance(0.2)) return withForeignByte(text, random, addChange)
  return Buffer.from(text)
}

/** Encodes a text as UTF-8, with one letter in windows-1250 instead. */
function withForeignByte(
  text: string,
  random: Random,
  addChange: (what: string) => void,
): Uint8Array {
  const positions = [...text.matchAll(/[šžčć]/g)].map(({ index }) => index)
  if (positions.length < 3) return Buffer.from(text)
  addChange('one foreign byte')
  const at = random.pick(positions)
  const byte = encoded(text.charAt(at), 'windows-1250') ?? new Uint8Array()
  return Buffer.concat([Buffer.from(text.slice(0, at)), byte, Buffer.from(text.slice(at + 1))])
}
