import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable, SelectedFields, SelectedFieldsFlat } from 'drizzle-orm/pg-core'
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'
import type { Db } from '../pool'

/** Type of a row of a query that selects these columns. */
export type RowOf<Columns extends SelectedFields> = SelectResultFields<Columns>

/** Picks columns of a table, in the order of `names`. */
export const columnsOf = <Table extends object, const Name extends keyof Table>(
  table: Table,
  names: Name[],
) => Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<Table, Name>

/** Returns the row of a statement that always returns a row. Throws if there is no row. */
export function requireRow<Row>(row: Row | null | undefined): Row {
  if (row === undefined || row === null)
    throw new Error('a statement that must return a row returned none')
  return row
}

/** New values of a row, as values or as SQL. */
type Patch<Values> = { [Name in keyof Values]?: Values[Name] | SQL }

/**
 * Queries for single rows of a table by id: get, lock until the end of the transaction, create,
 * update and delete. Each returns the row, or null if there is none. `delete` returns the deleted
 * row. `create` and `update` throw the database's error if a unique value is taken.
 */
export function rowQueries<
  Table extends PgTable & { id: PgColumn },
  Columns extends SelectedFieldsFlat,
>(table: Table, columns: Columns) {
  type Row = RowOf<Columns>
  const hasId = (id: number) => eq(table.id, id)
  const firstOrNull = (rows: unknown[]) => (rows[0] ?? null) as Row | null
  const select = (db: Db, id: number) =>
    db
      .select(columns as SelectedFieldsFlat)
      .from(table as PgTable)
      .where(hasId(id))
  const get = async (db: Db, id: number) => firstOrNull(await select(db, id))
  return {
    get,
    lock: async (tx: Db, id: number) => firstOrNull(await select(tx, id).for('update')),
    /**
     * If no value is to be set, returns the unchanged row, because an UPDATE without columns is
     * invalid SQL.
     */
    async update(db: Db, id: number, patch: Patch<Table['$inferInsert']>) {
      if (Object.values(patch).every((value) => value === undefined)) return get(db, id)
      const set = patch as Record<string, unknown>
      return firstOrNull(
        await db
          .update(table)
          .set(set)
          .where(hasId(id))
          .returning(columns as SelectedFieldsFlat),
      )
    },
    async create(db: Db, values: Table['$inferInsert']) {
      return firstOrNull(
        await db
          .insert(table)
          .values(values)
          .returning(columns as SelectedFieldsFlat),
      )
    },
    delete: async (db: Db, id: number) =>
      firstOrNull(
        await db
          .delete(table)
          .where(hasId(id))
          .returning(columns as SelectedFieldsFlat),
      ),
  }
}

/**
 * Queries for single rows of an entity. If a unique value is taken, `create` returns null or throws
 * the database's error.
 */
export interface Rows<Row> {
  get(db: Db, id: number): Promise<Row | null>
  lock(tx: Db, id: number): Promise<Row | null>
  create(db: Db, values: Omit<Row, 'id'>): Promise<Row | null>
  update(db: Db, id: number, patch: Partial<Omit<Row, 'id'>>): Promise<Row | null>
  delete(db: Db, id: number): Promise<Row | null>
}

/** SQL: ids as one array parameter. */
export const idArray = (ids: number[]) => sql`${`{${ids.join()}}`}::int[]`
