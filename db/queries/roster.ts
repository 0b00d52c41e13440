import { sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { ColumnFacts } from '../catalogue/facts'
import { GUESTS, type PHONE_TEXTS } from '../catalogue/guests'
import type { Db } from '../client'
import { prepareStatement, queryRows } from '../driver'
import { requireRow } from './rows'

export interface RosterList {
  id: number
  name: string
  isSponsor: boolean
}

export const listRosterLists = prepareStatement<RosterList>(sql`
  select id, name, kind = 'sponsor' as "isSponsor" from guest_lists where deleted_at is null order by id`)

/** A live guest as a roster holds one. */
export type RosterRow = Record<keyof typeof PHONE_TEXTS, string | null> & {
  id: number
  name: string
  surname: string
  list: number
  /** ISO instant, null outside. */
  since: string | null
  /** First 16 bytes of SHA-256 of the code's own. */
  hash: Buffer | null
}

/** What phones have of a guest, as the catalogue says; of a code its hash. */
const columns = sql.join(
  Object.entries<ColumnFacts>(GUESTS).flatMap(([name, { phones }]) => {
    const column = sql.identifier(toSnakeCase(name))
    if (phones === undefined || phones === 'gone') return []
    const told = phones === 'hash' ? sql`substring(sha256(uuid_send(${column})) for 16)` : column
    return sql`${told} as ${sql.identifier(phones)}`
  }),
  sql`, `,
)

const selectPage = prepareStatement<RosterRow>(sql`
  select ${columns} from guests where deleted_at is null and id > ${sql.placeholder('after')}
  order by id limit ${sql.placeholder('limit')}`)

/** Live guests by their number, so many behind one of them. */
export const listRosterPage = (db: Db, after: number, limit: number): Promise<RosterRow[]> =>
  selectPage(db, { after, limit })

const selectSome = prepareStatement<RosterRow>(sql`
  select ${columns} from guests where deleted_at is null
    and id = any(${sql.placeholder('ids')}::int[]) order by id`)

export const listRosterRows = (db: Db, ids: number[]): Promise<RosterRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : selectSome(db, { ids: `{${ids.join()}}` })

export async function countLive(db: Db): Promise<number> {
  const [row] = await queryRows<{ n: number }>(
    db,
    sql`select coalesce(sum(everyone), 0)::int as n from guest_list_counts`,
  )
  return row?.n ?? 0
}

/** A place in the log of changes. */
export interface LogPosition {
  /** Of this log: another after a crash or a restored backup. */
  origin: string
  /** The oldest transaction that was under way: what it and later ones touch comes again. */
  xmin: string
  /** Seconds since 1970. */
  at: number
}

type Noun = 'guest' | 'list' | 'gate' | 'device' | 'double' | 'drill' | 'passage' | 'night'

const selectPoint = prepareStatement<LogPosition>(sql`
  with begun as (
    insert into gate_changes (noun, thing)
    select 'origin', substring(gen_random_uuid()::text for 8)
    where not exists (select from gate_changes where noun = 'origin')
    returning thing
  )
  select coalesce((select thing from gate_changes where noun = 'origin' order by xact, thing limit 1),
    (select thing from begun)) as origin,
    pg_snapshot_xmin(pg_current_snapshot())::text as xmin, extract(epoch from now())::int as at`)

/** Where the log stands now; begins one where there is none. */
export async function readLogPosition(db: Db): Promise<LogPosition> {
  const [point] = await selectPoint(db)
  return requireRow(point)
}

const selectTouched = prepareStatement<
  LogPosition & { nouns: string[] | null; things: string[] | null }
>(sql`
  select
    (select thing from gate_changes where noun = 'origin' order by xact, thing limit 1) as origin,
    pg_snapshot_xmin(pg_current_snapshot())::text as xmin, extract(epoch from now())::int as at,
    nouns, things
  from (
    select array_agg(noun) as nouns, array_agg(thing) as things from (
      select distinct noun, thing from gate_changes
      where xact >= ${sql.placeholder('since')}::text::xid8 and noun <> 'origin'
      limit ${sql.placeholder('limit')}
    ) each
  ) touched`)

/**
 * What was touched since a point, and the next point, both of one snapshot: whatever commits
 * later is of a transaction that this one saw under way, or of one that was not yet begun.
 */
export async function listChanges(
  db: Db,
  since: string,
  limit: number,
): Promise<LogPosition & { touched: { noun: Noun; thing: string }[] }> {
  const [row] = await selectTouched(db, { since, limit })
  const { nouns, things, ...point } = requireRow(row)
  const touched = (nouns ?? []).map((noun, i) => ({
    noun: noun as Noun,
    thing: things?.[i] as string,
  }))
  return { ...point, touched }
}

/** Forgets what every roster has heard or is too old to hear. */
export const deleteOldChanges = (db: Db) =>
  db.execute(
    sql`delete from gate_changes where at < now() - interval '25 hours' and noun <> 'origin'`,
  )
