import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { queryRows } from '../prepared'
import { bulkJobs } from '../schema/bulk'
import { IS_SOLD_AT_TILL } from './cash'
import { anyOf, type GuestFilter, matching } from './guests'
import { JOIN_MAIL_STATE } from './mails-bulk'
import { requireRow } from './rows'

type StoredJob = typeof bulkJobs.$inferSelect

/** Columns of a bulk job that a worker needs. */
export type BulkJobRow = Pick<
  StoredJob,
  | 'id'
  | 'kind'
  | 'params'
  | 'total'
  | 'lastGuestId'
  | 'changed'
  | 'skipped'
  | 'undone'
  | 'undoSkipped'
> &
  Pick<StoredJob, 'batchId' | 'createdBy' | 'undoneBy' | 'state'>

/** Columns of a bulk job that screens show. Instants are ISO text. */
export type BulkListRow = BulkJobRow & {
  creator: string | null
  createdAt: string
  endedAt: string | null
  undoUntil: string | null
}

const workColumns = sql`id, kind, params, total, changed, skipped, undone, undo_skipped as "undoSkipped", state,
  last_guest_id as "lastGuestId", batch_id as "batchId", created_by as "createdBy", undone_by as "undoneBy"`

/** Lease of a worker on a job, in seconds. Each chunk renews it. */
const LEASE_S = 5

/** Time in minutes in which a bulk job or an import can be undone (rules 4.20 and 11.7). */
export const UNDO_MINUTES = sql.raw('60')
const undoUntil = sql`ended_at + make_interval(mins => ${UNDO_MINUTES})`

/**
 * Starts a bulk job for all guests that match the filter at this time. Returns the job's id and the
 * number of guests.
 */
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
  // Guests chosen by id are part of the job even if they were deleted, so that the job reports them
  // as skipped.
  const condition = filter.ids ? anyOf(filter.ids) : matching(filter)
  const [row] = await queryRows<{ total: number }>(
    tx,
    sql`with chosen as (
        insert into bulk_items (job_id, guest_id)
        select ${id}::uuid, id from guests where ${condition} order by id returning guest_id
      ) update bulk_jobs set total = (select count(*) from chosen) where id = ${id}::uuid
      returning (select count(*)::int from chosen) as total`,
  )
  return { id, total: row?.total ?? 0 }
}

const NO_MAIL_STATE = sql`cross join (
  select false as "isMailed", false as "isRecorded", false as "isWaiting", null as "stoppedId") m`

/**
 * SQL: the note, or a placeholder of the same length if the note differs from `note`. The rules
 * need only the length and the equality.
 */
const notePlaceholder = (note: string | null) => sql`case when g.note = ${note}::text then g.note
  else repeat('x', char_length(g.note)) end`

const textPlaceholder = (column: string) =>
  sql`case when ${sql.raw(`g.${column}`)} ~ '\\S' then 'x' else ${sql.raw(`left(g.${column}, 0)`)} end`

/**
 * SQL: placeholder for a name: 'ж' if its first letter is not in a to z, because no student e-mail
 * address can be built from such a name (`initialsOf`); otherwise 'x', or '' for an empty name.
 */
const namePlaceholder = (column: string) =>
  sql`case when ${sql.raw(`g.${column}`)} ~ '\\S'
    and ${sql.raw(`public.fold_text(g.${column})`)} !~ '^[\\W\\d_]*[a-z]' then 'ж' else ${textPlaceholder(column)} end`

/**
 * A group of guests that the rules of bulk jobs (lib/guests/bulk/rules.ts) treat in the same way,
 * with the size of the group. Texts are placeholders, so that a preview has few groups.
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
  /** A mail with the ticket waits in a stopped batch. */
  isStopped: boolean
  /** The ticket was sold through the cash desk. */
  isSoldAtTill: boolean
  count: number
}

/**
 * Counts the guests that match a filter, grouped by the facts that the rules of bulk jobs need
 * (lib/guests/bulk/rules.ts).
 */
