import type { DataValidation, Worksheet } from 'exceljs'
import { columnLetters } from './cells'
import { fileResponse, setColumns } from './workbook'

interface Validations {
  add(range: string, validation: DataValidation): void
}

/** A column of a template, and what is said of it on the second sheet. */
export interface TemplateColumn {
  name: string
  help: string
  example: string
  /** What may be chosen in it. */
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
  help.addRows(columns.map((column) => [column.name, column.help, column.example]))
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
    help.getCell(2 + i, at + 1).value = choice
  })
  const [from, to] = [columnLetters(at), columnLetters(column)]
  const formula = `${help.name}!$${from}$2:$${from}$${choices.length + 1}`
  // The way to offer choices in a whole column, which its types leave out.
  const { dataValidations } = sheet as unknown as { dataValidations: Validations }
  const offered: DataValidation = { type: 'list', allowBlank: true, formulae: [formula] }
  dataValidations.add(`${to}2:${to}${OFFERED}`, offered)
}
