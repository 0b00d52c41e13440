import type { GuestMapping, Shape, ShapeSheet } from '@/lib/guests/import/mapping-schema'
import type { ColumnKind } from '@/lib/guests/import/rules'

export type Mapping = GuestMapping

/** The field chosen for each column; '' for a column that is skipped. */
export type Choices = Record<number, ColumnKind | ''>

export const guessedChoices = ({ columns }: ShapeSheet): Choices =>
  Object.fromEntries(columns.map(({ column, field }) => [column, field]))

/** Builds the mapping of the chosen sheets from the field chosen for each column. */
export function mappingOf(shape: Shape, chosen: number[], choices: Choices, tag: string): Mapping {
  const headingRows = new Map(shape.sheets.map(({ sheet, headingRow }) => [sheet, headingRow]))
  return {
    sheets: chosen.map((sheet) => ({ sheet, headingRow: headingRows.get(sheet) ?? 0 })),
    columns: Object.entries(choices).flatMap(([column, field]) =>
      field === '' ? [] : { column: Number(column), field },
    ),
    tag,
  }
}

export const sheetOf = (shape: Shape, sheet: number | undefined) =>
  shape.sheets.find((candidate) => candidate.sheet === sheet) ?? shape.sheets[0]

/**
 * Returns the guessed mapping of a sheet (default: the first chosen one) and of all sheets with the
 * same headings. Null if the file has no sheet.
 */
export function mappingOfShape(shape: Shape, sheet = shape.chosen[0]): Mapping | null {
  const first = sheetOf(shape, sheet)
  if (!first) return null
  return mappingOf(shape, first.alike, guessedChoices(first), shape.tag)
}

const headingsOf = (shape: Shape) => {
  const first = sheetOf(shape, shape.chosen[0])
  return JSON.stringify([shape.chosen, first?.headingRow, first?.columns.map((c) => c.heading)])
}

/**
 * Returns the mapping of an earlier file if the new file has the same headings in the same columns;
 * otherwise null.
 */
export const reusableMapping = (
  earlier: { shape: Shape; mapping: Mapping },
  shape: Shape,
): Mapping | null => (headingsOf(earlier.shape) === headingsOf(shape) ? earlier.mapping : null)
