import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { ColumnFacts, TableFacts } from '../catalogue/facts'

// What the catalogue says of columns, as SQL.

/** The columns of which a fact holds, by their names in SQL. */
function columnsWhere(
  table: PgTable,
  { columns }: TableFacts,
  holds: (facts: ColumnFacts) => boolean,
) {
  return Object.entries(getTableColumns(table)).flatMap(([name, { notNull }]) => {
    const facts = columns[name]
    return facts && holds(facts) ? [{ name, sql: sql.identifier(toSnakeCase(name)), notNull }] : []
  })
}

const emptiedColumns = (table: PgTable, facts: TableFacts) =>
  columnsWhere(table, facts, ({ privacy }) => privacy?.erased === 'emptied')

/** What an erasing of the person sets. */
export const emptying = (table: PgTable, facts: TableFacts): SQL =>
  sql.join(
    emptiedColumns(table, facts).map(({ sql: column, notNull }) =>
      notNull ? sql`${column} = ''` : sql`${column} = null`,
    ),
    sql`, `,
  )

/** The same as values by the names of the code. */
export const emptied = (table: PgTable, facts: TableFacts): Record<string, string | null> =>
  Object.fromEntries(
    emptiedColumns(table, facts).map(({ name, notNull }) => [name, notNull ? '' : null]),
  )

/** Whether a row, under an alias where others stand beside it, still tells who it was. */
export const isTelling = (table: PgTable, facts: TableFacts, alias?: string): SQL =>
  sql`(${sql.join(
    emptiedColumns(table, facts).map(({ sql: name, notNull }) => {
      const column = alias ? sql`${sql.identifier(alias)}.${name}` : name
      return notNull ? sql`${column} <> ''` : sql`${column} is not null`
    }),
    sql` or `,
  )})`

/** The text that the search for a person reads, of rows under an alias. */
export const soughtText = (table: PgTable, facts: TableFacts, alias: string): SQL =>
  sql`public.fold_text(concat_ws(' ', ${sql.join(
    columnsWhere(table, facts, ({ privacy }) => privacy?.isSought === true).map(
      ({ sql: column }) => sql`${sql.identifier(alias)}.${column}`,
    ),
    sql`, `,
  )}))`

/** What the file of a person tells of rows under an alias, by the names of the code. */
export const heldColumns = (table: PgTable, facts: TableFacts, alias: string): SQL =>
  sql.join(
    columnsWhere(table, facts, ({ privacy }) => privacy !== null && !privacy.isCopy).map(
      ({ name, sql: column }) => sql`${sql.identifier(alias)}.${column} as ${sql.identifier(name)}`,
    ),
    sql`, `,
  )

/** What the end of an edition sets in rows that stay, in SQL by the names of the code. */
export const atEndOf = ({ columns }: TableFacts): Record<string, SQL> =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, { atEnd }]) =>
      atEnd === undefined ? [] : [[name, sql.raw(atEnd)]],
    ),
  )
