import { getTableColumns } from 'drizzle-orm'
import type { PgColumn, PgTable, SelectedFieldsFlat } from 'drizzle-orm/pg-core'
import type { TableFacts, Viewer } from '../catalogue/facts'
import { TABLES, type TableName } from '../catalogue/tables'
import type { Db } from '../pool'
import * as schema from '../schema'
import { normalized } from '../schema/columns'
import { fieldsOf, type ListParams, type ListShape, type Page, pageOfTable } from './list-query'
import { type Rows, rowQueries } from './rows'
import { shownTo, type VisibleColumns } from './shown-columns'

type Stored<T extends TableName> = (typeof schema)[T]

type ColumnsOf<T extends TableName> = (typeof TABLES)[T]['columns']

/** Row of a table with only the columns that a viewer may see. */
type VisibleRow<T extends TableName, V extends Viewer> = Pick<
  Stored<T>['$inferSelect'],
  VisibleColumns<ColumnsOf<T>, V> & keyof Stored<T>['$inferSelect']
>

/**
 * Queries for the list and the single rows of a table, and the fields by which the list is searched
 * and sorted.
 */
export interface TableQueries<Row> extends Rows<Row> {
  fields: ReturnType<typeof fieldsOf>
  list(db: Db, params: ListParams): Promise<Page<Row>>
}

/** Tables whose rows have an id. */
type TableWithId = {
  [T in TableName]: Stored<T> extends { id: PgColumn } ? T : never
}[TableName]

const storedTables: Record<TableWithId, PgTable & { id: PgColumn }> = schema

/**
 * Returns the queries of a table that needs nothing but the catalogue: a viewer sees, searches and
 * sorts the columns that the catalogue allows. By default, rows are ordered by the column `first`.
 */
export function tableQueries<T extends TableWithId, V extends Viewer>(
  name: T,
  viewer: V,
  first: keyof ColumnsOf<T> & string,
): TableQueries<VisibleRow<T, V>>
// The implementation is untyped, because the query builder cannot infer the row type of columns
// that are chosen at run time.
export function tableQueries(name: TableWithId, viewer: Viewer, first: string) {
  const table = storedTables[name]
  const facts: TableFacts = TABLES[name]
  const columns: SelectedFieldsFlat = shownTo(viewer, table, facts)
  const stored = Object.entries(getTableColumns(table))
  const allowed = (fact: 'searchedBy' | 'sortedBy') =>
    stored.filter(([column]) => facts.columns[column]?.[fact]?.includes(viewer))
  const text = Object.fromEntries(
    allowed('searchedBy').map(([column, value]) => [column, normalized(value)]),
  )
  const order = Object.fromEntries(
    allowed('sortedBy').map(([column, value]) => [column, text[column] ?? value]),
  )
  const shape: ListShape = { text, exact: {}, order }
  const last = [order[first] ?? table.id, table.id]
  return {
    fields: fieldsOf(shape, Object.keys(text)),
    list: (db: Db, params: ListParams) => pageOfTable(db, { table, columns, shape, last }, params),
    ...rowQueries(table, columns),
  }
}
