import { and, asc, type Column, desc, eq, getTableColumns, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable, SelectedFields, SelectedFieldsFlat } from 'drizzle-orm/pg-core'
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'
import type { Db } from '../client'
import { folded } from '../schema/columns'

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
export const isSwitch = (column: Column) => (value: string) =>
  value === '1' ? sql`${column}` : value === '0' ? sql`not ${column}` : sql`false`

interface Limitable<Row> extends PromiseLike<Row[]> {
  limit(n: number): PromiseLike<Row[]>
}

/** The rows of a stretch and how many there are in all, asked for together. */
export async function pageOf<Row>(
  query: Limitable<Row>,
  limit: number | null,
  count: PromiseLike<number>,
): Promise<{ rows: Row[]; total: number }> {
  const [rows, total] = await Promise.all([limit === null ? query : query.limit(limit), count])
  return { rows, total }
}

/** The word for LIKE, its own wildcards taken literally. */
export const literal = (word: string) => word.replace(/[\\%_]/g, '\\$&')

export const anywhere = (word: string) => `%${literal(word)}%`

const isLike = (text: SQL, word: string) => sql`${text} like public.fold_text(${anywhere(word)})`

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
  /** Leaves others out, whatever is searched for. */
  where?: SQL
}

/** The rows of such a list that are asked for, and how many match. */
export function pageOfTable<Columns extends SelectedFields>(
  db: Db,
  { table, columns, shape, last, where: always }: TableList<Columns>,
  params: ListParams,
): Promise<{ rows: SelectResultFields<Columns>[]; total: number }> {
  const where = and(always, searchCondition(shape, params))
  const query = db
    .select(columns as SelectedFields)
    .from(table)
    .where(where)
    .orderBy(...orderBy(shape, params.ordering), ...last)
    .offset(params.offset)
    .$dynamic()
  return pageOf(
    query as unknown as Limitable<SelectResultFields<Columns>>,
    params.limit,
    db.$count(table, where),
  )
}

/**
 * One row of a table by its id: read, held until the end of the transaction, changed, and
 * deleted (which answers it as it was); null where there is none. Of a changed row a taken
 * unique value throws the database's own violation.
 */
export function rowsOf<
  Table extends PgTable & { id: PgColumn },
  Columns extends SelectedFieldsFlat,
>(table: Table, columns: Columns) {
  type Row = SelectResultFields<Columns>
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
    async update(db: Db, id: number, patch: Partial<Table['$inferInsert']>) {
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

/** A table whose rows are texts under a number. */
export type TextTable<Row> = PgTable & { id: PgColumn; $inferSelect: Row }

/** All of such a table, found by any of these texts and ordered by each, unless asked by the first. */
export function rowsOfTexts<Row>(table: TextTable<Row>, texts: (keyof Row & string)[]) {
  const columns = getTableColumns(table)
  const text = Object.fromEntries(texts.map((name) => [name, folded(columns[name] as Column)]))
  const shape: ListShape = { text, exact: {}, order: { id: table.id, ...text } }
  const all = { table, columns, shape, last: [...Object.values(text).slice(0, 1), table.id] }
  const create = async (db: Db, values: Omit<Row, 'id'>) =>
    (await db.insert(table).values(values).returning(columns))[0]
  return {
    fields: fieldsOf(shape, texts),
    list: (db: Db, params: ListParams): Promise<{ rows: Row[]; total: number }> =>
      pageOfTable<SelectedFields>(db, all, params) as never,
    ...({
      ...rowsOf(table as PgTable & { id: PgColumn }, columns),
      create,
    } as unknown as Rows<Row>),
  }
}

/** Numbers of rows as one value. */
export const idArray = (ids: number[]) => sql`${`{${ids.join()}}`}::int[]`
