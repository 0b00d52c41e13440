import { withoutUnseen } from '@/lib/text/clean'
import { type Book, type Cell, columnOf, ERROR_VALUE, FORMULA, type SheetRow } from '../cells'
import { MOST_ROWS, refuse } from '../messages'
import {
  dateOf,
  dateStyles,
  decodeMarks,
  findParts,
  sharedStrings,
  TextRuns,
  type WorkbookParts,
} from './workbook'
import { Archive, readXml, type XmlListener, XmlReader } from './xml'

/** The sheets of an Excel workbook. */
export async function openWorkbook(file: Uint8Array): Promise<Book> {
  const archive = await Archive.open(file)
  const parts = await findParts(archive)
  const context = await contextOf(archive, parts)
  const { sheets, usual } = parts
  return {
    sheets: sheets.map(({ name }) => name),
    usual,
    rows: (sheet) => readPart(archive, sheets[sheet]?.part ?? '', context),
  }
}

/** The rows of a sheet, as they are read; between two pieces others get their turn. */
async function* readPart(
  archive: Archive,
  part: string,
  context: SheetContext,
): AsyncGenerator<SheetRow> {
  const listener = new SheetListener(context)
  const reader = new XmlReader(listener)
  for await (const piece of archive.read(part)) {
    reader.push(piece)
    if (listener.count > MOST_ROWS + 1) throw refuse('too_many_rows')
    yield* listener.rows.splice(0)
  }
  reader.end()
}

async function contextOf(archive: Archive, parts: WorkbookParts): Promise<SheetContext> {
  const { strings, listener } = sharedStrings()
  if (parts.sharedStrings) await readXml(archive.read(parts.sharedStrings), listener)
  const { isDate, listener: styles } = dateStyles()
  if (parts.styles) await readXml(archive.read(parts.styles), styles)
  return { strings, isDate, is1904: parts.is1904 }
}

/** What cells refer to. */
interface SheetContext {
  strings: string[]
  isDate: boolean[]
  is1904: boolean
}

interface OpenCell {
  column: number
  type: string
  style: number
  hasFormula: boolean
}

/** Turns the XML of a sheet into rows; whoever listens takes `rows` away as they come. */
class SheetListener implements XmlListener {
  rows: SheetRow[] = []
  /** How many there were so far, empty ones too. */
  count = 0
  private row: SheetRow = { row: 0, cells: new Map() }
  private cell: OpenCell | null = null
  private lastColumn = -1
  private value = ''
  private isInValue = false
  private readonly runs = new TextRuns()

  constructor(private readonly context: SheetContext) {}

  open(name: string, attribute: (name: string) => string | undefined): void {
    if (name === 'row') this.startRow(Number(attribute('r') ?? this.row.row + 1))
    else if (name === 'c') this.startCell(attribute)
    else if (!this.cell) return
    else if (name === 'f') this.cell.hasFormula = true
    else if (name === 'v') this.isInValue = true
    else this.runs.open(name)
  }

  text(text: string): void {
    if (!this.cell) return
    if (this.isInValue) this.value += text
    else this.runs.add(text)
    if (this.value.length > 40_000) throw refuse('broken_file')
  }

  close(name: string): void {
    if (name === 'v') this.isInValue = false
    else if (name === 'c') this.endCell()
    else if (name === 'row') this.rows.push(this.row)
    else this.runs.close(name)
  }

  private startRow(row: number) {
    if (!Number.isInteger(row) || row <= this.row.row) throw refuse('broken_file')
    this.row = { row, cells: new Map() }
    this.lastColumn = -1
    this.count++
  }

  private startCell(attribute: (name: string) => string | undefined) {
    const reference = attribute('r')
    const column = reference === undefined ? this.lastColumn + 1 : columnOf(reference)
    if (column === null) throw refuse('broken_file')
    this.lastColumn = column
    const type = attribute('t') ?? 'n'
    this.cell = { column, type, style: Number(attribute('s') ?? 0), hasFormula: false }
  }

  private endCell() {
    if (!this.cell) return
    const read = this.valueOf(this.cell, this.value, this.runs.take())
    const value = typeof read === 'string' ? withoutUnseen(read) : read
    if (value !== '') this.row.cells.set(this.cell.column, value)
    this.cell = null
    this.value = ''
  }

  private valueOf({ type, style, hasFormula }: OpenCell, value: string, inline: string): Cell {
    if (hasFormula) return FORMULA
    if (type === 'inlineStr') return inline
    if (value === '') return ''
    if (type === 's') return this.context.strings[Number(value)] ?? brokenReference()
    if (type === 'b') return value === '1' || value === 'true'
    if (type === 'e') return ERROR_VALUE
    if (type === 'd') return new Date(/(Z|[+-]\d\d:\d\d)$/.test(value) ? value : `${value}Z`)
    if (type !== 'n') return decodeMarks(value)
    const number = Number(value)
    if (!Number.isFinite(number)) return brokenReference()
    return this.context.isDate[style] ? dateOf(number, this.context.is1904) : number
  }
}

function brokenReference(): never {
  throw refuse('broken_file')
}
