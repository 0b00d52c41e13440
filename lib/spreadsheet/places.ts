/** More than the rows of any sheet: of several sheets, each counts from its own multiple of it. */
const SHEET_STEP = 2_000_000

/** One number for a row of one of several sheets, which is `row` itself where there is one alone. */
export const rowOfSheet = (row: number, sheet: number | null): number =>
  sheet === null ? row : (sheet + 1) * SHEET_STEP + row

const placeOf = (row: number) =>
  row < SHEET_STEP
    ? { row, sheet: null }
    : { row: row % SHEET_STEP, sheet: Math.floor(row / SHEET_STEP) - 1 }

/** A row as a sentence names it. */
export function rowWords(numbered: number): string {
  const { row, sheet } = placeOf(numbered)
  return sheet === null ? `${row}` : `${row} na ${sheet + 1}. listu`
}

/** Adds the sheet to a note about a row. Left out when only one sheet was read. */
export const withLocation = <N extends { row: number }>(
  note: N,
  sheets: readonly string[] = [],
) => {
  const { row, sheet } = placeOf(note.row)
  return sheet === null ? note : { ...note, row, sheet: sheets[sheet] ?? `${sheet + 1}` }
}
