import { getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { ColumnFacts, Viewer } from '../catalogue/facts'

/** Names of the columns that the catalogue allows a viewer to see. */
export type VisibleColumns<Columns, V extends Viewer> = {
  [C in keyof Columns]: Columns[C] extends { viewers: readonly (infer Viewers)[] }
    ? V extends Viewers
      ? C
      : never
    : never
}[keyof Columns]

/** Returns the columns of a table that the catalogue allows a viewer to see. */
export function shownTo<
  V extends Viewer,
  Table extends PgTable,
  const Columns extends Readonly<Record<string, ColumnFacts>>,
>(viewer: V, table: Table, { columns }: { columns: Columns }) {
  const shown = Object.entries(getTableColumns(table)).filter(([name]) =>
    columns[name]?.viewers.includes(viewer),
  )
  return Object.fromEntries(shown) as Pick<
    Table['_']['columns'],
    VisibleColumns<Columns, V> & keyof Table['_']['columns']
  >
}
