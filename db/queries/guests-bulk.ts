import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { queryRows } from '../prepared'
import { bulkJobs } from '../schema/bulk'
import { IS_SOLD_AT_TILL } from './cash'
import { anyOf, type GuestFilter, matching } from './guests'
import { JOIN_MAIL_STATE } from './mails-bulk'
import { requireRow } from './rows'

type StoredJob = typeof bulkJobs.$inferSelect

/** A job with the columns that a worker needs, locked until the end of the transaction. */
export type BulkJobRow = Pick<
  StoredJob,
  'id' | 'kind' | 'params' | 'total' | 'reached' | 'changed' | 'skipped' | 'undone' | 'kept'
> &
  Pick<StoredJob, 'batchId' | 'createdBy' | 'undoneBy' | 'state'>

/** A job for screens. Instants are ISO text. */
export type BulkListRow = BulkJobRow & {
  creator: string | null
  createdAt: string
  endedAt: string | null
  undoUntil: string | null
}

const work = sql`id, kind, params, total, reached, changed, skipped, undone, kept, state,
  batch_id as "batchId", created_by as "createdBy", undone_by as "undoneBy"`

/** Lease of a job in seconds. Each chunk renews it. */
const LEASE = 5

/** Minutes after its end for which a job can be undone. */
const UNDO_MINUTES = sql.raw('60')
const undoUntil = sql`ended_at + make_interval(mins => ${UNDO_MINUTES})`

/** Begins a job about all whom the filter finds right now; its total tells how many. */
export async function insertJob(
  tx: Db,
  { kind, params, createdBy }: Pick<StoredJob, 'kind' | 'params' | 'createdBy'>,
  filter: GuestFilter,
): Promise<{ id: string; total: number }> {
  const [job] = await tx
    .insert(bulkJobs)
    .values({ kind, params, createdBy, total: 0 })
    .returning({ id: bulkJobs.id })
  const { id } = requireRow(job)
  // Guests chosen by id stay in the job after their deletion, so that they can be reported as skipped.
  const meant = filter.ids ? anyOf(filter.ids) : matching(filter)
  const [row] = await queryRows<{ total: number }>(
    tx,
    sql`with chosen as (
        insert into bulk_items (job_id, guest_id)
        select ${id}::uuid, id from guests where ${meant} order by id returning guest_id
      ) update bulk_jobs set total = (select count(*) from chosen) where id = ${id}::uuid
      returning (select count(*)::int from chosen) as total`,
  )
  return { id, total: row?.total ?? 0 }
}

const TOLD_OF_NONE = sql`cross join (
  select false as "isMailed", false as "isRecorded", false as "isWaiting") m`

/** The length and the equality of the note are all that the rules need. */
const noteLike = (note: string | null) => sql`case when g.note = ${note}::text then g.note
  else repeat('x', char_length(g.note)) end`

const like = (column: string) =>
  sql`case when ${sql.raw(`g.${column}`)} ~ '\\S' then 'x' else ${sql.raw(`left(g.${column}, 0)`)} end`

/** Also whether the name begins with a letter that an address can be made of: `ж` has none. */
const likeName = (column: string) =>
  sql`case when ${sql.raw(`public.fold_text(g.${column})`)} ~ '^\\W*[^a-z\\W]' then 'ж' else ${like(column)} end`

/**
 * Facts of a guest that the rules need (lib/guests/bulk/rules.ts), with the number of guests that share
 * them. A preview reads no guests, and a text here only has the length of the real one.
 */
export type GuestGroup = {
  name: string
  surname: string
  jmbag: string | null
  email: string | null
  listId: number
  note: string | null
  banReason: string | null
  hasTicket: boolean
  /** The ticket was mailed, or is being mailed. */
  isMailed: boolean
  isRecorded: boolean
  isWaiting: boolean
  /** The ticket was sold at a till. */
  isOfTill: boolean
  count: number
}

