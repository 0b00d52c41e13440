import { and, asc, type Column, desc, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable, SelectedFields } from 'drizzle-orm/pg-core'
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'
import type { Db } from '../client'

/**
 * How a list can be searched and ordered. `text` fields match anywhere, ignoring case and
 * diacritics; `exact` ones compare the whole search, already turned into a condition.
 */
export interface ListShape {
  text: Record<string, SQL>
  exact: Record<string, (value: string) => SQL>
  order: Record<string, SQL | PgColumn>
  /** All text fields, a space between them, in one column with an index of its own. */
  together?: SQL
  /** Two text fields in one column, already folded: neither is folded again for every row. */
  pair?: { fields: [string, string]; text: SQL }
}

export interface ListSearch {
  search: string
  searchFields: string[]
}

/** What every list takes: the search, the order, and which stretch of it. */
export interface ListParams extends ListSearch {
  ordering: { field: string; descending: boolean } | null
  limit: number | null
  offset: number
}

/** The fields a list answers to; `byDefault` are searched when none is named. */
export const fieldsOf = (shape: ListShape, byDefault: string[]) => ({
  search: [...Object.keys(shape.text), ...Object.keys(shape.exact)],
  byDefault,
  order: Object.keys(shape.order),
})

/** A switch of the table against '0' or '1'; anything else matches nothing. */
export const matchesFlag = (column: Column) => (value: string) =>
  value === '1' ? sql`${column}` : value === '0' ? sql`not ${column}` : sql`false`

interface Limitable<Row> extends PromiseLike<Row[]> {
  limit(n: number): PromiseLike<Row[]>
}

/** A stretch of a list, and how many rows there are in all. */
export interface Page<Row> {
  rows: Row[]
  total: number
}

/** Both, asked for together. */
export async function pageOf<Row>(
  query: Limitable<Row>,
  limit: number | null,
  count: PromiseLike<number>,
): Promise<Page<Row>> {
  const [rows, total] = await Promise.all([limit === null ? query : query.limit(limit), count])
  return { rows, total }
}

/** The word for LIKE, its own wildcards taken literally. */
export const literal = (word: string) => word.replace(/[\\%_]/g, '\\$&')

export const containsPattern = (word: string) => `%${literal(word)}%`

const isLike = (text: SQL, word: string) =>
  sql`${text} like public.fold_text(${containsPattern(word)})`

/** Each word in at least one of the text fields, or the whole search in an exact one. */
export function searchCondition(shape: ListShape, params: ListSearch): SQL | undefined {
  if (params.search === '') return undefined
  const named = params.searchFields.filter((f) => f in shape.text)
  const pair = shape.pair?.fields.every((f) => named.includes(f)) ? shape.pair : undefined
  const texts = named.flatMap((f) => (pair?.fields.includes(f) ? [] : (shape.text[f] ?? [])))
  if (pair) texts.push(pair.text)
  const exacts = params.searchFields.flatMap((f) => shape.exact[f]?.(params.search) ?? [])
  const words = params.search.split(/\s+/).filter(Boolean)
  const isAll = shape.together && Object.keys(shape.text).every((f) => named.includes(f))
  const inTexts = texts.length
    ? and(
        ...words.map((word) =>
          and(
            shape.together && isLike(shape.together, word),
            isAll ? undefined : or(...texts.map((text) => isLike(text, word))),
          ),
        ),
      )
    : undefined
  return or(inTexts, ...exacts) ?? sql`false`
}

/** The ordering asked for, or none; the caller adds a last, unique column. */
export function orderBy(
  shape: ListShape,
  ordering: { field: string; descending: boolean } | null,
): SQL[] {
  const column = ordering && shape.order[ordering.field]
  if (!column) return []
  return [ordering.descending ? sql`${desc(column)} nulls last` : asc(column)]
}

/** A list of one table: what is read of a row, and the order of those that nothing else orders. */
interface TableList<Columns extends SelectedFields> {
  table: PgTable
  columns: Columns
  shape: ListShape
  last: (PgColumn | SQL)[]
}

/** The rows of such a list that are asked for; `always` leaves others out, whatever is searched. */
export async function pageOfTable<Columns extends SelectedFields>(
  db: Db,
  { table, columns, shape, last }: TableList<Columns>,
  params: ListParams,
  always?: SQL,
): Promise<Page<SelectResultFields<Columns>>> {
  const where = and(always, searchCondition(shape, params))
  const query = db
    .select(columns as SelectedFields)
    .from(table)
    .where(where)
    .orderBy(...orderBy(shape, params.ordering), ...last)
    .offset(params.offset)
    .$dynamic()
  const { rows, total } = await pageOf(query, params.limit, db.$count(table, where))
  // Of columns that are a parameter the builder cannot say what it selects.
  return { rows: rows as SelectResultFields<Columns>[], total }
}
