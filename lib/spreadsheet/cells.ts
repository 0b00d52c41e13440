/** Value of a cell. A date has no time zone: its UTC parts are the year, day and hour of the spreadsheet. */
export type Cell = string | number | boolean | Date | InvalidCell

/**
 * A row with its number in the spreadsheet. `cells` is keyed by column index, without empty cells.
 */
export interface SheetRow {
  row: number
  cells: Map<number, Cell>
  /** Whether the row is hidden in the file, by the user or by a filter. */
  isHidden?: boolean
  /** Columns that are hidden in the sheet. */
  hiddenColumns?: ReadonlySet<number>
}

/** An opened spreadsheet file. A CSV file has one sheet, with an empty name. */
export interface SpreadsheetFile {
  sheets: string[]
  /** Index of the sheet that is read by default. */
  defaultSheet: number
  rows: (sheet: number) => AsyncGenerator<SheetRow>
}

export const isBlank = (cell: Cell) => typeof cell === 'string' && cell.trim() === ''

/**
 * A cell whose content cannot be used as a value, with the reason as a Croatian sentence. Formulas
 * are never evaluated.
 */
export class InvalidCell {
  constructor(readonly sentence: string) {}
}

export const FORMULA = new InvalidCell(
  'Sadrži formulu; kopirajte stupac pa ga zalijepite kao vrijednosti',
)

export const ERROR_VALUE = new InvalidCell('Sadrži pogrešku iz tablice')

/**
 * Whether a date cell has a day. A cell with only a time has a day in or before 1904, where
 * spreadsheets start to count the days.
 */
const hasDay = (value: Date) => value.getUTCFullYear() > 1904

/** Formats a date cell, which has no time zone, as a user would type it. */
export function typedDate(value: Date): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const clock = `${two(value.getUTCHours())}:${two(value.getUTCMinutes())}`
  const [day, month, year] = [value.getUTCDate(), value.getUTCMonth() + 1, value.getUTCFullYear()]
  return hasDay(value) ? `${day}.${month}.${year}. ${clock}` : clock
}

/** Formats the value of a field as a user would type it; '' for no value and for an unusable cell. */
export function typedText(value: unknown): string {
  if (value instanceof Date) return typedDate(value)
  if (value === true) return '1'
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

/** Returns the letters of a column index: 0 is A, 26 is AA. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter
}

/** Returns the column index of a cell reference such as `AB12`, or null for an invalid one. */
export function columnOf(reference: string): number | null {
  const letters = /^\$?([A-Z]{1,3})\$?\d+$/i.exec(reference)?.[1]?.toUpperCase()
  if (!letters) return null
  const index = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  return index - 1
}
