import { isBlank, type SheetRow, type SpreadsheetFile } from './cells'

/** The first non-empty rows of a sheet, from which the layout of its table is detected. */
export interface SeenSheet {
  sheet: number
  name: string
  rows: SheetRow[]
}

/**
 * Maximum number of sheets, and of non-empty rows per sheet, that are read to detect the layout.
 */
const MAX_SHEETS = 50
const FIRST_ROWS = 230

/** Returns the first non-empty rows of each sheet. Empty sheets are left out. */
export async function firstRows(book: SpreadsheetFile): Promise<SeenSheet[]> {
  const seen: SeenSheet[] = []
  for (const [sheet, name] of book.sheets.slice(0, MAX_SHEETS).entries()) {
    const rows: SheetRow[] = []
    for await (const row of book.rows(sheet)) {
      if (![...row.cells.values()].every(isBlank)) rows.push(row)
      if (rows.length === FIRST_ROWS) break
    }
    if (rows.length > 0) seen.push({ sheet, name, rows })
  }
  return seen
}
