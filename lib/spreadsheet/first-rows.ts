import { isBlank, type SheetRow, type SpreadsheetFile } from './cells'

/** The rows of a sheet that have something in them, as far as they are looked at. */
export interface SeenSheet {
  sheet: number
  name: string
  rows: SheetRow[]
}

/** Sheets and rows that are looked at to tell what a table is. */
const MOST_SHEETS = 50
const FIRST_ROWS = 230

/** The beginning of each sheet that is not empty. */
export async function firstRows(book: SpreadsheetFile): Promise<SeenSheet[]> {
  const seen: SeenSheet[] = []
  for (const [sheet, name] of book.sheets.slice(0, MOST_SHEETS).entries()) {
    const rows: SheetRow[] = []
    for await (const row of book.rows(sheet)) {
      if (![...row.cells.values()].every(isBlank)) rows.push(row)
      if (rows.length === FIRST_ROWS) break
    }
    if (rows.length > 0) seen.push({ sheet, name, rows })
  }
  return seen
}
