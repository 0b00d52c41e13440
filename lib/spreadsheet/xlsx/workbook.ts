import { posix } from 'node:path'
import { refuse } from '../messages'
import { type Archive, readXml, type XmlListener } from './xml'

/** Where the parts of a workbook lie that a table is made of. */
export interface WorkbookParts {
  /** In their order, without those that are hidden. */
  sheets: { name: string; part: string }[]
  /** Index of the sheet that is read by default. */
  usual: number
  sharedStrings: string | null
  styles: string | null
  /** Days are counted from 1904, as once on a Macintosh. */
  is1904: boolean
}

/** The sheet that is read, where there are several (rule 11.8). */
const SHEET_NAME = 'people'

const isUsual = ({ name }: { name: string }) => name.trim().toLowerCase() === SHEET_NAME

/** Finds the sheets; the usual one is that called People, or else the first that is not hidden. */
export async function findParts(archive: Archive): Promise<WorkbookParts> {
  const root = await relations(archive, '')
  const workbook = targetOf(root, 'officeDocument')
  if (!workbook) throw refuse('not_a_table')
  if (workbook.endsWith('.bin')) throw refuse('binary_excel')
  const related = await relations(archive, workbook)
  const sheets: { name: string; id: string; isHidden: boolean }[] = []
  let is1904 = false
  await readXml(archive.read(workbook), {
    open(name, attribute) {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attribute('date1904') ?? '')
      if (name === 'sheet')
        sheets.push({
          name: attribute('name') ?? '',
          id: attribute('id') ?? '',
          isHidden: (attribute('state') ?? 'visible') !== 'visible',
        })
    },
  })
  const shown = sheets
    .filter((sheet) => isUsual(sheet) || !sheet.isHidden)
    .flatMap(({ name, id }) => {
      const part = related.find((one) => one.id === id && one.type === 'worksheet')?.target
      return part ? { name, part } : []
    })
  if (shown.length === 0) throw refuse('not_a_table')
  return {
    sheets: shown,
    usual: Math.max(0, shown.findIndex(isUsual)),
    sharedStrings: targetOf(related, 'sharedStrings'),
    styles: targetOf(related, 'styles'),
    is1904,
  }
}

interface Relation {
  id: string
  /** The last word of the address that names the kind. */
  type: string
  target: string
}

const targetOf = (relations: Relation[], type: string) =>
  relations.find((relation) => relation.type === type)?.target ?? null

/** Returns the relations of a part. '' is the package itself. */
async function relations(archive: Archive, part: string): Promise<Relation[]> {
  const folder = posix.dirname(part)
  const file = posix.join(folder, '_rels', `${posix.basename(part)}.rels`)
  if (!archive.has(file)) return []
  const found: Relation[] = []
  await readXml(archive.read(file), {
    open(name, attribute) {
      if (name !== 'Relationship' || attribute('TargetMode') === 'External') return
      found.push({
        id: attribute('Id') ?? '',
        type: (attribute('Type') ?? '').split('/').at(-1) ?? '',
        target: posix.resolve('/', folder, attribute('Target') ?? '').slice(1),
      })
    },
  })
  return found
}

/** The numbers of the formats that show a date or a time, of those that need no code. */
const isBuiltIn = (id: number) =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58)

/** Whether a format's code shows a date or a time: not counting quoted words and `[Red]`. */
const showsDate = (code: string) =>
  /[dmyhs]/i.test(code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|general/gi, ''))

/** Which styles of a workbook show a number as a date, by the number of the style. */
export function dateStyles(): { isDate: boolean[]; listener: XmlListener } {
  const isDate: boolean[] = []
  const custom = new Map<number, boolean>()
  let isInCells = false
  return {
    isDate,
    listener: {
      open(name, attribute) {
        const id = () => Number(attribute('numFmtId') ?? 0)
        if (name === 'numFmt') custom.set(id(), showsDate(attribute('formatCode') ?? ''))
        else if (name === 'cellXfs') isInCells = true
        else if (name === 'xf' && isInCells) isDate.push(custom.get(id()) ?? isBuiltIn(id()))
      },
      close(name) {
        if (name === 'cellXfs') isInCells = false
      },
    },
  }
}

const DAY_MS = 86_400_000

/** Day 0 is the last of 1899, as if 1900 had had a leap day; or the first of 1904. */
const EPOCHS = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) }

/** Converts a number of days to a date, to the second. */
export const dateOf = (days: number, is1904: boolean) =>
  new Date(EPOCHS[is1904 ? 1904 : 1900] + Math.round((days * DAY_MS) / 1000) * 1000)

/** Characters that one cell may hold, by the format's own limit. */
const LONGEST_CELL = 32_767

/** Limits of all shared strings together. */
const MOST_STRINGS = 1_500_000
const MOST_CHARACTERS = 48_000_000

/**
 * Gathers a text that may stand in several runs, each in its own `t`. How a name is read
 * aloud (`rPh`, of East Asian workbooks) is no part of it.
 */
export class TextRuns {
  private text = ''
  private isInside = false
  private isAloud = false

  open(name: string): void {
    if (name === 'rPh') this.isAloud = true
    if (name === 't') this.isInside = !this.isAloud
  }

  close(name: string): void {
    if (name === 'rPh') this.isAloud = false
    if (name === 't') this.isInside = false
  }

  add(text: string): void {
    if (!this.isInside) return
    if (this.text.length + text.length > LONGEST_CELL) throw refuse('broken_file')
    this.text += text
  }

  take(): string {
    const { text } = this
    this.text = ''
    return decodeMarks(text)
  }
}

/** Decodes `_x000D_` and the like, which stand for characters that XML cannot have. */
export const decodeMarks = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : own(text)

/** A copy of its own: a piece of a long text would keep all of it in memory. */
const own = (text: string) =>
  text.length < 13 ? text : Buffer.from(text, 'utf16le').toString('utf16le')

/** The texts of a workbook in their order. */
export function sharedStrings(): { strings: string[]; listener: XmlListener } {
  const strings: string[] = []
  const runs = new TextRuns()
  let characters = 0
  return {
    strings,
    listener: {
      open: (name) => runs.open(name),
      text: (text) => runs.add(text),
      close(name) {
        runs.close(name)
        if (name !== 'si') return
        const text = runs.take()
        characters += text.length
        if (strings.length >= MOST_STRINGS || characters > MOST_CHARACTERS)
          throw refuse('too_much_inside')
        strings.push(text)
      },
    },
  }
}
