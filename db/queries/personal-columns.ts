import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { ColumnFacts, TableFacts } from '../catalogue/facts'

// SQL that is built from the facts about columns in db/catalogue.

/** Returns the columns whose facts satisfy `matches`, with their SQL names. */
function columnsWhere(
  table: PgTable,
  { columns }: TableFacts,
  matches: (facts: ColumnFacts) => boolean,
) {
  return Object.entries(getTableColumns(table)).flatMap(([name, { notNull }]) => {
    const facts = columns[name]
    return facts && matches(facts)
      ? [{ name, sql: sql.identifier(toSnakeCase(name)), notNull }]
      : []
  })
}

const emptiedColumns = (table: PgTable, facts: TableFacts) =>
  columnsWhere(table, facts, ({ privacy }) => privacy?.erased === 'emptied')

/** SQL: the SET list of an UPDATE that empties the columns with personal data. */
export const emptyPersonalColumns = (table: PgTable, facts: TableFacts): SQL =>
  sql.join(
    emptiedColumns(table, facts).map(({ sql: column, notNull }) =>
      notNull ? sql`${column} = ''` : sql`${column} = null`,
    ),
    sql`, `,
  )

/** Returns the empty values of the columns with personal data, by property name. */
export const emptyPersonalValues = (
  table: PgTable,
  facts: TableFacts,
): Record<string, string | null> =>
  Object.fromEntries(
    emptiedColumns(table, facts).map(({ name, notNull }) => [name, notNull ? '' : null]),
  )

/** SQL: whether a row contains personal data. In a join, pass the table's alias. */
export const containsPersonalData = (table: PgTable, facts: TableFacts, alias?: string): SQL =>
  sql`(${sql.join(
    emptiedColumns(table, facts).map(({ sql: name, notNull }) => {
      const column = alias ? sql`${sql.identifier(alias)}.${name}` : name
      return notNull ? sql`${column} <> ''` : sql`${column} is not null`
    }),
    sql` or `,
  )})`

/** SQL: the normalized text that the person search reads, without the columns `except`. */
export const searchText = (
  table: PgTable,
  facts: TableFacts,
  alias: string,
  except: readonly string[] = [],
): SQL =>
  sql`public.fold_text(${sql.join(
    columnsWhere(table, facts, ({ privacy }) => privacy?.isSearched === true)
      .filter(({ name }) => !except.includes(name))
      .map(({ sql: column }) => sql`coalesce(${sql.identifier(alias)}.${column}, '')`),
    sql` || ' ' || `,
  )})`

/** SQL: the columns that the export of a person's data contains, by property name. */
export const exportColumns = (table: PgTable, facts: TableFacts, alias: string): SQL =>
  sql.join(
    columnsWhere(table, facts, ({ privacy }) => privacy !== null && !privacy.isCopy).map(
      ({ name, sql: column }) => sql`${sql.identifier(alias)}.${column} as ${sql.identifier(name)}`,
    ),
    sql`, `,
  )

/**
 * Returns the values that the end of an edition sets in rows that it keeps, as SQL by property
 * name.
 */
export const endOfEditionValues = ({ columns }: TableFacts): Record<string, SQL> =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, { atEnd }]) =>
      atEnd === undefined ? [] : [[name, sql.raw(atEnd)]],
    ),
  )
