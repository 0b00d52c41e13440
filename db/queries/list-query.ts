import { and, asc, type Column, desc, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable, SelectedFields } from 'drizzle-orm/pg-core'
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'
import type { Db } from '../pool'

/**
 * Search and sort fields of a list. Each word of a search may match anywhere in a `text` field,
 * ignoring case and diacritics. An `exact` field is compared with the whole search text.
 */
export interface ListShape {
  text: Record<string, SQL>
  exact: Record<string, (value: string) => SQL>
  order: Record<string, SQL | PgColumn>
  /** One column with all text fields, separated by spaces, that has a trigram index. */
  together?: SQL
  /**
   * Two text fields that are also stored as one normalized column, so that a search need not
   * normalize them for each row.
   */
  pair?: { fields: [string, string]; text: SQL }
}

export interface ListSearch {
  search: string
  searchFields: string[]
}

/** Search, order and range of a list request. */
export interface ListParams extends ListSearch {
  ordering: { field: string; descending: boolean } | null
  limit: number | null
  offset: number
}

/** Field names of a list. The fields of `byDefault` are searched if the request names none. */
export const fieldsOf = (shape: ListShape, byDefault: string[]) => ({
  search: [...Object.keys(shape.text), ...Object.keys(shape.exact)],
  byDefault,
  order: Object.keys(shape.order),
})

/** Condition that a boolean column equals '0' or '1'. Any other value matches no row. */
export const matchesFlag = (column: Column) => (value: string) =>
  value === '1' ? sql`${column}` : value === '0' ? sql`not ${column}` : sql`false`

interface Limitable<Row> extends PromiseLike<Row[]> {
  limit(n: number): PromiseLike<Row[]>
}

/** A page of a list, with the number of all matching rows. */
export interface Page<Row> {
  rows: Row[]
  total: number
}

/** Returns a page of a list. Runs the query for the rows and the count concurrently. */
export async function pageOf<Row>(
  query: Limitable<Row>,
  limit: number | null,
  count: PromiseLike<number>,
): Promise<Page<Row>> {
  const [rows, total] = await Promise.all([limit === null ? query : query.limit(limit), count])
  return { rows, total }
}

/**
 * Escapes the wildcards of LIKE in a word. The word is decomposed first, because `fold_text` turns
 * other characters into wildcards: the full-width `％` into `%`.
 */
export const literal = (word: string) => word.normalize('NFKD').replace(/[\\%_]/g, '\\$&')

export const containsPattern = (word: string) => `%${literal(word)}%`

const containsWord = (text: SQL, word: string) =>
  sql`${text} like public.fold_text(${containsPattern(word)})`

/**
 * SQL: each word of the search matches a text field, or the whole search equals an exact field.
 * Returns undefined for an empty search.
 */
export function searchCondition(shape: ListShape, params: ListSearch): SQL | undefined {
  if (params.search === '') return undefined
  const textFields = params.searchFields.filter((f) => f in shape.text)
  const pair = shape.pair?.fields.every((f) => textFields.includes(f)) ? shape.pair : undefined
  const texts = textFields.flatMap((f) => (pair?.fields.includes(f) ? [] : (shape.text[f] ?? [])))
  if (pair) texts.push(pair.text)
  const exactConditions = params.searchFields.flatMap((f) => shape.exact[f]?.(params.search) ?? [])
  const words = params.search.split(/\s+/).filter(Boolean)
  const hasAllTextFields =
    shape.together && Object.keys(shape.text).every((f) => textFields.includes(f))
  const inTexts = texts.length
    ? and(
        ...words.map((word) =>
          and(
            shape.together && containsWord(shape.together, word),
            hasAllTextFields ? undefined : or(...texts.map((text) => containsWord(text, word))),
          ),
        ),
      )
    : undefined
  return or(inTexts, ...exactConditions) ?? sql`false`
}

/**
 * Returns the requested order; empty if none is requested. The caller must append a unique column,
 * so that the order is always the same.
 */
export function orderBy(
  shape: ListShape,
  ordering: { field: string; descending: boolean } | null,
): SQL[] {
  const column = ordering && shape.order[ordering.field]
  if (!column) return []
  return [ordering.descending ? sql`${desc(column)} nulls last` : asc(column)]
}

/** A list of one table. `last` orders rows that the requested order leaves equal. */
interface TableList<Columns extends SelectedFields> {
  table: PgTable
  columns: Columns
  shape: ListShape
  last: (PgColumn | SQL)[]
}

/** Returns a page of the list of one table. Every row must also meet the condition `always`. */
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
  // The query builder cannot infer the row type of generic columns.
  return { rows: rows as SelectResultFields<Columns>[], total }
}
