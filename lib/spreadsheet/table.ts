import { columnLetters, isBlank, type SheetRow, type SpreadsheetFile } from './cells'
import { readCsv } from './csv'
import { missingColumns, namelessColumn, refuse, repeatedColumn, unknownColumns } from './messages'
import type { InputRow } from './rows'
import { openWorkbook } from './xlsx/sheet'

/** Columns of a table: `fields` may be present. Of each group in `required` one must be present. */
export interface TableShape {
  fields: readonly string[]
  required: readonly (readonly string[])[]
}

/**
 * Yields the rows of a file after its first non-empty row, which has the field names. Throws
 * invalid for an unknown, repeated, missing or unnamed column, and for a table without rows.
 */
export async function* readTable(
  file: Uint8Array | SpreadsheetFile,
  shape: TableShape,
): AsyncGenerator<InputRow> {
  let names: Map<number, string> | null = null
  let rows = 0
  const { rows: rowsOf, defaultSheet } =
    file instanceof Uint8Array ? await openSpreadsheet(file) : file
  for await (const sheetRow of rowsOf(defaultSheet)) {
    if ([...sheetRow.cells.values()].every(isBlank)) continue
    if (names) {
      rows++
      const { row, isHidden } = sheetRow
      yield { row, fields: fieldsOf(sheetRow, names), isHidden }
    } else names = readNames(sheetRow, shape)
  }
  if (rows === 0) throw refuse('no_rows')
}

function readNames({ cells }: SheetRow, { fields, required }: TableShape): Map<number, string> {
  const names = new Map<number, string>()
  const unknown: string[] = []
  for (const [column, cell] of cells) {
    const text = typeof cell === 'object' ? columnLetters(column) : String(cell).trim()
    if (text === '') continue
    const name = fields.find((field) => field.toLowerCase() === text.toLowerCase())
    if (!name) unknown.push(text.slice(0, 40))
    else if ([...names.values()].includes(name)) throw repeatedColumn(name)
    else names.set(column, name)
  }
  if (unknown.length > 0) throw unknownColumns(unknown.slice(0, 10), fields)
  const present = [...names.values()]
  for (const group of required)
    if (!group.some((name) => present.includes(name))) throw missingColumns(group)
  return names
}

function fieldsOf({ row, cells }: SheetRow, names: Map<number, string>): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const [column, cell] of cells) {
    const name = names.get(column)
    if (name) fields[name] = cell
    else if (!isBlank(cell)) throw namelessColumn(columnLetters(column), row)
  }
  return fields
}

const startsWith = (file: Uint8Array, ...bytes: number[]) =>
  bytes.every((byte, i) => file[i] === byte)

/** Yields the rows of the sheet that is read by default. */
export async function* readSheet(file: Uint8Array): AsyncGenerator<SheetRow> {
  const { rows, defaultSheet } = await openSpreadsheet(file)
  yield* rows(defaultSheet)
}

/**
 * Opens a spreadsheet. Its content decides the format, not its name. Throws an error with a message
 * for the user, also while rows are read. Nothing in the file is evaluated or downloaded, and
 * unpacking stops at the size limits.
 */
export async function openSpreadsheet(file: Uint8Array): Promise<SpreadsheetFile> {
  if (file.length === 0) throw refuse('empty_file')
  if (startsWith(file, 0xd0, 0xcf, 0x11, 0xe0)) throw refuse(encryptedOrOld(file))
  if (!startsWith(file, 0x50, 0x4b))
    return { sheets: [''], defaultSheet: 0, rows: () => readCsv(file) }
  refuseOpenDocument(file)
  const book = await openWorkbook(file).catch(rethrow)
  async function* rows(sheet: number) {
    try {
      yield* book.rows(sheet)
    } catch (error) {
      rethrow(error)
    }
  }
  return { ...book, rows }
}

function rethrow(error: unknown): never {
  throw isBrokenArchive(error) ? Object.assign(refuse('broken_file'), { cause: error }) : error
}

/**
 * Distinguishes an encrypted workbook from an old .xls file: both have the same container format.
 */
const encryptedOrOld = (file: Uint8Array) =>
  Buffer.from(file.subarray(0, 1024 * 1024)).includes(Buffer.from('EncryptedPackage', 'utf16le'))
    ? 'encrypted'
    : 'old_excel'

function refuseOpenDocument(file: Uint8Array) {
  const start = Buffer.from(file.subarray(0, 120)).toString('latin1')
  if (start.includes('application/vnd.oasis.opendocument')) throw refuse('open_document')
}

/**
 * Whether an error comes from yauzl or zlib: a plain Error, which our code never throws, or a code
 * `Z_…`.
 */
const isBrokenArchive = (error: unknown) =>
  error instanceof Error &&
  (error.constructor === Error || String((error as { code?: unknown }).code).startsWith('Z_'))
