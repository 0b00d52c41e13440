import { posix } from 'node:path'
import { refuse } from '../messages'
import { type Archive, readXml, type XmlListener } from './xml'

/** Paths of the parts of a workbook file that are needed to read its tables. */
export interface WorkbookParts {
  /** Sheets in their order. A hidden sheet is left out, unless its name is People. */
  sheets: { name: string; part: string }[]
  /** Index of the sheet that is read by default. */
  defaultSheet: number
  sharedStrings: string | null
  styles: string | null
  /** Whether dates count from 1904, as in old Excel for Macintosh, instead of 1900. */
  is1904: boolean
}

/** Name of the sheet that is read by default if there are several (rule 11.8), in lower case. */
const SHEET_NAME = 'people'

const isDefaultSheet = ({ name }: { name: string }) => name.trim().toLowerCase() === SHEET_NAME

/**
 * Finds the sheets. The sheet named People is read by default, otherwise the first that is not
 * hidden.
 */
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
    .filter((sheet) => isDefaultSheet(sheet) || !sheet.isHidden)
    .flatMap(({ name, id }) => {
      const part = related.find(
        (relation) => relation.id === id && relation.type === 'worksheet',
      )?.target
      return part ? { name, part } : []
    })
  if (shown.length === 0) throw refuse('not_a_table')
  return {
    sheets: shown,
    defaultSheet: Math.max(0, shown.findIndex(isDefaultSheet)),
    sharedStrings: targetOf(related, 'sharedStrings'),
    styles: targetOf(related, 'styles'),
    is1904,
  }
}

interface Relation {
  id: string
  /** Last segment of the URL that names the kind of relation, such as `worksheet`. */
  type: string
  target: string
}

const targetOf = (relations: Relation[], type: string) =>
  relations.find((relation) => relation.type === type)?.target ?? null

/** Returns the relations of a part to other parts of the file. '' is the package itself. */
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

/**
 * Whether a built-in number format, which has no format code in the file, shows a date or a time.
 */
const isBuiltIn = (id: number) =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58)

/**
 * Whether a format code shows a date or a time. Quoted words and parts such as `[Red]` are ignored.
 */
const showsDate = (code: string) =>
  /[dmyhs]/i.test(code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|general/gi, ''))

/** Collects for each cell style, by its index, whether it shows a number as a date. */
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

/**
 * Day 0 of the two date systems: 30 December 1899, because Excel counts a 29 February 1900 that did
 * not exist, or 1 January 1904.
 */
const EPOCHS = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) }

/** Converts a number of days to a date, rounded to the second. */
export const dateOf = (days: number, is1904: boolean) =>
  new Date(EPOCHS[is1904 ? 1904 : 1900] + Math.round((days * DAY_MS) / 1000) * 1000)

/** Maximum number of characters in one cell, as the file format defines it. */
const MAX_CELL_LENGTH = 32_767

/** Maximum number of shared strings in a workbook, and of their characters in total. */
const MAX_STRINGS = 1_500_000
const MAX_CHARACTERS = 48_000_000

/**
 * Collects a text that may be split into several runs, each in its own `t` element. Phonetic
 * readings (`rPh`, in East Asian workbooks) are left out.
 */
export class TextRuns {
  private text = ''
  private isInside = false
  private isPhonetic = false

  open(name: string): void {
    if (name === 'rPh') this.isPhonetic = true
    if (name === 't') this.isInside = !this.isPhonetic
  }

  close(name: string): void {
    if (name === 'rPh') this.isPhonetic = false
    if (name === 't') this.isInside = false
  }

  add(text: string): void {
    if (!this.isInside) return
    if (this.text.length + text.length > MAX_CELL_LENGTH) throw refuse('broken_file')
    this.text += text
  }

  take(): string {
    const { text } = this
    this.text = ''
    return decodeEscapes(text)
  }
}

/** Decodes escapes such as `_x000D_`, which represent characters that XML cannot contain. */
export const decodeEscapes = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : copyText(text)

/** Returns a copy of a text. A substring would keep the long text it comes from in memory. */
const copyText = (text: string) =>
  text.length < 13 ? text : Buffer.from(text, 'utf16le').toString('utf16le')

/** Collects the shared strings of a workbook in their order. */
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
        if (strings.length >= MAX_STRINGS || characters > MAX_CHARACTERS)
          throw refuse('too_much_inside')
        strings.push(text)
      },
    },
  }
}
