import { and, asc, type Column, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { guests, sponsors, tags } from '../schema'
import { anywhere, type ListSearch, type ListShape, orderBy, searchCondition } from './list'

/** The tag's text: its name, or a sponsor's slug followed by its name (spec section 3). */
export const tagText = sql<string>`coalesce(${tags.name}, ${sponsors.slug} || ' ' || ${sponsors.name})`

const guestColumns = {
  id: guests.id,
  name: guests.name,
  surname: guests.surname,
  jmbag: guests.jmbag,
  tag: tagText,
  email: guests.email,
  phone: guests.phone,
  confCode: guests.confCode,
  boughtAt: guests.boughtAt,
  enteredAt: guests.enteredAt,
}

export interface GuestRow {
  id: number
  name: string
  surname: string
  jmbag: string | null
  tag: string
  email: string | null
  phone: string | null
  confCode: string | null
  boughtAt: Date | null
  enteredAt: Date | null
}

const selectGuests = (db: Db) =>
  db
    .select(guestColumns)
    .from(guests)
    .leftJoin(tags, eq(tags.id, guests.tagId))
    .leftJoin(sponsors, eq(sponsors.id, guests.sponsorId))
    .$dynamic()

const isFlag = (column: Column) => (value: string) =>
  value === '1' ? sql`${column} is not null` : value === '0' ? sql`${column} is null` : sql`false`

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const shape: ListShape = {
  text: {
    name: sql`public.fold_text(${guests.name})`,
    surname: sql`public.fold_text(${guests.surname})`,
    jmbag: sql`${guests.jmbag}`,
    email: sql`public.fold_text(${guests.email})`,
  },
  exact: {
    bought: isFlag(guests.boughtAt),
    entered: isFlag(guests.enteredAt),
    tag: (value) => sql`${tagText} = ${value}`,
    confCode: (value) => (UUID.test(value) ? sql`${guests.confCode} = ${value}::uuid` : sql`false`),
  },
  order: {
    id: sql`${guests.id}`,
    name: sql`public.fold_text(${guests.name})`,
    surname: sql`public.fold_text(${guests.surname})`,
    jmbag: sql`${guests.jmbag}`,
    tag: tagText,
    boughtTicketTime: sql`${guests.boughtAt}`,
    enteredTime: sql`${guests.enteredAt}`,
  },
}

export const GUEST_FIELDS = {
  search: [...Object.keys(shape.text), ...Object.keys(shape.exact)],
  byDefault: ['name', 'surname', 'jmbag'],
  order: Object.keys(shape.order),
}

export interface GuestListParams extends ListSearch {
  tag?: string
  ordering: { field: string; descending: boolean } | null
  limit: number | null
  offset: number
  withTotal: boolean
}

/** A search over exactly name and surname stands on the index of the two together. */
function guestSearch(params: GuestListParams): SQL | undefined {
  const fields = [...params.searchFields].sort().join()
  if (fields !== 'name,surname') return searchCondition(shape, params)
  const words = params.search.split(/\s+/).filter(Boolean)
  return and(
    ...words.map((word) => sql`${guests.searchName} like public.fold_text(${anywhere(word)})`),
  )
}

/** Live guests, by name unless ordered otherwise. `total` is null when it was not asked for. */
export async function listGuests(
  db: Db,
  params: GuestListParams,
): Promise<{ rows: GuestRow[]; total: number | null }> {
  const where = and(
    isNull(guests.deletedAt),
    guestSearch(params),
    params.tag ? shape.exact.tag?.(params.tag) : undefined,
  )
  const order = params.ordering ? orderBy(shape, params.ordering) : [asc(guests.searchName)]
  let page = selectGuests(db)
    .where(where)
    .orderBy(...order, asc(guests.id))
    .offset(params.offset)
  if (params.limit !== null) page = page.limit(params.limit)
  const rows = await page
  if (!params.withTotal) return { rows, total: null }
  const isWhole = params.limit === null || (rows.length < params.limit && rows.length > 0)
  if (isWhole || (params.offset === 0 && rows.length === 0))
    return { rows, total: params.offset + rows.length }
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(guests)
    .leftJoin(tags, eq(tags.id, guests.tagId))
    .leftJoin(sponsors, eq(sponsors.id, guests.sponsorId))
    .where(where)
  return { rows, total: counted?.total ?? 0 }
}

export async function getGuest(db: Db, id: number): Promise<GuestRow | null> {
  const [row] = await selectGuests(db).where(and(eq(guests.id, id), isNull(guests.deletedAt)))
  return row ?? null
}

/** The guest, held until the end of the transaction so that nobody changes it meanwhile. */
export async function lockGuest(tx: Db, id: number): Promise<GuestRow | null> {
  const [row] = await selectGuests(tx)
    .where(and(eq(guests.id, id), isNull(guests.deletedAt)))
    .for('update', { of: guests })
  return row ?? null
}

/** Live guests of the freshers' tag whose JMBAG holds these digits; at most `limit`. */
export function listBrucosiByJmbag(db: Db, digits: string, limit: number): Promise<GuestRow[]> {
  return selectGuests(db)
    .where(
      and(
        isNull(guests.deletedAt),
        sql`${guests.jmbag} like ${anywhere(digits)}`,
        eq(tags.role, 'brucosi'),
      ),
    )
    .limit(limit)
}

export interface GuestPatch {
  name?: string
  surname?: string
  confCode?: string | null
  boughtAt?: SQL | null
  enteredAt?: SQL | null
}

/** Writes the patch; returns the two moments, which the database's clock may have set. */
export async function updateGuest(tx: Db, id: number, patch: GuestPatch) {
  const [row] = await tx
    .update(guests)
    .set(patch)
    .where(eq(guests.id, id))
    .returning({ boughtAt: guests.boughtAt, enteredAt: guests.enteredAt })
  return row as { boughtAt: Date | null; enteredAt: Date | null }
}

/**
 * Records the first admission with this code and who made it, in one statement. Of
 * several at once only one gets `admitted`; the row lock makes the others see that.
 */
export async function admitByCode(
  db: Db,
  code: string,
  userId: number,
): Promise<{ guest: GuestRow; admitted: boolean } | null> {
  const rows = await db.execute<Record<string, unknown>>(sql`
    with admitted as (
      update guests set entered_at = now()
      where conf_code = ${code}::uuid and deleted_at is null and entered_at is null
      returning id, entered_at
    ), recorded as (
      insert into activities (user_id, entity, entity_id, action)
      select ${userId}, 'guests', id::text, 'admitted' from admitted
    )
    select ${guests.id}, ${guests.name}, ${guests.surname}, ${guests.jmbag}, ${tagText} as tag,
      ${guests.email}, ${guests.phone}, ${guests.confCode} as "confCode",
      ${guests.boughtAt} as "boughtAt",
      coalesce(admitted.entered_at, ${guests.enteredAt}) as "enteredAt",
      admitted.id is not null as admitted
    from guests
      left join tags on ${tags.id} = ${guests.tagId}
      left join sponsors on ${sponsors.id} = ${guests.sponsorId}
      left join admitted on admitted.id = ${guests.id}
    where ${guests.confCode} = ${code}::uuid and ${guests.deletedAt} is null`)
  const row = rows[0] as (GuestRow & { admitted: boolean }) | undefined
  if (!row) return null
  const { admitted, ...guest } = row
  const date = (value: Date | string | null) => (value === null ? null : new Date(value))
  return {
    admitted,
    guest: { ...guest, boughtAt: date(guest.boughtAt), enteredAt: date(guest.enteredAt) },
  }
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
