/**
 * Difference between the row numbers of two sheets, above the row count of any sheet. The rows of
 * several imported sheets share one numbering: sheet 0 starts at SHEET_STEP, sheet 1 at twice that.
 */
const SHEET_STEP = 2_000_000

/** Returns a number that is unique across sheets: `row` itself if only one sheet is read. */
export const rowOfSheet = (row: number, sheet: number | null): number =>
  sheet === null ? row : (sheet + 1) * SHEET_STEP + row

const placeOf = (row: number) =>
  row < SHEET_STEP
    ? { row, sheet: null }
    : { row: row % SHEET_STEP, sheet: Math.floor(row / SHEET_STEP) - 1 }

/** Formats a row number for a message, with its sheet if several sheets are read. */
export function formatRowNumber(numbered: number): string {
  const { row, sheet } = placeOf(numbered)
  return sheet === null ? `${row}` : `${row} na ${sheet + 1}. listu`
}

/** Adds the name of the sheet to a note about a row, unless only one sheet was read. */
export const withLocation = <N extends { row: number }>(
  note: N,
  sheets: readonly string[] = [],
) => {
  const { row, sheet } = placeOf(note.row)
  return sheet === null ? note : { ...note, row, sheet: sheets[sheet] ?? `${sheet + 1}` }
}
