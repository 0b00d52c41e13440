import { copyGuests, type GuestLists, generateGuests } from './guests'
import type { Sql, Transaction } from './sql'

/** Any number: two seedings of one database go one after the other. */
const SEED_LOCK = 7_340_252

/** The first JMBAG that seeding gives out on an empty list. */
const FIRST_JMBAG = 36_510_001

/** Locks out other seedings until the end of the transaction, which may take long. */
export async function lockSeeding(tx: Transaction): Promise<void> {
  await tx`set local lock_timeout = 0`
  await tx`set local statement_timeout = 0`
  await tx`select pg_advisory_xact_lock(${SEED_LOCK})`
}

/** The lists of this festival and the places that sponsors' caps leave. */
export async function readLists(tx: Transaction): Promise<GuestLists> {
  const tags = await tx<{ id: number; role: string }[]>`
    select id, role from guest_lists where role is not null`
  const id = (role: string) => {
    const tag = tags.find((t) => t.role === role)
    if (!tag) throw new Error(`The default tag ${role} is missing: migrate the database first.`)
    return tag.id
  }
  const sponsors = await tx<GuestLists['sponsors']>`
    select l.id, greatest(s.guest_cap - count(g.id), 0)::int as room
    from sponsors s join guest_lists l on l.sponsor_id = s.id
    left join guests g on g.list_id = l.id and g.deleted_at is null
    group by s.id, l.id order by s."order"`
  return { brucosi: id('brucosi'), product: id('product'), vip: id('vip'), sponsors: [...sponsors] }
}

/** Whether guests may be inside already: nobody is before the time that the site counts down to. */
async function readDoors(tx: Transaction): Promise<boolean> {
  const [row] = await tx<{ opened: boolean }[]>`
    select coalesce(at <= now(), true) as opened from visibility_flags where name = 'TIMER_TIME'`
  return row?.opened ?? true
}

/** JMBAGs 0036…, then 0037… and on, after those of the list and without the taken ones. */
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
  /** People, lists and times repeat from it; codes never do. */
  seed: number
  /** The instant at which the sales curve ends. */
  now?: Date
}

/**
 * Adds guests to any database in one transaction, after those that are there. Ends with
 * a vacuum, so that statistics and search indexes are at their best at once.
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
    const doorsOpened = await readDoors(tx)
    await copyGuests(tx, generateGuests({ count, seed, now, lists, nextJmbag, doorsOpened }))
  })
  await sql`vacuum (analyze) guests`
  return { inserted: count, seconds: (performance.now() - started) / 1000 }
}
