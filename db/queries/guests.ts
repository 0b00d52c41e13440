import {
  and,
  asc,
  type Column,
  desc,
  eq,
  type GetColumnData,
  getTableColumns,
  gt,
  isNotNull,
  isNull,
  not,
  type SQL,
  sql,
} from 'drizzle-orm'
import { GUEST_TABLE, GUEST_TEXT_FIELDS, guestFields } from '../catalogue/guests'
import type { Db } from '../pool'
import { prepareStatement, projection, queryRows } from '../prepared'
import { guestLists } from '../schema/guest-lists'
import { guests } from '../schema/guests'
import { cellsOf, listCounts, listOf } from './guests-lists'
import { fieldsOf, type ListSearch, type ListShape, orderBy, searchCondition } from './list-query'
import { containsPersonalData } from './personal-columns'
import { columnsOf, idArray } from './rows'

/** Text columns of a guest that staff can edit. */
export const guestTexts = columnsOf(guests, GUEST_TEXT_FIELDS)

/** SQL: whether a guest is deleted and its row still contains personal data. */
export const hasPersonalData = sql`deleted_at is not null and ${containsPersonalData(guests, GUEST_TABLE)}`

const {
  createdAt: _created,
  enteredGate: _gate,
  searchName: _folded,
  search: _all,
  ...own
} = getTableColumns(guests)

/** Columns of a guest and their property names, the same for all queries that return guests. */
const guestColumns = {
  ...own,
  /** Label of the guest list: its name, for a sponsor list after the slug (rule 4.14). */
  tag: guestLists.label,
  /** Whether the guest is on the freshers' list, whatever its name. */
  isBrucosi: sql<boolean>`${guestLists.role} is not distinct from 'brucosi'`,
  /** Version of the row for the optimistic lock. Each change of the row gives it a new version. */
  version: sql<string>`${guests}.xmin`,
}

type Shown<C> = C extends Column ? AsText<GetColumnData<C>> : C extends SQL<infer T> ? T : never
/** Type of a value in a query result, where an instant is ISO text. */
type AsText<T> = T extends Date ? string : T

export type GuestRow = { [K in keyof typeof guestColumns]: Shown<(typeof guestColumns)[K]> }

/** Texts of a guest that staff can edit. */
export type GuestTexts = { [K in keyof typeof guestTexts]: Shown<(typeof guestTexts)[K]> }

export const guestProjection = projection(guestColumns)

export const fromGuests = sql`from ${guests} join ${guestLists} on ${guestLists.id} = ${guests.listId}`

const guestById = sql`select ${guestProjection} ${fromGuests}
  where ${guests.id} = ${sql.placeholder('id')} and ${guests.deletedAt} is null`

const selectGuest = prepareStatement<GuestRow>(guestById)
const selectForUpdate = prepareStatement<GuestRow>(sql`${guestById} for update of ${guests}`)

export async function getGuest(db: Db, id: number): Promise<GuestRow | null> {
  return (await selectGuest(db, { id }))[0] ?? null
}

/** Returns a guest and locks it until the end of the transaction. */
export async function lockGuest(tx: Db, id: number): Promise<GuestRow | null> {
  return (await selectForUpdate(tx, { id }))[0] ?? null
}

const isFlag = (column: Column) => (value: string) =>
  value === '1' ? sql`${column} is not null` : value === '0' ? sql`${column} is null` : sql`false`

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Fields to search and order guests by. The catalogue defines which viewer may use each field. */
const allFields: ListShape = {
  together: sql`${guests.search}`,
  pair: { fields: ['name', 'surname'], text: sql`${guests.searchName}` },
  text: {
    name: sql`public.fold_text(${guests.name})`,
    surname: sql`public.fold_text(${guests.surname})`,
    jmbag: sql`${guests.jmbag}`,
    email: sql`public.fold_text(${guests.email})`,
  },
  exact: {
    bought: isFlag(guests.boughtAt),
    entered: isFlag(guests.enteredAt),
    // A subquery, because the count query does not join `guest_lists`.
    tag: (value) =>
      sql`${guests.listId} in (select l.id from guest_lists l where l.label = ${value})`,
    confCode: (value) => (UUID.test(value) ? sql`${guests.confCode} = ${value}::uuid` : sql`false`),
  },
  order: {
    id: sql`${guests.id}`,
    // Guests without a name come last.
    name: sql`nullif(${guests.searchName}, ' ')`,
    surname: sql`nullif(public.fold_text(${guests.surname} || ' ' || ${guests.name}), ' ')`,
    jmbag: sql`${guests.jmbag}`,
    tag: sql`${guestLists.label}`,
    boughtTicketTime: sql`${guests.boughtAt}`,
    enteredTime: sql`${guests.enteredAt}`,
    deletedTime: sql`${guests.deletedAt}`,
  },
}

const DEFAULT_FIELDS = ['name', 'surname', 'jmbag']

const pick = <Value>(of: Record<string, Value>, names: string[]) =>
  Object.fromEntries(Object.entries(of).filter(([name]) => names.includes(name)))

function shapeFor(viewer: 'admin' | 'gate', { text, exact, order, ...rest }: ListShape): ListShape {
  const searchable = guestFields('searchedBy', viewer)
  const sortable = guestFields('sortedBy', viewer)
  return {
    ...rest,
    text: pick(text, searchable),
    exact: pick(exact, searchable),
    order: pick(order, sortable),
  }
}

const shape = shapeFor('admin', allFields)

export const GUEST_FIELDS = fieldsOf(shape, DEFAULT_FIELDS)

/**
 * Fields that a gate may search and sort by. Lists are sorted by name, because the label of a
 * sponsor list starts with the secret slug.
 */
const gateShape = shapeFor('gate', {
  ...allFields,
  order: { ...allFields.order, tag: sql`${guestLists.name}` },
})

