import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { prepareStatement, queryRows } from '../prepared'
import { idArray, requireRow } from './rows'

const { placeholder } = sql

/** SQL: price in cents of a ticket of list `l` in edition `e`; null if the list has no price. */
const priceOf = sql`coalesce(l.price_cents, case when l.role = 'brucosi' then e.ticket_price_cents end)`

export type PaymentMethod = 'cash' | 'card' | 'free'

/** A sale whose ticket has not been returned. */
interface UnreturnedSale {
  id: number
  at: string
  way: PaymentMethod
  cents: number
  reason: string
  list: string
}

/** SQL: whether the cash movement `m` is a sale without a return. */
const IS_UNRETURNED_SALE = sql`m.kind = 'sale'
  and not exists (select from cash_moves back where back.sale_id = m.id)`

/**
 * SQL: whether the ticket of guest `g` was sold through the cash desk: for money, or free with a
 * reason.
 */
export const IS_SOLD_AT_TILL = sql`exists (select from cash_moves m
  where m.guest_id = g.id and ${IS_UNRETURNED_SALE})`

/** Returns the ids of those of the given guests whose ticket was sold through the cash desk. */
export async function listSoldAtTill(db: Db, ids: number[]): Promise<Set<number>> {
  const rows = await queryRows<{ id: number }>(
    db,
    sql`select g.id from guests g where g.id = any(${idArray(ids)}) and ${IS_SOLD_AT_TILL}`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Data that the ticket desk needs before it sells or returns a ticket. */
export interface SaleContext {
  festival: string
  year: number
  /** Name of the guest list. */
  list: string
  priceCents: number | null
  /** Id of the seller's open cash shift; null if none is open. */
  shiftId: number | null
  sale: UnreturnedSale | null
}

const selectSaleContext = prepareStatement<SaleContext>(sql`
  select e.name as festival, e.year, l.name as list, ${priceOf} as "priceCents",
    (select s.id from cash_shifts s
      where s.seller_id = ${placeholder('userId')} and s.closed_at is null) as "shiftId",
    (select jsonb_build_object('id', m.id, 'at', m.at, 'way', m.method, 'cents', m.cents,
        'reason', m.reason, 'list', m.list)
      from cash_moves m where m.guest_id = ${placeholder('guestId')} and ${IS_UNRETURNED_SALE}
      order by m.id desc limit 1) as sale
  from guest_lists l, editions e where l.id = ${placeholder('listId')} and e.ended_at is null`)

export async function getSaleContext(
  db: Db,
  ids: { userId: number; guestId: number; listId: number },
): Promise<SaleContext | null> {
  return (await selectSaleContext(db, ids))[0] ?? null
}

/**
 * Cash movement of a sale or a return, written in the same statement as the change of the guest.
 */
export type TicketMove =
  | {
      kind: 'sale'
      way: PaymentMethod
      cents: number
      priceCents: number | null
      reason: string
      shiftId: number | null
      listId: number
      list: string
    }
  | { kind: 'return'; saleId: number; shiftId: number | null }

/** Returns the placeholder values of a cash movement: its fields, with the prefix `move`. */
export const valuesOf = (move: TicketMove) =>
  Object.fromEntries(
    Object.entries(move).map(([name, value]) => [
      `move${name[0]?.toUpperCase()}${name.slice(1)}`,
      value,
    ]),
  )

const shift = sql`${placeholder('moveShiftId')}::int`

/**
 * CTE `till`: the cash shift, locked so that it cannot be closed before the movement is written.
 * The CTE is empty if the shift is closed.
 */
export const lockedShift = sql`till as (
  select id from cash_shifts where id = ${shift} and closed_at is null for share)`
export const isShiftOpen = sql`(${shift} is null or exists (select from till))`

/**
 * CTE `paid` for a sale and for a return: inserts a cash movement for each row of the CTE `changed`
 * and returns its id.
 */
export const MOVEMENT_INSERTS: Record<TicketMove['kind'], SQL> = {
  sale: sql`paid as (
    insert into cash_moves (kind, method, cents, price_cents, reason, shift_id, seller_id, guest_id, list_id, list)
    select 'sale', ${placeholder('moveWay')}, ${placeholder('moveCents')}::int,
      ${placeholder('movePriceCents')}::int, ${placeholder('moveReason')}, ${shift},
      ${placeholder('userId')}::int, id, ${placeholder('moveListId')}::int, ${placeholder('moveList')}
    from changed returning id)`,
  return: sql`paid as (
    insert into cash_moves (kind, method, cents, price_cents, shift_id, seller_id, guest_id, list_id, list, sale_id)
    select 'return', m.method, -m.cents, m.price_cents, ${shift}, ${placeholder('userId')}::int,
      changed.id, m.list_id, m.list, m.id
    from changed join cash_moves m on m.id = ${placeholder('moveSaleId')}::int returning id)`,
}

export interface ShiftRow {
  id: number
  sellerId: number | null
  openedAt: string
  closedAt: string | null
  note: string
}

const shiftColumns = sql`id, seller_id as "sellerId", opened_at as "openedAt", closed_at as "closedAt", note`

const selectOpen = prepareStatement<
  ShiftRow & { floatCents: number; sold: number; returned: number }
>(sql`
  select ${shiftColumns}, m.* from cash_shifts, lateral (
    select coalesce(sum(cents) filter (where kind = 'float'), 0)::float as "floatCents",
      count(*) filter (where kind = 'sale')::int as sold,
      count(*) filter (where kind = 'return')::int as returned
    from cash_moves where shift_id = cash_shifts.id) m
  where seller_id = ${placeholder('userId')} and closed_at is null`)

/**
 * Returns the open cash shift of a seller; null if none is open. Leaves out the expected cash,
 * because the seller has to count the till first.
 */
export const getOpenShift = async (db: Db, userId: number) =>
  (await selectOpen(db, { userId }))[0] ?? null

/**
 * Opens a cash shift with a float in cents, and returns its id. Returns null if the cash desk is
 * off. Throws the violation of `cash_shifts_one_open` if the seller already has an open shift.
 */
export async function openShift(tx: Db, sellerId: number, cents: number): Promise<number | null> {
  const [row] = await queryRows<{ id: number }>(
    tx,
    sql`with desk as (select from editions where ended_at is null and cash_desk for share),
    opened as (insert into cash_shifts (seller_id) select ${sellerId}::int from desk returning id)
    insert into cash_moves (kind, method, cents, shift_id, seller_id)
    select 'float', 'cash', ${cents}::int, id, ${sellerId}::int from opened returning shift_id as id`,
  )
  return row?.id ?? null
}

/** Returns a cash shift and locks it until the end of the transaction. */
export async function lockShift(tx: Db, id: number): Promise<ShiftRow | null> {
  const [row] = await queryRows<ShiftRow>(
    tx,
    sql`select ${shiftColumns} from cash_shifts where id = ${id} for update`,
  )
  return row ?? null
}

/** Returns the cash that the till of a shift should contain, in cents. */
export async function expectedBalance(db: Db, shiftId: number): Promise<number> {
  const [row] = await queryRows<{ cents: number }>(
    db,
    sql`select coalesce(sum(cents), 0)::float as cents from cash_moves
      where shift_id = ${shiftId} and method = 'cash' and kind <> 'count'`,
  )
  return row?.cents ?? 0
}

export async function insertMove(
  tx: Db,
  move: {
    kind: 'correction' | 'count'
    way: 'cash' | 'card'
    cents: number
    reason: string
    shiftId: number
    sellerId: number
  },
): Promise<void> {
  const { kind, way, cents, reason, shiftId, sellerId } = move
  await tx.execute(sql`insert into cash_moves (kind, method, cents, reason, shift_id, seller_id)
    values (${kind}, ${way}, ${cents}, ${reason}, ${shiftId}, ${sellerId})`)
}

export const closeShift = (tx: Db, id: number) =>
  tx.execute(sql`update cash_shifts set closed_at = now() where id = ${id}`)

export const setShiftNote = (tx: Db, id: number, note: string) =>
  tx.execute(sql`update cash_shifts set note = ${note} where id = ${id}`)

/**
 * Sums of the cash movements of one shift. Movements without a shift are summed per seller and day.
 */
export interface TakingsRow {
  shiftId: number | null
  /**
   * Day in Zagreb (yyyy-mm-dd) on which the shift was opened, or of the movements without a shift.
   */
  day: string
  seller: { id: number; name: string } | null
  openedAt: string | null
  closedAt: string | null
  note: string
  sold: number
  returned: number
  /** Number of free tickets sold, minus those returned. */
  free: number
  floatCents: number
  cashCents: number
  cardCents: number
  correctedCents: number
  countedCents: number | null
}

/**
 * SQL: sums of cash movements, for any grouping. Cents are summed as floats, because a sum may be
 * too large for an integer.
 */
const sums = sql`
  count(*) filter (where kind = 'sale')::int as sold,
  count(*) filter (where kind = 'return')::int as returned,
  (count(*) filter (where kind = 'sale' and method = 'free')
    - count(*) filter (where kind = 'return' and method = 'free'))::int as free,
  coalesce(sum(cents) filter (where kind = 'float'), 0)::float as "floatCents",
  coalesce(sum(cents) filter (where kind in ('sale', 'return') and method = 'cash'), 0)::float as "cashCents",
  coalesce(sum(cents) filter (where method = 'card'), 0)::float as "cardCents",
  coalesce(sum(cents) filter (where kind = 'correction' and method = 'cash'), 0)::float as "correctedCents",
  (sum(cents) filter (where kind = 'count'))::float as "countedCents"`

/** Lists the takings of all shifts, or of one shift only. The newest day comes first. */
export const listTakings = (db: Db, shiftId?: number): Promise<TakingsRow[]> =>
  queryRows(
    db,
    sql`with moved as (
      select shift_id, case when shift_id is null then (at at time zone 'Europe/Zagreb')::date end as day,
        case when shift_id is null then seller_id end as seller_id, ${sums}
      from cash_moves ${shiftId === undefined ? sql`` : sql`where shift_id = ${shiftId}`} group by 1, 2, 3)
    select m.shift_id as "shiftId",
      coalesce(m.day, (s.opened_at at time zone 'Europe/Zagreb')::date)::text as day,
      case when u.id is not null then
        jsonb_build_object('id', u.id, 'name', coalesce(nullif(u.name, ''), u.email)) end as seller,
      s.opened_at as "openedAt", s.closed_at as "closedAt", coalesce(s.note, '') as note,
      m.sold, m.returned, m.free, m."floatCents", m."cashCents", m."cardCents", m."correctedCents",
      m."countedCents"
    from moved m left join cash_shifts s on s.id = m.shift_id
    left join users u on u.id = coalesce(s.seller_id, m.seller_id)
    order by 2 desc, lower(coalesce(u.name, '')), s.opened_at, 1`,
  )

/** Whether the cash desk is on, so that sales need a payment (rule 3.18). */
export async function hasCashDesk(db: Db): Promise<boolean> {
  const [row] = await queryRows<{ isOn: boolean }>(
    db,
    sql`select cash_desk as "isOn" from editions where ended_at is null`,
  )
  return row?.isOn === true
}

export interface ListPrice {
  id: number
  name: string
  isBrucosi: boolean
  cents: number | null
}

/**
 * Returns the settings of the cash desk: whether it is on, the ticket price, the number of open
 * shifts, and the price of each tag.
 */
export async function getCashSettings(db: Db) {
  const [row] = await queryRows<{
    isOn: boolean
    ticketCents: number | null
    openShifts: number
    lists: ListPrice[]
  }>(
    db,
    sql`select e.cash_desk as "isOn", e.ticket_price_cents as "ticketCents",
      (select count(*)::int from cash_shifts where closed_at is null) as "openShifts",
      coalesce((select jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'cents', l.price_cents,
          'isBrucosi', l.role is not distinct from 'brucosi') order by l.id)
        from guest_lists l where l.kind = 'tag' and l.deleted_at is null), '[]') as lists
    from editions e where e.ended_at is null`,
  )
  return requireRow(row)
}

/**
 * Sets the ticket price of a tag in cents; null removes it. Returns false if there is no such tag.
 */
export async function setListPrice(tx: Db, id: number, cents: number | null): Promise<boolean> {
  const rows = await queryRows(
    tx,
    sql`update guest_lists set price_cents = ${cents}::int
      where id = ${id} and kind = 'tag' and deleted_at is null returning id`,
  )
  return rows.length === 1
}

/** Returns the price of a fresher's ticket in cents, which the desk shows before a search. */
export async function getDeskPrice(db: Db): Promise<number | null> {
  const [row] = await queryRows<{ cents: number | null }>(
    db,
    sql`select ${priceOf} as cents from guest_lists l, editions e
      where l.role = 'brucosi' and e.ended_at is null`,
  )
  return row?.cents ?? null
}
