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

/** Texts of a guest that staff write. */
export const guestTexts = columnsOf(guests, GUEST_TEXT_FIELDS)

/** A deleted row that still tells who it was. */
export const hasPersonalData = sql`deleted_at is not null and ${containsPersonalData(guests, GUEST_TABLE)}`

const {
  createdAt: _created,
  enteredGate: _gate,
  searchName: _folded,
  search: _all,
  ...own
} = getTableColumns(guests)

/** The one projection of a guest: what all who read guests get, under these names. */
const guestColumns = {
  ...own,
  /** The list's name, after a sponsor's slug (rule 4.14). */
  tag: guestLists.label,
  /** Whether the guest is on the freshers' list, whatever its name. */
  isBrucosi: sql<boolean>`${guestLists.role} is not distinct from 'brucosi'`,
  /** Another with every change of the row. */
  version: sql<string>`${guests}.xmin`,
}

type Shown<C> = C extends Column ? AsText<GetColumnData<C>> : C extends SQL<infer T> ? T : never
/** Instants come as ISO text. */
type AsText<T> = T extends Date ? string : T

export type GuestRow = { [K in keyof typeof guestColumns]: Shown<(typeof guestColumns)[K]> }

/** Texts of a guest that staff write. */
export type GuestTexts = { [K in keyof typeof guestTexts]: Shown<(typeof guestTexts)[K]> }

export const guestProjection = projection(guestColumns)

export const fromGuests = sql`from ${guests} join ${guestLists} on ${guestLists.id} = ${guests.listId}`

const one = sql`select ${guestProjection} ${fromGuests}
  where ${guests.id} = ${sql.placeholder('id')} and ${guests.deletedAt} is null`

const selectOne = prepareStatement<GuestRow>(one)
const selectForUpdate = prepareStatement<GuestRow>(sql`${one} for update of ${guests}`)

export async function getGuest(db: Db, id: number): Promise<GuestRow | null> {
  return (await selectOne(db, { id }))[0] ?? null
}

/** Returns a guest and locks it until the end of the transaction. */
export async function lockGuest(tx: Db, id: number): Promise<GuestRow | null> {
  return (await selectForUpdate(tx, { id }))[0] ?? null
}

const isFlag = (column: Column) => (value: string) =>
  value === '1' ? sql`${column} is not null` : value === '0' ? sql`${column} is null` : sql`false`

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Fields to search and order guests by. The catalogue says which viewer may use each field. */
const everything: ListShape = {
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
    // A condition of its own, because counting does without the joins of the list.
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
  const [sought, sorted] = [guestFields('searchedBy', viewer), guestFields('sortedBy', viewer)]
  return {
    ...rest,
    text: pick(text, sought),
    exact: pick(exact, sought),
    order: pick(order, sorted),
  }
}

const shape = shapeFor('admin', everything)

export const GUEST_FIELDS = fieldsOf(shape, DEFAULT_FIELDS)

/** The gate orders tags by name, because the label of a sponsor starts with the key to its list. */
const gateShape = shapeFor('gate', {
  ...everything,
  order: { ...everything.order, tag: sql`${guestLists.name}` },
})

export const GATE_GUEST_FIELDS = fieldsOf(gateShape, DEFAULT_FIELDS)

/** Days for which a deletion can be undone; then nothing tells any more who it was. */
const UNDO_DAYS = sql.raw('7')

/** The moment before which a deletion is for good. */
export const undoEnd = sql`now() - make_interval(days => ${UNDO_DAYS})`

/** Asked by itself: in a list's joins its columns would not be the guests' alone. */
const isUndoable = sql`${guests.id} in
  (select id from guests where ${hasPersonalData} and deleted_at >= ${undoEnd})`

/** Filters of the guest list, all applied together with the search. */
export interface GuestFilter extends ListSearch {
  tag?: string
  /** The number of a sponsor: its guests, without naming the key to its list. */
  sponsor?: number
  bought?: '0' | '1'
  entered?: '0' | '1'
  /** Deleted guests whose deletion can still be undone. */
  deleted?: boolean
  /** These alone, and all but those. */
  ids?: number[]
  except?: number[]
}

export interface GuestListParams extends GuestFilter {
  ordering: { field: string; descending: boolean } | null
  limit: number | null
  offset: number
  withTotal: boolean
  /** Whether the gate asks: it orders by nothing that it does not see. */
  isGate?: boolean
}

/** Returns the condition of a search. Without a search, all guests match. */
export const guestSearch = (params: ListSearch): SQL | undefined => searchCondition(shape, params)

export const anyOf = (ids: number[]) => sql`${guests.id} = any(${idArray(ids)})`

/** Guests that match: the live ones, unless the deleted are asked for. */
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

/** The next of those that match, in the order in which they were put on the list. */
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
 * Guests that match: by name unless ordered otherwise, the deleted from the last to go on.
 * `total` is null when it was not asked for.
 */
export async function listGuests(
  db: Db,
  params: GuestListParams,
): Promise<{ rows: GuestRow[]; total: number | null }> {
  const where = matching(params)
  const usual = params.deleted ? desc(guests.deletedAt) : asc(guests.searchName)
  const order = params.ordering
    ? orderBy(params.isGate ? gateShape : shape, params.ordering)
    : [usual]
  const rows = await queryRows<GuestRow>(
    db,
    sql`select ${guestProjection} ${fromGuests} where ${where}
      order by ${sql.join([...order, asc(guests.id)], sql`, `)}
      offset ${params.offset} limit ${params.limit}`,
  )
  if (!params.withTotal) return { rows, total: null }
  const isWhole = params.limit === null || (rows.length < params.limit && rows.length > 0)
  if (isWhole || (params.offset === 0 && rows.length === 0))
    return { rows, total: params.offset + rows.length }
  const total =
    params.search === '' && !params.deleted
      ? await countListed(db, params)
      : await countMatching(db, params)
  return { rows, total }
}

/** How many a filter leaves when nothing is searched for: the database has counted them. */
async function countListed(db: Db, { tag, sponsor, bought, entered }: GuestFilter) {
  const counts = listCounts(db)
  const rows = await db
    .select({
      label: guestLists.label,
      sponsorId: guestLists.sponsorId,
      everyone: counts.everyone,
      bought: counts.bought,
      entered: counts.entered,
      both: counts.both,
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

/** Tickets sold in [from, to), and how many of them before `noon`. */
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
