import type { ColumnFacts } from '@/db/catalogue/facts'
import type { CellValue, SheetColumn } from './workbook'

type ExportedField<Columns> = {
  [C in keyof Columns]: Columns[C] extends { exported: infer Widths extends object }
    ? keyof Widths & string
    : never
}[keyof Columns]

/**
 * Returns the columns of an export in the order of the catalogue (db/catalogue). `cellOf` converts
 * a field to its cell value; by default the value is unchanged. An empty text leaves the cell
 * empty.
 */
export function exportedColumns<
  const Columns extends Readonly<Record<string, ColumnFacts>>,
  Row extends Record<ExportedField<Columns>, CellValue>,
>(
  columns: Columns,
  cellOf: (row: Row, field: ExportedField<Columns>) => CellValue = (row, field) => row[field],
): SheetColumn<Row>[] {
  return Object.values<ColumnFacts>(columns).flatMap(({ label, exported }) =>
    Object.entries(exported ?? {}).map(([name, width]) => {
      const field = name as ExportedField<Columns>
      const value = (row: Row) => {
        const cell = cellOf(row, field)
        return cell === '' ? null : cell
      }
      return { header: label, width, value }
    }),
  )
}
