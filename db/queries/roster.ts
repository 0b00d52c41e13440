import { sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { ColumnFacts } from '../catalogue/facts'
import { GUESTS, type PHONE_TEXTS } from '../catalogue/guests'
import type { Db } from '../pool'
import { prepareStatement, queryRows } from '../prepared'
import { requireRow } from './rows'

export interface RosterList {
  id: number
  name: string
  isSponsor: boolean
}

export const listRosterLists = prepareStatement<RosterList>(sql`
  select id, name, kind = 'sponsor' as "isSponsor" from guest_lists where deleted_at is null order by id`)

/** Active guest as stored on gate devices. */
export type RosterRow = Record<keyof typeof PHONE_TEXTS, string | null> & {
  id: number
  name: string
  surname: string
  list: number
  /** Start of the presence as ISO text; null outside. */
  since: string | null
  /** Ticket hash: first 16 bytes of SHA-256 of the 16 bytes of the confirmation code. */
  hash: Buffer | null
}

/**
 * Columns of a guest that devices store, by the catalogue. The confirmation code is replaced by its
 * hash.
 */
const columns = sql.join(
  Object.entries<ColumnFacts>(GUESTS).flatMap(([name, { phones }]) => {
    const column = sql.identifier(toSnakeCase(name))
    if (!phones || phones === 'gone') return []
    const value = phones === 'hash' ? sql`substring(sha256(uuid_send(${column})) for 16)` : column
    return sql`${value} as ${sql.identifier(phones)}`
  }),
  sql`, `,
)

const selectPage = prepareStatement<RosterRow>(sql`
  select ${columns} from guests where deleted_at is null and id > ${sql.placeholder('after')}
  order by id limit ${sql.placeholder('limit')}`)

/** Lists the next active guests after an id, in order of ids. */
export const listRosterPage = (db: Db, after: number, limit: number): Promise<RosterRow[]> =>
  selectPage(db, { after, limit })

const selectSome = prepareStatement<RosterRow>(sql`
  select ${columns} from guests where deleted_at is null
    and id = any(${sql.placeholder('ids')}::int[]) order by id`)

/** A live guest with a ticket, and the name of its list. */
export type TicketHolder = RosterRow & { hash: Buffer; listName: string }

export const listTicketHolders = prepareStatement<TicketHolder>(sql`
  select g.*, l.name as "listName"
  from (select ${columns} from guests where deleted_at is null and conf_code is not null) g
  join guest_lists l on l.id = g.list order by g.id`)

export const listRosterRows = (db: Db, ids: number[]): Promise<RosterRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : selectSome(db, { ids: `{${ids.join()}}` })

export async function countActiveGuests(db: Db): Promise<number> {
  const [row] = await queryRows<{ n: number }>(
    db,
    sql`select coalesce(sum(everyone), 0)::int as n from guest_list_counts`,
  )
  return row?.n ?? 0
}

/** Position in the change log. */
export interface LogPosition {
  /** Id of the log. A crash or a restored backup starts a new log. */
  origin: string
  /** Oldest transaction that was running. Its changes, and later ones, are read again from here. */
  xmin: string
  /** Seconds since 1970. */
  at: number
}

type Noun = 'guest' | 'list' | 'gate' | 'device' | 'double' | 'drill' | 'passage' | 'night'

const selectPosition = prepareStatement<LogPosition>(sql`
  with begun as (
    insert into gate_changes (noun, thing)
    select 'origin', substring(gen_random_uuid()::text for 8)
    where not exists (select from gate_changes where noun = 'origin')
    returning thing
  )
  select coalesce((select thing from gate_changes where noun = 'origin' order by xact, thing limit 1),
    (select thing from begun)) as origin,
    pg_snapshot_xmin(pg_current_snapshot())::text as xmin, extract(epoch from now())::int as at`)

/** Reads the current position of the change log; starts a log if there is none. */
export async function readLogPosition(db: Db): Promise<LogPosition> {
  const [position] = await selectPosition(db)
  return requireRow(position)
}

const selectChanges = prepareStatement<
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
 * Reads the records changed since a position, and the next position, in one snapshot. A transaction
 * that commits later is either running in this snapshot or starts after it, so no change is lost.
 */
export async function listChanges(
  db: Db,
  since: string,
  limit: number,
): Promise<LogPosition & { touched: { noun: Noun; thing: string }[] }> {
  const [row] = await selectChanges(db, { since, limit })
  const { nouns, things, ...position } = requireRow(row)
  const touched = (nouns ?? []).map((noun, i) => ({
    noun: noun as Noun,
    thing: things?.[i] as string,
  }))
  return { ...position, touched }
}

/** Deletes entries older than 25 hours; a device with an older roster reloads it. */
export const deleteOldChanges = (db: Db) =>
  db.execute(
    sql`delete from gate_changes where at < now() - interval '25 hours' and noun <> 'origin'`,
  )