export function countGuestGroups(
  db: Db,
  filter: GuestFilter,
  { note, withMails, withTill }: { note: string | null; withMails: boolean; withTill: boolean },
): Promise<GuestGroup[]> {
  return db.transaction(async (tx) => {
    // Without parallel workers, the other processors stay free for the requests of the gates.
    await tx.execute(sql`select set_config('max_parallel_workers_per_gather', '0', true)`)
    return queryRows<GuestGroup>(
      tx,
      sql`select ${namePlaceholder('name')} as name, ${namePlaceholder('surname')} as surname,
        ${textPlaceholder('jmbag')} as jmbag, ${textPlaceholder('email')} as email,
        g.list_id as "listId", ${notePlaceholder(note)} as note,
        ${textPlaceholder('ban_reason')} as "banReason", g.conf_code is not null as "hasTicket",
        m."isMailed", m."isRecorded", m."isWaiting", m."stoppedId" is not null as "isStopped",
        ${withTill ? IS_SOLD_AT_TILL : sql`false`} as "isSoldAtTill", count(*)::int as count
      from (select * from guests where ${matching(filter)}) g
      ${withMails ? JOIN_MAIL_STATE : NO_MAIL_STATE}
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13`,
    )
  })
}

/**
 * Claims the job that was queued first, and returns its id. Only one job runs at a time on all
 * instances together. Returns null if there is no job, or if another worker has
 * claimed the job.
 */
export async function claimJob(db: Db, worker: string): Promise<string | null> {
  const [row] = await queryRows<{ id: string }>(
    db,
    sql`update bulk_jobs set worker = ${worker}::uuid,
        lease_until = clock_timestamp() + make_interval(secs => ${LEASE_S})
      where id = (select id from bulk_jobs where state in ('running', 'undoing') order by queued_at, id limit 1)
        and state in ('running', 'undoing')
        and (worker = ${worker}::uuid or lease_until is null or lease_until < clock_timestamp())
      returning id`,
  )
  return row?.id ?? null
}

/**
 * Updates PostgreSQL's statistics of `bulk_items`. Without them PostgreSQL reads and sorts all new
 * rows for each chunk, which takes 29 ms instead of 0.2 ms.
 */
export const recountItems = (db: Db) => db.execute(sql`analyze bulk_items`)

/** Whether an unfinished job has no worker with a valid lease, for example after a crash. */
export async function hasAbandonedJob(db: Db): Promise<boolean> {
  const [row] = await queryRows<{ is: boolean }>(
    db,
    sql`select exists (select from bulk_jobs where state in ('running', 'undoing')
      and (lease_until is null or lease_until < clock_timestamp())) as is`,
  )
  return row?.is === true
}

/**
 * A job with the privilege of the user who started it or its undo; null if that user was deleted.
 */
export type BulkWorkRow = BulkJobRow & { privilege: number | null }

/**
 * Returns a job and locks it until the transaction ends. Returns null if the job has ended, or if
 * another worker has claimed it.
 */
export const lockWork = async (tx: Db, id: string, worker: string): Promise<BulkWorkRow | null> =>
  (
    await queryRows<BulkWorkRow>(
      tx,
      sql`select ${workColumns}, (select privilege from users
          where users.id = case state when 'undoing' then undone_by else created_by end) as privilege
        from bulk_jobs where id = ${id}::uuid and worker = ${worker}::uuid
        and state in ('running', 'undoing') for update`,
    )
  )[0] ?? null

export const lockJob = async (tx: Db, id: string): Promise<BulkListRow | null> => {
  await tx.execute(sql`select from bulk_jobs where id = ${id}::uuid for update`)
  return getJob(tx, id)
}

const listedJob = sql`${sql.raw(
  'j.id, j.kind, j.params, j.total, j.changed, j.skipped, j.undone, j.state',
)}, j.undo_skipped as "undoSkipped", j.last_guest_id as "lastGuestId", j.batch_id as "batchId", j.created_by as "createdBy",
  j.undone_by as "undoneBy",
  coalesce(nullif(u.name, ''), u.email) as creator, j.created_at as "createdAt", j.ended_at as "endedAt",
  case when j.state in ('done', 'stopped') and j.changed > 0 and not j.is_undo_purged and ${undoUntil} > clock_timestamp()
    then ${undoUntil} end as "undoUntil"
  from bulk_jobs j left join users u on u.id = j.created_by`

export const getJob = async (db: Db, id: string): Promise<BulkListRow | null> =>
  (await queryRows<BulkListRow>(db, sql`select ${listedJob} where j.id = ${id}::uuid`))[0] ?? null

/** Lists running jobs and undos, and jobs that ended within the last 60 minutes. */
export const listJobs = (db: Db): Promise<BulkListRow[]> =>
  queryRows<BulkListRow>(
    db,
    sql`select ${listedJob} where j.state in ('running', 'undoing') or ${undoUntil} > clock_timestamp()
      order by j.created_at desc, j.id limit 50`,
  )

/**
 * Lists the first 50 guests that a job skipped (`skipped`) or that its undo left unchanged
 * (`kept`), with the reason.
 */
