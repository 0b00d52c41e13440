import { copyGuests, type GuestLists, generateGuests } from './guests'
import type { Sql, Transaction } from './sql'

/** Key of the advisory lock for seeding; an arbitrary number. */
const SEED_LOCK = 7_340_252

/** First JMBAG, without its leading zeros, in an empty database. */
const FIRST_JMBAG = 36_510_001

/**
 * Waits until no other process seeds the database, without a timeout. Keeps the lock until the
 * transaction ends.
 */
export async function lockSeeding(tx: Transaction): Promise<void> {
  await tx`set local lock_timeout = 0`
  await tx`set local statement_timeout = 0`
  await tx`select pg_advisory_xact_lock(${SEED_LOCK})`
}

/** Reads the guest lists, with the number of free places of each sponsor list. */
export async function readLists(tx: Transaction): Promise<GuestLists> {
  const tags = await tx<{ id: number; role: string }[]>`
    select id, role from guest_lists where role is not null`
  const id = (role: string) => {
    const tag = tags.find((t) => t.role === role)
    if (!tag) throw new Error(`The default tag ${role} is missing: migrate the database first.`)
    return tag.id
  }
  const sponsors = await tx<GuestLists['sponsors']>`
    select l.id, greatest(s.guest_cap - count(g.id), 0)::int as "freePlaces"
    from sponsors s join guest_lists l on l.sponsor_id = s.id
    left join guests g on g.list_id = l.id and g.deleted_at is null
    group by s.id, l.id order by s."order"`
  return { brucosi: id('brucosi'), product: id('product'), vip: id('vip'), sponsors: [...sponsors] }
}

/** Whether the countdown of the site has ended, so that guests may be inside. */
async function hasCountdownEnded(tx: Transaction): Promise<boolean> {
  const [row] = await tx<{ opened: boolean }[]>`
    select coalesce(at <= now(), true) as opened from visibility_flags where name = 'TIMER_TIME'`
  return row?.opened ?? true
}

/** Returns a generator of unused JMBAGs: 0036…, then 0037… and so on, after the highest one. */
export async function jmbagsAfterLast(tx: Transaction): Promise<() => string> {
  const [{ last } = { last: null }] = await tx<{ last: string | null }[]>`
    select max(jmbag) as last from guests where jmbag like '0036______'`
  let number = Math.max(FIRST_JMBAG, Number(last ?? 0) + 1)
  const rows = await tx<{ jmbag: string }[]>`
    select jmbag from guests where jmbag >= ${toJmbag(number)}`
  const taken = new Set(rows.map(({ jmbag }) => jmbag))
  return () => {
    while (taken.has(toJmbag(number))) number++
    return toJmbag(number++)
  }
}

const toJmbag = (number: number) => String(number).padStart(10, '0')

export interface InsertGuestsOptions {
  count: number
  /** The same seed generates the same people, lists and times. Codes are always random. */
  seed: number
  /** Latest time of the generated sales. */
  now?: Date
}

/**
 * Adds guests to a database in one transaction. Ends with a vacuum, which updates statistics and
 * search indexes.
 */
export async function insertGuests(
  sql: Sql,
  { count, seed, now = new Date() }: InsertGuestsOptions,
): Promise<{ inserted: number; seconds: number }> {
  const started = performance.now()
  await sql.begin(async (tx) => {
    await lockSeeding(tx)
    const lists = await readLists(tx)
    const nextJmbag = await jmbagsAfterLast(tx)
    const hasOpened = await hasCountdownEnded(tx)
    await copyGuests(tx, generateGuests({ count, seed, now, lists, nextJmbag, hasOpened }))
  })
  await sql`vacuum (analyze) guests`
  return { inserted: count, seconds: (performance.now() - started) / 1000 }
}