export const GATE_GUEST_FIELDS = fieldsOf(gateShape, DEFAULT_FIELDS)

/** Days in which a deletion can be undone (rule 4.18). Afterwards the personal data is erased. */
const UNDO_DAYS = sql.raw('7')

/** SQL: the time before which a deletion can no longer be undone. */
export const undoEnd = sql`now() - make_interval(days => ${UNDO_DAYS})`

/**
 * SQL: whether the deletion of a guest can be undone. A subquery, because its column names would be
 * ambiguous in a query that joins `guest_lists`.
 */
export const isUndoable = sql`${guests.id} in
  (select id from guests where ${hasPersonalData} and deleted_at >= ${undoEnd})`

/** Filters of the guest list, all applied together with the search. */
export interface GuestFilter extends ListSearch {
  tag?: string
  /** Id of a sponsor whose guests to list. Unlike `tag`, it does not contain the secret slug. */
  sponsor?: number
  bought?: '0' | '1'
  entered?: '0' | '1'
  /** Deleted guests whose deletion can still be undone. */
  deleted?: boolean
  /** `ids`: only these guests. `except`: all guests except these. */
  ids?: number[]
  except?: number[]
}

export interface GuestListParams extends GuestFilter {
  ordering: { field: string; descending: boolean } | null
  limit: number | null
  offset: number
  withTotal: boolean
  /** Whether a gate sends the request. A gate may sort only by fields that it may see. */
  isGate?: boolean
}

/** Returns the condition of a search. Without a search, all guests match. */
export const guestSearch = (params: ListSearch): SQL | undefined => searchCondition(shape, params)

export const anyOf = (ids: number[]) => sql`${guests.id} = any(${idArray(ids)})`

/** SQL: condition for the guests of a filter. Only active guests match, unless `deleted` is set. */
export const matching = (params: GuestFilter) =>
  and(
    params.ids && anyOf(params.ids),
    params.except && params.except.length > 0 ? not(anyOf(params.except)) : undefined,
    params.deleted ? isUndoable : isNull(guests.deletedAt),
    guestSearch(params),
    params.sponsor === undefined ? undefined : eq(guests.listId, listOf(params.sponsor)),
    ...(['tag', 'bought', 'entered'] as const).map((field) => {
      const value = params[field]
      return value ? shape.exact[field]?.(value) : undefined
    }),
  )

export const countMatching = (db: Db, params: GuestFilter) => db.$count(guests, matching(params))

/** Lists the next guests that match, by ascending id, starting after `afterId`. */
export const listGuestsAfter = (
  db: Db,
  { afterId, limit, ...filter }: GuestFilter & { afterId: number; limit: number },
): Promise<GuestRow[]> =>
  queryRows(
    db,
    sql`select ${guestProjection} ${fromGuests}
      where ${and(matching(filter), gt(guests.id, afterId))} order by ${guests.id} limit ${limit}`,
  )

/**
 * Lists guests that match, ordered by name unless `ordering` is given. Deleted guests are ordered
 * by time of deletion, the last deleted first. `total` is null unless `withTotal` is set.
 */
export async function listGuests(
  db: Db,
  params: GuestListParams,
): Promise<{ rows: GuestRow[]; total: number | null }> {
  const where = matching(params)
  const defaultOrder = params.deleted ? desc(guests.deletedAt) : asc(guests.searchName)
  const order = params.ordering
    ? orderBy(params.isGate ? gateShape : shape, params.ordering)
    : [defaultOrder]
  const rows = await queryRows<GuestRow>(
    db,
    sql`select ${guestProjection} ${fromGuests} where ${where}
      order by ${sql.join([...order, asc(guests.id)], sql`, `)}
      offset ${params.offset} limit ${params.limit}`,
  )
  if (!params.withTotal) return { rows, total: null }
  const isLastPage = params.limit === null || (rows.length < params.limit && rows.length > 0)
  if (isLastPage || (params.offset === 0 && rows.length === 0))
    return { rows, total: params.offset + rows.length }
  const total =
    params.search === '' && !params.deleted
      ? await countListed(db, params)
      : await countMatching(db, params)
  return { rows, total }
}

/** Counts the guests of a filter without a search, from the stored counts of the guest lists. */
async function countListed(db: Db, { tag, sponsor, bought, entered }: GuestFilter) {
  const counts = listCounts(db)
  const rows = await db
    .select({
      label: guestLists.label,
      sponsorId: guestLists.sponsorId,
      total: counts.total,
      bought: counts.bought,
      entered: counts.entered,
      boughtAndInside: counts.boughtAndInside,
    })
    .from(guestLists)
    .innerJoin(counts, eq(counts.listId, guestLists.id))
  return rows
    .filter(
      ({ label, sponsorId }) => (!tag || label === tag) && (!sponsor || sponsorId === sponsor),
    )
    .flatMap(cellsOf)
    .filter((cell) => !bought || cell.bought === (bought === '1'))
    .filter((cell) => !entered || cell.entered === (entered === '1'))
    .reduce((sum, { count }) => sum + count, 0)
}

/** Counts the tickets sold in [from, to), and those of them sold before `noon`. */
export async function countSales(db: Db, from: Date, to: Date, noon: Date) {
  const [row] = await db
    .select({
      total: sql<number>`count(*)::int`,
      before: sql<number>`(count(*) filter (where bought_at < ${noon.toISOString()}::timestamptz))::int`,
    })
    .from(guests)
    .where(
      and(
        isNull(guests.deletedAt),
        isNotNull(guests.boughtAt),
        sql`bought_at >= ${from.toISOString()}::timestamptz and bought_at < ${to.toISOString()}::timestamptz`,
      ),
    )
  return row ?? { total: 0, before: 0 }
}
