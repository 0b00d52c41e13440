import { asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { EDITIONS } from '../catalogue/editions'
import { GUEST_LISTS } from '../catalogue/guest-lists'
import type { MAIL_STATES } from '../catalogue/mail-states'
import type { Db } from '../pool'
import { queryRows } from '../prepared'
import { editions, editionTotals } from '../schema/editions'
import { guestLists } from '../schema/guest-lists'
import type { EditionRow } from './festival'
import { emptyPersonalValues, endOfEditionValues } from './personal-columns'
import { presenceChanges } from './presence-changes'
import { requireRow } from './rows'

const current = isNull(editions.endedAt)

const emptyColumns = emptyPersonalValues(editions, EDITIONS)

/** Numbers of rows that the end of an edition erases, or that an admin may keep or delete. */
export interface Counts {
  guests: number
  bought: number
  inside: number
  signups: number
  mails: number
  /** Mails that are not sent yet. The end of the edition erases them, so they are never sent. */
  waiting: number
  passages: number
  /** Gate devices whose gate shift is running. */
  devices: number
  leaderboard: number
  users: number
  lineup: number
  sponsors: number
  priceList: number
  texts: number
  contacts: number
  artwork: number
}

export async function countAll(db: Db): Promise<Counts> {
  const [row] = await queryRows<Counts>(
    db,
    sql`select g.*, (select count(*)::int from signups) as signups,
      (select count(*)::int from mails) as mails,
      (select count(*)::int from mails where state in ('queued', 'sending')) as waiting,
      (select count(*)::int from passages) as passages,
      (select count(*)::int from gate_devices
        where revoked_at is null and left_at is null and ends_at > now()) as devices,
      (select count(*)::int from leaderboard_entries) as leaderboard,
      (select count(*)::int from users) as users,
      (select count(*)::int from lineup_items) as lineup,
      (select count(*)::int from sponsors) as sponsors,
      (select count(*)::int from price_items) as "priceList",
      (select count(*)::int from translations) as texts,
      (select count(*)::int from band_contacts) as contacts,
      (select count(*)::int from artworks) as artwork
    from (select coalesce(sum(total), 0)::int as guests, coalesce(sum(bought), 0)::int as bought,
      coalesce(sum(entered), 0)::int as inside from guest_list_counts) g`,
  )
  return requireRow(row)
}

/** Counts the mails by template and state. */
export const countMails = (db: Db) =>
  queryRows<{ template: string; state: (typeof MAIL_STATES)[number]; count: number }>(
    db,
    sql`select template, state, count(*)::int as count from mails group by 1, 2 order by 1, 2`,
  )

/**
 * Kinds of totals that are stored for ever. `at` of a total is the start of a day or of a quarter
 * of an hour, in Zagreb time, or null.
 */
export type TotalKind =
  | 'sold-before-12'
  | 'sold-after-12'
  | 'came'
  | 'went'
  | 'list-guests'
  | 'list-bought'
  | 'list-came'
  | 'gate-came'
  /** Takings in cents, by cash and by card, and the number of free tickets. */
  | 'till-cash'
  | 'till-card'
  | 'till-free'

/**
 * Adds the current rows to the totals of an edition, in one statement. The caller erases these rows
 * in the same transaction, so that no row is counted twice.
 */
export async function countTotals(tx: Db, editionId: number): Promise<void> {
  // Without parallel workers, the other processors stay free for the requests of the gates.
  await tx.execute(sql`select set_config('max_parallel_workers_per_gather', '0', true)`)
  await tx.execute(sql`
    with moves as materialized (${presenceChanges()}),
    came as (select * from moves where is_in and not was_in),
    sales as (
      select bought_at at time zone 'Europe/Zagreb' as local from guests
      where bought_at is not null and deleted_at is null
    ),
    lists as (
      select g.list_id, count(*) as guests, count(g.bought_at) as bought, count(c.guest_id) as came
      from guests g left join (select distinct guest_id from came) c on c.guest_id = g.id
      where g.deleted_at is null group by 1
    ),
    counted (kind, label, at, n) as (
      select case when extract(hour from local) < 12 then 'sold-before-12' else 'sold-after-12' end,
        '', date_trunc('day', local) at time zone 'Europe/Zagreb', count(*) from sales group by 1, 3
      union all
      select case when is_in then 'came' else 'went' end, '',
        date_bin('15 minutes', at, timestamptz '2000-01-01 00:00Z'), count(*)
      from moves where is_in <> was_in group by 1, 3
      union all
      select each.kind, l.name, null, each.n
      from lists join guest_lists l on l.id = lists.list_id,
        lateral (values ('list-guests', guests), ('list-bought', bought), ('list-came', came)) each(kind, n)
      union all
      select 'gate-came', coalesce(g.name, ''), null, count(*)
      from came left join gates g on g.id = came.gate group by 2
      union all
      select 'till-' || method, '',
        date_trunc('day', at at time zone 'Europe/Zagreb') at time zone 'Europe/Zagreb',
        sum(case when method <> 'free' then cents when kind = 'sale' then 1 else -1 end)
      from cash_moves where kind in ('sale', 'return') group by 1, 3
    )
    insert into edition_totals (edition_id, kind, label, at, count)
    select ${editionId}::int, kind, label, at, sum(n) from counted
    group by kind, label, at having sum(n) <> 0
    on conflict on constraint edition_totals_once do update
      set count = edition_totals.count + excluded.count`)
}

/** Lists all editions: the current edition first, then the ended ones, the last ended first. */
export const listEditions = (db: Db): Promise<EditionRow[]> =>
  db.select().from(editions).orderBy(desc(editions.endedAt), desc(editions.id))

export const listTotals = (db: Db) =>
  db
    .select()
    .from(editionTotals)
    .orderBy(asc(editionTotals.at), asc(editionTotals.label), asc(editionTotals.kind))

/**
 * Ends an edition and creates the next one. Returns the id of the next edition. Call it after the
 * personal data of the ended edition has been erased.
 */
export async function startNextEdition(
  tx: Db,
  before: EditionRow,
  next: Pick<EditionRow, 'name' | 'year' | 'ordinal'> & {
    opensAt: string | null
    closesAt: string | null
  },
): Promise<number> {
  await tx
    .update(guestLists)
    .set(endOfEditionValues(GUEST_LISTS))
    .where(isNotNull(guestLists.priceCents))
  await tx
    .update(editions)
    .set({ endedAt: sql`now()`, erasedAt: sql`now()`, ...emptyColumns })
    .where(eq(editions.id, before.id))
  const { id: _, ...settings } = before
  const instant = (at: string | null) => (at === null ? null : new Date(at))
  const [row] = await tx
    .insert(editions)
    .values({
      ...settings,
      ...endOfEditionValues(EDITIONS),
      ...next,
      opensAt: instant(next.opensAt),
      closesAt: instant(next.closesAt),
    })
    .returning({ id: editions.id })
  return requireRow(row).id
}

/** SQL: whether the personal data were erased after the end of the night. */
const isErased = sql<boolean>`coalesce(${editions.erasedAt} >= ${editions.closesAt}, false)`

const isDue = sql<boolean>`${editions.closesAt}
  + make_interval(days => ${editions.retentionDays}) <= now() and not ${isErased}`

/**
 * Whether the personal data of the current edition are erased. False again after an admin has moved
 * the night to a later date.
 */
export async function isEditionErased(db: Db): Promise<boolean> {
  const [row] = await db.select({ isErased }).from(editions).where(current)
  return row?.isErased === true
}

/**
 * Whether the retention time of the current edition is over and its personal data is not erased yet
 * (rule 8.18).
 */
export async function isErasingDue(db: Db): Promise<boolean> {
  const [row] = await db.select({ isDue }).from(editions).where(current)
  return row?.isDue === true
}

export const markErased = (tx: Db, id: number) =>
  tx
    .update(editions)
    .set({ erasedAt: sql`now()`, ...emptyColumns })
    .where(eq(editions.id, id))
