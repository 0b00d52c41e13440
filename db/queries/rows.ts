import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable, SelectedFields, SelectedFieldsFlat } from 'drizzle-orm/pg-core'
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'
import type { Db } from '../client'

/** What a row is, of which these columns are read. */
export type RowOf<Columns extends SelectedFields> = SelectResultFields<Columns>

/** These columns of a table and no others, in this order. */
export const columnsOf = <Table extends object, const Name extends keyof Table>(
  table: Table,
  names: Name[],
) => Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<Table, Name>

/** The row of a statement that always gives one. */
export function requireRow<Row>(row: Row | null | undefined): Row {
  if (row === undefined || row === null)
    throw new Error('a statement that always gives a row gave none')
  return row
}

/** Some values of a row, or what the database makes of them. */
type Patch<Values> = { [Name in keyof Values]?: Values[Name] | SQL }

/**
 * One row of a table by its id: read, held until the end of the transaction, changed, and
 * deleted (which answers it as it was); null where there is none. Of a changed row a taken
 * unique value throws the database's own violation.
 */
export function rowQueries<
  Table extends PgTable & { id: PgColumn },
  Columns extends SelectedFieldsFlat,
>(table: Table, columns: Columns) {
  type Row = RowOf<Columns>
  const is = (id: number) => eq(table.id, id)
  const one = (rows: unknown[]) => (rows[0] ?? null) as Row | null
  const select = (db: Db, id: number) =>
    db
      .select(columns as SelectedFieldsFlat)
      .from(table as PgTable)
      .where(is(id))
  const get = async (db: Db, id: number) => one(await select(db, id))
  return {
    get,
    lock: async (tx: Db, id: number) => one(await select(tx, id).for('update')),
    /** Sets what is given; an UPDATE cannot set nothing. */
    async update(db: Db, id: number, patch: Patch<Table['$inferInsert']>) {
      if (Object.values(patch).every((value) => value === undefined)) return get(db, id)
      const set = patch as Record<string, unknown>
      return one(
        await db
          .update(table)
          .set(set)
          .where(is(id))
          .returning(columns as SelectedFieldsFlat),
      )
    },
    delete: async (db: Db, id: number) =>
      one(
        await db
          .delete(table)
          .where(is(id))
          .returning(columns as SelectedFieldsFlat),
      ),
  }
}

/** The rows of a noun one by one; a new one is null when its key is taken. */
export interface Rows<Row> {
  get(db: Db, id: number): Promise<Row | null>
  lock(tx: Db, id: number): Promise<Row | null>
  create(db: Db, values: Omit<Row, 'id'>): Promise<Row | null>
  update(db: Db, id: number, patch: Partial<Omit<Row, 'id'>>): Promise<Row | null>
  delete(db: Db, id: number): Promise<Row | null>
}

/** Numbers of rows as one value. */
export const idArray = (ids: number[]) => sql`${`{${ids.join()}}`}::int[]`
