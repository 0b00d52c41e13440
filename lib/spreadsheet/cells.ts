/** Value of a cell. A date has no time zone: its UTC parts are the year, day and hour of the spreadsheet. */
export type Cell = string | number | boolean | Date | InvalidCell

/** A row with its number in the spreadsheet. Blank cells are left out. */
export interface SheetRow {
  row: number
  cells: Map<number, Cell>
  /** Hidden in the file, by hand or by a filter. */
  isHidden?: boolean
  /** Columns that are hidden in the sheet. */
  hiddenColumns?: ReadonlySet<number>
}

/** A file of tables: a workbook's sheets, or the one of a text, which has no name. */
export interface SpreadsheetFile {
  sheets: string[]
  /** Index of the sheet that is read by default. */
  usual: number
  rows: (sheet: number) => AsyncGenerator<SheetRow>
}

export const isBlank = (cell: Cell) => typeof cell === 'string' && cell.trim() === ''

/** Content of a cell that is no value, with the reason. Formulas are never evaluated. */
export class InvalidCell {
  constructor(readonly sentence: string) {}
}

export const FORMULA = new InvalidCell(
  'Sadrži formulu; kopirajte stupac pa ga zalijepite kao vrijednosti',
)

export const ERROR_VALUE = new InvalidCell('Sadrži pogrešku iz tablice')

/** Column 0 is A, 26 is AA. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter
}

/** The column of `AB12`, or null when it names none that a spreadsheet has. */
export function columnOf(reference: string): number | null {
  const letters = /^\$?([A-Z]{1,3})\$?\d+$/i.exec(reference)?.[1]?.toUpperCase()
  if (!letters) return null
  const index = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  return index - 1
}
