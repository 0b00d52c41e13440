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

/** Active guest, as gate devices store it in their roster. */
export type RosterRow = Record<keyof typeof PHONE_TEXTS, string | null> & {
  id: number
  name: string
  surname: string
  list: number
  /** Time of the guest's admission as ISO text; null for a guest who is outside. */
  since: string | null
  /** Ticket hash: first 16 bytes of SHA-256 of the 16 bytes of the confirmation code. */
  hash: Buffer | null
}

/**
 * SQL: the columns of a guest that gate devices store, as the catalogue defines (`phones`). The
 * confirmation code is replaced by its hash.
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

/** Lists at most `limit` active guests with an id above `after`, by id. */
export const listRosterPage = (db: Db, after: number, limit: number): Promise<RosterRow[]> =>
  selectPage(db, { after, limit })

const selectSome = prepareStatement<RosterRow>(sql`
  select ${columns} from guests where deleted_at is null
    and id = any(${sql.placeholder('ids')}::int[]) order by id`)

/** Active guest with a ticket, and the name of its guest list. */
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
    sql`select coalesce(sum(total), 0)::int as n from guest_list_counts`,
  )
  return row?.n ?? 0
}

/** Position in the change log, from which a gate device reads the next changes of its roster. */
export interface LogPosition {
  /** Id of the change log. After a crash or a restored backup, a new log starts. */
  origin: string
  /**
   * Id of the oldest transaction that was running at this position. The next read starts with the
   * changes of this transaction.
   */
  xmin: string
  /** Time of the position by the database's clock, in seconds since 1970. */
  at: number
}

type ChangedEntity = 'guest' | 'list' | 'gate' | 'device' | 'double' | 'drill' | 'passage' | 'night'

const selectPosition = prepareStatement<LogPosition>(sql`
  with started as (
    insert into gate_changes (entity, entity_id)
    select 'origin', substring(gen_random_uuid()::text for 8)
    where not exists (select from gate_changes where entity = 'origin')
    returning entity_id
  )
  select coalesce((select entity_id from gate_changes where entity = 'origin' order by transaction_id, entity_id limit 1),
    (select entity_id from started)) as origin,
    pg_snapshot_xmin(pg_current_snapshot())::text as xmin, extract(epoch from now())::int as at`)

/** Reads the current position of the change log. Starts a log if there is none. */
export async function readLogPosition(db: Db): Promise<LogPosition> {
  const [position] = await selectPosition(db)
  return requireRow(position)
}

const selectChanges = prepareStatement<
  LogPosition & { entities: string[] | null; ids: string[] | null }
>(sql`
  select
    (select entity_id from gate_changes where entity = 'origin' order by transaction_id, entity_id limit 1) as origin,
    pg_snapshot_xmin(pg_current_snapshot())::text as xmin, extract(epoch from now())::int as at,
    entities, ids
  from (
    select array_agg(entity) as entities, array_agg(entity_id) as ids from (
      select distinct entity, entity_id from gate_changes
      where transaction_id >= ${sql.placeholder('since')}::text::xid8 and entity <> 'origin'
      limit ${sql.placeholder('limit')}
    ) each
  ) touched`)

/**
 * Reads the records that changed since a position, and the next position, in one snapshot. A
 * transaction that commits later was either running at the snapshot or starts after it, so no
 * change is lost.
 */
export async function listChanges(
  db: Db,
  since: string,
  limit: number,
): Promise<LogPosition & { touched: { entity: ChangedEntity; entityId: string }[] }> {
  const [row] = await selectChanges(db, { since, limit })
  const { entities, ids, ...position } = requireRow(row)
  const touched = (entities ?? []).map((entity, i) => ({
    entity: entity as ChangedEntity,
    entityId: ids?.[i] as string,
  }))
  return { ...position, touched }
}

/**
 * Deletes entries of the change log that are older than 25 hours. A device with an older roster
 * loads the whole roster again.
 */
export const deleteOldChanges = (db: Db) =>
  db.execute(
    sql`delete from gate_changes where at < now() - interval '25 hours' and entity <> 'origin'`,
  )