/** Counts the guests of a filter by the facts that the rules need (lib/guests/bulk/rules.ts). */
export function countGuestGroups(
  db: Db,
  filter: GuestFilter,
  { note, withMails, withTill }: { note: string | null; withMails: boolean; withTill: boolean },
): Promise<GuestGroup[]> {
  return db.transaction(async (tx) => {
    // Whoever is at the gate meanwhile has the other processors.
    await tx.execute(sql`select set_config('max_parallel_workers_per_gather', '0', true)`)
    return queryRows<GuestGroup>(
      tx,
      sql`select ${likeName('name')} as name, ${likeName('surname')} as surname, ${like('jmbag')} as jmbag,
        ${like('email')} as email, g.list_id as "listId", ${noteLike(note)} as note,
        ${like('ban_reason')} as "banReason", g.conf_code is not null as "hasTicket",
        m."isMailed", m."isRecorded", m."isWaiting",
        ${withTill ? IS_SOLD_AT_TILL : sql`false`} as "isOfTill", count(*)::int as count
      from (select * from guests where ${matching(filter)}) g
      ${withMails ? JOIN_MAIL_STATE : TOLD_OF_NONE}
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12`,
    )
  })
}

/**
 * Takes the job whose turn it is: the oldest that is not done, one at a time however many
 * instances there are. Null when there is none, or another is at it.
 */
export async function claimJob(db: Db, worker: string): Promise<string | null> {
  const [row] = await queryRows<{ id: string }>(
    db,
    sql`update bulk_jobs set worker = ${worker}::uuid,
        lease_until = clock_timestamp() + make_interval(secs => ${LEASE})
      where id = (select id from bulk_jobs where state in ('running', 'undoing') order by turn_at, id limit 1)
        and state in ('running', 'undoing')
        and (worker = ${worker}::uuid or lease_until is null or lease_until < clock_timestamp())
      returning id`,
  )
  return row?.id ?? null
}

/**
 * Updates the statistics of the items. Without them PostgreSQL reads and sorts all new items for each
 * chunk, in 29 ms instead of 0.2.
 */
export const recountItems = (db: Db) => db.execute(sql`analyze bulk_items`)

/** Whether a job has no living worker, as after a crash. */
export async function hasAbandonedJob(db: Db): Promise<boolean> {
  const [row] = await queryRows<{ is: boolean }>(
    db,
    sql`select exists (select from bulk_jobs where state in ('running', 'undoing')
      and (lease_until is null or lease_until < clock_timestamp())) as is`,
  )
  return row?.is === true
}

/** A job with the privilege of the user who started it or its undo. Null if the user was removed. */
export type BulkWorkRow = BulkJobRow & { privilege: number | null }

/** Returns the job and locks it, if this worker still has it and it has not ended. */
export const lockWork = async (tx: Db, id: string, worker: string): Promise<BulkWorkRow | null> =>
  (
    await queryRows<BulkWorkRow>(
      tx,
      sql`select ${work}, (select privilege from users
          where users.id = case state when 'undoing' then undone_by else created_by end) as privilege
        from bulk_jobs where id = ${id}::uuid and worker = ${worker}::uuid
        and state in ('running', 'undoing') for update`,
    )
  )[0] ?? null

export const lockJob = async (tx: Db, id: string): Promise<BulkListRow | null> => {
  await tx.execute(sql`select from bulk_jobs where id = ${id}::uuid for update`)
  return getJob(tx, id)
}

const listed = sql`${sql.raw(
  'j.id, j.kind, j.params, j.total, j.reached, j.changed, j.skipped, j.undone, j.kept, j.state',
)}, j.batch_id as "batchId", j.created_by as "createdBy", j.undone_by as "undoneBy",
  coalesce(nullif(u.name, ''), u.email) as creator, j.created_at as "createdAt", j.ended_at as "endedAt",
  case when j.state in ('done', 'stopped') and j.changed > 0 and not j.is_forgotten and ${undoUntil} > clock_timestamp()
    then ${undoUntil} end as "undoUntil"
  from bulk_jobs j left join users u on u.id = j.created_by`

export const getJob = async (db: Db, id: string): Promise<BulkListRow | null> =>
  (await queryRows<BulkListRow>(db, sql`select ${listed} where j.id = ${id}::uuid`))[0] ?? null

/** Returns the running jobs, and ended ones that can or could still be undone. */
export const listJobs = (db: Db): Promise<BulkListRow[]> =>
  queryRows<BulkListRow>(
    db,
    sql`select ${listed} where j.state in ('running', 'undoing') or ${undoUntil} > clock_timestamp()
      order by j.created_at desc, j.id limit 50`,
  )

