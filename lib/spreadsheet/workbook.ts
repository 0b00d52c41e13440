import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DataValidation, Worksheet } from 'exceljs'
import { withoutInvalidXml } from '@/lib/text/clean'
import { zagrebDay } from '@/lib/time/zagreb'
import { columnLetters } from './cells'

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export type CellValue = string | number | Date | null

/** `text` keeps what was written whole: zeros at the front, and no formula ever. */
const FORMATS = { text: '@', number: 'General', amount: '#,##0.00', day: 'dd.mm.yyyy.' }

export interface SheetColumn<Row> {
  header: string
  value: (row: Row) => CellValue
  kind?: keyof typeof FORMATS
  width?: number
}

/** Rows written before other requests get their turn: two milliseconds or so. */
const SLICE = 100

/**
 * An Excel workbook of one sheet, made as it is read: it asks for more rows only when the
 * reader has taken what is there, and stops asking when the reader goes away.
 */
export function writeWorkbook<Row>(
  sheetName: string,
  columns: SheetColumn<Row>[],
  rows: Iterable<Row> | AsyncIterable<Row>,
): Readable {
  const out = new PassThrough()
  void fill(out, sheetName, columns, rows).catch((error) => out.destroy(error))
  return out
}

async function fill<Row>(
  out: PassThrough,
  sheetName: string,
  columns: SheetColumn<Row>[],
  rows: Iterable<Row> | AsyncIterable<Row>,
) {
  // Half a second to load, which no other request is to wait for at the start.
  const { default: ExcelJS } = await import('exceljs')
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: out, useStyles: true })
  const sheet = book.addWorksheet(sheetName, { views: [{ state: 'frozen', ySplit: 1 }] })
  setColumns(sheet, columns)
  sheet.getRow(1).commit()
  let written = 0
  for await (const row of rows) {
    if (out.destroyed) return
    sheet.addRow(columns.map(({ value }) => literal(value(row)))).commit()
    if (++written % SLICE === 0) await untilTaken(out)
  }
  sheet.commit()
  await book.commit()
}

/** Names the columns in a bold first row. */
function setColumns<Row>(
  sheet: Pick<Worksheet, 'columns' | 'getRow'>,
  columns: Pick<SheetColumn<Row>, 'header' | 'kind' | 'width'>[],
): void {
  sheet.columns = columns.map(({ header, kind = 'text', width = 16 }) => ({
    header,
    width,
    style: { numFmt: FORMATS[kind] },
  }))
  sheet.getRow(1).font = { bold: true }
}

/**
 * Escapes a text for a workbook. Spreadsheets read `_x0041_` as a letter unless its first character is
 * escaped. Characters that XML forbids are removed, because no spreadsheet opens a workbook with them.
 */
const literal = (value: CellValue) =>
  typeof value === 'string'
    ? withoutInvalidXml(value).replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    : value

/** The writer under it keeps what it is given without limit, so the limit is kept here. */
async function untilTaken(out: PassThrough) {
  await nextTurn()
  while (!out.destroyed && out.writableNeedDrain) {
    const other = new AbortController()
    const { signal } = other
    await Promise.race([once(out, 'drain', { signal }), once(out, 'close', { signal })])
    other.abort()
  }
}

/** A file that the browser keeps, sent as it is made. */
export const fileResponse = (content: Readable | Uint8Array, name: string, type = XLSX) =>
  new Response(
    content instanceof Readable
      ? (Readable.toWeb(content) as ReadableStream<Uint8Array>)
      : new Uint8Array(content),
    {
      headers: {
        'content-type': type,
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'private, no-store',
      },
    },
  )

/** A workbook to take away, called by its name and a day, which is today unless given. */
export const datedWorkbookResponse = (
  name: string,
  content: Readable | Uint8Array,
  day = zagrebDay(new Date()),
) => fileResponse(content, `${name}-${day}.xlsx`)

interface Validations {
  add(range: string, validation: DataValidation): void
}

/** A column of a template, and what is said of it on the second sheet. */
export interface TemplateColumn {
  name: string
  help: string
  example: string
  /** Options of the cell. */
  choices?: string[]
}

/** The sheet that is filled in; an import reads it also when others stand before it. */
const SHEET = 'People'

/** The empty table as a file in the format that was asked for. */
export const templateResponse = async (
  name: string,
  columns: TemplateColumn[],
  format: 'xlsx' | 'csv',
): Promise<Response> =>
  format === 'csv'
    ? fileResponse(csvTemplate(columns), `${name}.csv`, 'text/csv; charset=utf-8')
    : fileResponse(await xlsxTemplate(columns), `${name}.xlsx`)

/** A byte order mark, by which a spreadsheet reads the text as UTF-8. */
const MARK = '\uFEFF'

/** The names of the columns, with the separator that a Croatian spreadsheet expects. */
const csvTemplate = (columns: TemplateColumn[]): Uint8Array =>
  Buffer.from(`${MARK}${columns.map(({ name }) => name).join(';')}\r\n`)

/** Rows of the template in which choices are offered. */
const OFFERED = 5000

/** An empty table to fill in, with choices where there are some, and what each column means. */
async function xlsxTemplate(columns: TemplateColumn[]): Promise<Uint8Array> {
  const { default: ExcelJS } = await import('exceljs')
  const book = new ExcelJS.Workbook()
  const sheet = book.addWorksheet(SHEET, { views: [{ state: 'frozen', ySplit: 1 }] })
  setColumns(
    sheet,
    columns.map(({ name }) => ({ header: name, width: 20 })),
  )
  const help = book.addWorksheet('Upute')
  setColumns(help, [
    { header: 'Stupac', width: 14 },
    { header: 'Što upisati', width: 70 },
    { header: 'Primjer', width: 30 },
    ...columns.filter(({ choices }) => choices).map(({ name }) => ({ header: name, width: 30 })),
  ])
  help.addRows(columns.map((column) => [column.name, column.help, column.example].map(literal)))
  let at = 3
  columns.forEach(({ choices }, column) => {
    if (choices) offer({ sheet, column }, { help, at: at++ }, choices)
  })
  return new Uint8Array(await book.xlsx.writeBuffer())
}

/** Writes the choices into a column of the second sheet, and offers them in one of the first. */
function offer(
  { sheet, column }: { sheet: Worksheet; column: number },
  { help, at }: { help: Worksheet; at: number },
  choices: string[],
) {
  choices.forEach((choice, i) => {
    help.getCell(2 + i, at + 1).value = literal(choice)
  })
  const [from, to] = [columnLetters(at), columnLetters(column)]
  const formula = `${help.name}!$${from}$2:$${from}$${choices.length + 1}`
  // The way to offer choices in a whole column, which its types leave out.
  const { dataValidations } = sheet as Worksheet & { dataValidations: Validations }
  const offered: DataValidation = { type: 'list', allowBlank: true, formulae: [formula] }
  dataValidations.add(`${to}2:${to}${OFFERED}`, offered)
}
