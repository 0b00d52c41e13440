import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DataValidation, Worksheet } from 'exceljs'
import { withoutInvalidXml } from '@/lib/text/clean'
import { zagrebDay } from '@/lib/time/zagreb'
import { columnLetters } from './cells'

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export type CellValue = string | number | Date | null

/** Excel number formats of columns. `text` keeps leading zeros and never becomes a formula. */
const FORMATS = { text: '@', number: 'General', amount: '#,##0.00', day: 'dd.mm.yyyy.' }

export interface SheetColumn<Row> {
  header: string
  value: (row: Row) => CellValue
  kind?: keyof typeof FORMATS
  width?: number
}

/** Number of rows written before other requests get their turn, about 2 ms of work. */
const SLICE = 100

/**
 * Creates an Excel workbook with one sheet as a stream. It requests further rows only after the
 * reader has taken the previous ones, and stops when the reader disconnects.
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
  // Imported on first use: loading exceljs takes half a second, which would delay other requests.
  const { default: ExcelJS } = await import('exceljs')
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: out, useStyles: true })
  const sheet = book.addWorksheet(sheetName, { views: [{ state: 'frozen', ySplit: 1 }] })
  setColumns(sheet, columns)
  sheet.getRow(1).commit()
  let written = 0
  for await (const row of rows) {
    if (out.destroyed) return
    sheet.addRow(columns.map(({ value }) => literal(value(row)))).commit()
    if (++written % SLICE === 0) await waitForReader(out)
  }
  sheet.commit()
  await book.commit()
}

/** Sets the columns of a sheet, with their names in a bold first row. */
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

/**
 * Waits until the reader has taken the written data, because exceljs buffers it without a limit.
 */
async function waitForReader(out: PassThrough) {
  await nextTurn()
  while (!out.destroyed && out.writableNeedDrain) {
    const controller = new AbortController()
    const { signal } = controller
    await Promise.race([once(out, 'drain', { signal }), once(out, 'close', { signal })])
    controller.abort()
  }
}

/** Creates a response that the browser saves as a file. A stream is sent while it is created. */
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

/**
 * Creates the download response of a workbook named `{name}-{day}.xlsx`; `day` is today by default.
 */
export const datedWorkbookResponse = (
  name: string,
  content: Readable | Uint8Array,
  day = zagrebDay(new Date()),
) => fileResponse(content, `${name}-${day}.xlsx`)

interface Validations {
  add(range: string, validation: DataValidation): void
}

/** A column of an import template, with the help text for the second sheet. */
export interface TemplateColumn {
  name: string
  help: string
  example: string
  /** Values that the cells of the column offer in a drop-down list. */
  choices?: string[]
}

/**
 * Name of the sheet to fill in. An import finds the sheet by this name, also after other sheets.
 */
const SHEET = 'People'

/** Creates the download response of an empty import template in the requested format. */
export const templateResponse = async (
  name: string,
  columns: TemplateColumn[],
  format: 'xlsx' | 'csv',
): Promise<Response> =>
  format === 'csv'
    ? fileResponse(csvTemplate(columns), `${name}.csv`, 'text/csv; charset=utf-8')
    : fileResponse(await xlsxTemplate(columns), `${name}.xlsx`)

/** Byte order mark, by which a spreadsheet program recognizes UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Returns the CSV template: the column names, with the separator of Croatian spreadsheet programs.
 */
const csvTemplate = (columns: TemplateColumn[]): Uint8Array =>
  Buffer.from(`${BYTE_ORDER_MARK}${columns.map(({ name }) => name).join(';')}\r\n`)

/** Last row of the template whose cells offer a drop-down list. */
const LAST_ROW_WITH_CHOICES = 5000

/**
 * Creates the Excel template: an empty table with drop-down lists, and a sheet that explains the
 * columns.
 */
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
    if (choices) addChoices({ sheet, column }, { help, at: at++ }, choices)
  })
  return new Uint8Array(await book.xlsx.writeBuffer())
}

/**
 * Writes the choices into a column of the help sheet, and offers them as a drop-down list in a
 * column of the sheet to fill in.
 */
function addChoices(
  { sheet, column }: { sheet: Worksheet; column: number },
  { help, at }: { help: Worksheet; at: number },
  choices: string[],
) {
  choices.forEach((choice, i) => {
    help.getCell(2 + i, at + 1).value = literal(choice)
  })
  const [from, to] = [columnLetters(at), columnLetters(column)]
  const formula = `${help.name}!$${from}$2:$${from}$${choices.length + 1}`
  // The types of exceljs lack `dataValidations`, which sets a drop-down list for a whole column.
  const { dataValidations } = sheet as Worksheet & { dataValidations: Validations }
  const validation: DataValidation = { type: 'list', allowBlank: true, formulae: [formula] }
  dataValidations.add(`${to}2:${to}${LAST_ROW_WITH_CHOICES}`, validation)
}