/** The first of those whom a job passed over, or its undo left as they are. */
export const listOthers = (db: Db, id: string) =>
  queryRows<{ id: number; name: string; reason: string }>(
    db,
    sql`select g.id, trim(g.name || ' ' || g.surname) as name, i.reason from bulk_items i
      join guests g on g.id = i.guest_id
      where i.job_id = ${id}::uuid and i.state in ('skipped', 'kept') order by i.state, g.id limit 50`,
  )

/** The next guests of a job, in the order of their numbers; `changed` ones for an undo. */
export async function nextItems(
  tx: Db,
  job: Pick<BulkJobRow, 'id' | 'reached'>,
  limit: number,
  state: 'waiting' | 'changed',
): Promise<number[]> {
  const rows = await queryRows<{ id: number }>(
    tx,
    sql`select guest_id as id from bulk_items where job_id = ${job.id}::uuid
      and guest_id > ${job.reached} and state = ${state} order by guest_id limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/** Progress of a job after a chunk. */
export type Progress = Pick<
  BulkJobRow,
  'id' | 'reached' | 'changed' | 'skipped' | 'undone' | 'kept'
> &
  Pick<BulkJobRow, 'batchId'>

export const writeProgress = (tx: Db, job: Progress) =>
  tx.execute(sql`
    update bulk_jobs set reached = ${job.reached}, changed = ${job.changed}, undone = ${job.undone},
      skipped = ${JSON.stringify(job.skipped)}::text::jsonb, kept = ${JSON.stringify(job.kept)}::text::jsonb,
      batch_id = ${job.batchId}::uuid, lease_until = clock_timestamp() + make_interval(secs => ${LEASE})
    where id = ${job.id}::uuid`)

/** The words of a note or a ban are the guests' own from now on. */
const WORDLESS = sql`params - 'note' - 'reason'`

export const endJob = (tx: Db, id: string, state: 'done' | 'stopped' | 'undone') =>
  tx.execute(sql`
    update bulk_jobs set state = ${state}, ended_at = coalesce(ended_at, clock_timestamp()),
      params = ${WORDLESS}, worker = null, lease_until = null
    where id = ${id}::uuid`)

/** Starts an undo. Returns false if it is too late or was done already. */
export async function beginUndo(tx: Db, id: string, userId: number): Promise<boolean> {
  const rows = await tx.execute(sql`
    update bulk_jobs set state = 'undoing', reached = 0, turn_at = clock_timestamp(), undone_by = ${userId},
      worker = null, lease_until = null
    where id = ${id}::uuid and state in ('done', 'stopped') and changed > 0 and not is_forgotten
      and ${undoUntil} > clock_timestamp()
    returning id`)
  return rows.length > 0
}

/** The line of the record tells how it ended; until then it tells for how many it was. */
export const updateJobActivity = (tx: Db, entityId: string, action: string, changes: object) =>
  tx.execute(sql`
    update activities set changes = changes || ${JSON.stringify(changes)}::text::jsonb
    where entity = 'guests' and entity_id = ${entityId} and action = ${action}`)

/** Guests of one statement that forgets. */
const FORGOTTEN_AT_ONCE = 2000

/** Once a job cannot be undone, nothing tells any more how its guests were before it. */
export async function purgeUndoData(db: Db): Promise<void> {
  const due: SQL = sql`select id from bulk_jobs where not is_forgotten and state <> 'undoing'
    and ${undoUntil} <= clock_timestamp()`
  for (const { id } of await queryRows<{ id: string }>(db, due)) {
    for (let at = 0; ; ) {
      const [row] = await queryRows<{ last: number | null }>(
        db,
        sql`with few as (
            select guest_id from bulk_items where job_id = ${id}::uuid and guest_id > ${at}
            order by guest_id limit ${FORGOTTEN_AT_ONCE}
          ), forgotten as (
            update bulk_items i set before = null from few
            where i.job_id = ${id}::uuid and i.guest_id = few.guest_id and i.before is not null
          ) select max(guest_id) as last from few`,
      )
      if (row?.last == null) break
      at = row.last
    }
    await db.execute(sql`update bulk_jobs set is_forgotten = true where id = ${id}::uuid`)
  }
}