export const listUnchangedGuests = (db: Db, id: string, state: 'skipped' | 'kept') =>
  queryRows<{ id: number; name: string; reason: string }>(
    db,
    sql`select g.id, trim(g.name || ' ' || g.surname) as name, i.reason from bulk_items i
      join guests g on g.id = i.guest_id
      where i.job_id = ${id}::uuid and i.state = ${state} order by g.id limit 50`,
  )

/**
 * Returns the ids of the next guests of a job, in ascending order. `state` is `waiting` for the job
 * itself and `changed` for its undo.
 */
export async function nextItems(
  tx: Db,
  job: Pick<BulkJobRow, 'id' | 'lastGuestId'>,
  limit: number,
  state: 'waiting' | 'changed',
): Promise<number[]> {
  const rows = await queryRows<{ id: number }>(
    tx,
    sql`select guest_id as id from bulk_items where job_id = ${job.id}::uuid
      and guest_id > ${job.lastGuestId} and state = ${state} order by guest_id limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/** Progress of a bulk job, stored after each chunk. */
export type Progress = Pick<
  BulkJobRow,
  'id' | 'lastGuestId' | 'changed' | 'skipped' | 'undone' | 'undoSkipped'
> &
  Pick<BulkJobRow, 'batchId'>

export const writeProgress = (tx: Db, job: Progress) =>
  tx.execute(sql`
    update bulk_jobs set last_guest_id = ${job.lastGuestId}, changed = ${job.changed}, undone = ${job.undone},
      skipped = ${JSON.stringify(job.skipped)}::text::jsonb,
      undo_skipped = ${JSON.stringify(job.undoSkipped)}::text::jsonb, batch_id = ${job.batchId}::uuid, lease_until = clock_timestamp() + make_interval(secs => ${LEASE_S})
    where id = ${job.id}::uuid`)

/**
 * SQL: the parameters of a job without the text of a note or a ban. After the job, this text is
 * stored only with the guests.
 */
const PARAMS_WITHOUT_TEXTS = sql`params - 'note' - 'reason'`

export const endJob = (tx: Db, id: string, state: 'done' | 'stopped' | 'undone') =>
  tx.execute(sql`
    update bulk_jobs set state = ${state}, ended_at = coalesce(ended_at, clock_timestamp()),
      params = ${PARAMS_WITHOUT_TEXTS}, worker = null, lease_until = null
    where id = ${id}::uuid`)

/**
 * Starts the undo of a job. Returns false if the time for an undo is over, if the job is undone
 * already, or if the job has not ended or has changed no guest.
 */
export async function startUndo(tx: Db, id: string, userId: number): Promise<boolean> {
  const rows = await tx.execute(sql`
    update bulk_jobs set state = 'undoing', last_guest_id = 0, queued_at = clock_timestamp(), undone_by = ${userId},
      worker = null, lease_until = null
    where id = ${id}::uuid and state in ('done', 'stopped') and changed > 0 and not is_undo_purged
      and ${undoUntil} > clock_timestamp()
    returning id`)
  return rows.length > 0
}

/**
 * Adds the outcome of a job to its activity, which until then contains only the number of chosen
 * guests.
 */
export const updateJobActivity = (tx: Db, entityId: string, action: string, changes: object) =>
  tx.execute(sql`
    update activities set changes = changes || ${JSON.stringify(changes)}::text::jsonb
    where entity = 'guests' and entity_id = ${entityId} and action = ${action}`)

/** Maximum number of guests whose undo data one statement purges. */
const PURGE_BATCH_SIZE = 2000

/** Purges the earlier values of guests once their job can no longer be undone. */
export async function purgeUndoData(db: Db): Promise<void> {
  const due: SQL = sql`select id from bulk_jobs where not is_undo_purged and state <> 'undoing'
    and ${undoUntil} <= clock_timestamp()`
  for (const { id } of await queryRows<{ id: string }>(db, due)) {
    for (let at = 0; ; ) {
      const [row] = await queryRows<{ last: number | null }>(
        db,
        sql`with batch as (
            select guest_id from bulk_items where job_id = ${id}::uuid and guest_id > ${at}
            order by guest_id limit ${PURGE_BATCH_SIZE}
          ), purged as (
            update bulk_items i set before = null from batch
            where i.job_id = ${id}::uuid and i.guest_id = batch.guest_id and i.before is not null
          ) select max(guest_id) as last from batch`,
      )
      if (row?.last == null) break
      at = row.last
    }
    await db.execute(sql`update bulk_jobs set is_undo_purged = true where id = ${id}::uuid`)
  }
}
