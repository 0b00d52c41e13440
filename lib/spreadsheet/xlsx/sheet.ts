import { withoutInvisible } from '@/lib/text/clean'
import {
  type Cell,
  columnOf,
  ERROR_VALUE,
  FORMULA,
  isBlank,
  type SheetRow,
  type SpreadsheetFile,
} from '../cells'
import { MAX_ROWS, refuse } from '../messages'
import {
  dateOf,
  dateStyles,
  decodeEscapes,
  findParts,
  sharedStrings,
  TextRuns,
  type WorkbookParts,
} from './workbook'
import { Archive, readXml, type XmlListener, XmlReader } from './xml'

/** Opens an Excel workbook, whose sheets are read on demand. */
export async function openWorkbook(file: Uint8Array): Promise<SpreadsheetFile> {
  const archive = await Archive.open(file)
  const parts = await findParts(archive)
  const context = await contextOf(archive, parts)
  const { sheets, defaultSheet } = parts
  return {
    sheets: sheets.map(({ name }) => name),
    defaultSheet,
    rows: (sheet) => readPart(archive, sheets[sheet]?.part ?? '', context),
  }
}

/**
 * Yields the rows of a sheet while it is unpacked. Other requests get their turn between two
 * pieces.
 */
async function* readPart(
  archive: Archive,
  part: string,
  context: SheetContext,
): AsyncGenerator<SheetRow> {
  const listener = new SheetListener(context, await mergesOf(archive, part))
  const reader = new XmlReader(listener)
  for await (const piece of archive.read(part)) {
    reader.push(piece)
    if (listener.count > MAX_ROWS + 1) throw refuse('too_many_rows')
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

/** Data of the workbook that cells refer to: shared texts, date formats and the date system. */
interface SheetContext {
  strings: string[]
  isDate: boolean[]
  is1904: boolean
}

/**
 * Merged cells that span several rows, by the number of their first row; `last` is their last row.
 */
type Merges = Map<number, { column: number; last: number }[]>

/** Maximum number of merged cells that are read in one sheet. */
const MAX_MERGES = 100_000

/**
 * Finds the merged cells. The file lists them after the rows, but they are needed first, so the raw
 * text is searched, which is cheaper than parsing the XML twice.
 */
async function mergesOf(archive: Archive, part: string): Promise<Merges> {
  const merges: Merges = new Map()
  const tag =
    /<(?:\w+:)?mergeCell\s[^<>]*?ref=["'](\$?[A-Z]{1,3}\$?(\d{1,7})):\$?[A-Z]{1,3}\$?(\d{1,7})["']/gi
  let [text, count] = ['', 0]
  for await (const piece of archive.read(part)) {
    text += piece.toString('latin1')
    for (const [, from = '', first, last] of text.matchAll(tag)) {
      const [column, row] = [columnOf(from), Number(first)]
      if (column === null || Number(last) <= row || ++count > MAX_MERGES) continue
      merges.set(row, [...(merges.get(row) ?? []), { column, last: Number(last) }])
    }
    text = text.slice(Math.max(text.lastIndexOf('<'), text.length - 200))
  }
  return merges
}

interface OpenCell {
  column: number
  type: string
  style: number
  hasFormula: boolean
}

/**
 * Converts the XML of a sheet to rows. The caller takes the finished `rows` out after each piece.
 */
class SheetListener implements XmlListener {
  rows: SheetRow[] = []
  /** Number of rows read so far, including empty rows. */
  count = 0
  private row: SheetRow = { row: 0, cells: new Map() }
  private cell: OpenCell | null = null
  private lastColumn = -1
  private value = ''
  private isInValue = false
  private readonly runs = new TextRuns()

  private readonly hiddenColumns = new Set<number>()
  /** Merged cells that extend into the next rows, with their value. */
  private openMerges: { column: number; last: number; cell: Cell }[] = []

  constructor(
    private readonly context: SheetContext,
    private readonly merges: Merges,
  ) {}

  open(name: string, attribute: (name: string) => string | undefined): void {
    if (name === 'row')
      this.startRow(Number(attribute('r') ?? this.row.row + 1), isOn(attribute('hidden')))
    else if (name === 'col' && isOn(attribute('hidden')))
      this.hideColumns(Number(attribute('min')), Number(attribute('max')))
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
    else if (name === 'row') this.endRow()
    else this.runs.close(name)
  }

  private hideColumns(from: number, to: number) {
    for (let column = from; column <= Math.min(to, MAX_COLUMNS); column++)
      this.hiddenColumns.add(column - 1)
  }

  private startRow(row: number, isHidden: boolean) {
    if (!Number.isInteger(row) || row <= this.row.row) throw refuse('broken_file')
    this.row = { row, cells: new Map(), isHidden, hiddenColumns: this.hiddenColumns }
    this.lastColumn = -1
    this.count++
  }

  /** Adds the values of merged cells to each of their rows. A row with nothing else stays empty. */
  private endRow() {
    const { row, cells } = this.row
    this.openMerges = this.openMerges.filter(({ last }) => last >= row)
    if ([...cells.values()].some((cell) => !isBlank(cell)))
      for (const { column, cell } of this.openMerges)
        if (isBlank(cells.get(column) ?? '')) cells.set(column, cell)
    for (const { column, last } of this.merges.get(row) ?? []) {
      const cell = cells.get(column)
      if (cell !== undefined && !isBlank(cell)) this.openMerges.push({ column, last, cell })
    }
    this.rows.push(this.row)
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
    const value = typeof read === 'string' ? withoutInvisible(read) : read
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
    if (type === 'd')
      return validDate(new Date(/(Z|[+-]\d\d:\d\d)$/.test(value) ? value : `${value}Z`))
    if (type !== 'n') return decodeEscapes(value)
    const number = Number(value)
    if (!Number.isFinite(number)) return brokenReference()
    return this.context.isDate[style] ? validDate(dateOf(number, this.context.is1904)) : number
  }
}

const isOn = (flag: string | undefined) => flag === '1' || flag === 'true'

/** Maximum number of columns in an Excel sheet. */
const MAX_COLUMNS = 16_384

/** Returns an error value in place of a date that does not exist. */
const validDate = (date: Date): Cell => (Number.isNaN(date.getTime()) ? ERROR_VALUE : date)

function brokenReference(): never {
  throw refuse('broken_file')
}
