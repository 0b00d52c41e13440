import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { queryRows } from '../prepared'
import { guests } from '../schema/guests'
import { fromGuests, type GuestRow, guestProjection } from './guests'
import type { BulkJobRow } from './guests-bulk'
import { UNDO_IMPORT } from './import-undo'
import { requeueMails } from './mails-bulk'
import { hasPassage } from './presence-changes'
import { idArray } from './rows'

// Writes of one chunk of a bulk job. Each statement covers all guests of the chunk, whose rows are
// locked.

/** Lock timeout of a chunk in ms, for guests that another transaction has locked. */
const LOCK_TIMEOUT_MS = 50

/**
 * Lets a chunk yield to single changes. A chunk is committed asynchronously: a crash of the
 * database loses the chunk together with the progress of its job, so the chunk is repeated.
 * Webhooks of a chunk are sent after those of single changes.
 */
export const yieldToInteractiveWork = (tx: Db) =>
  tx.execute(sql`select set_config('lock_timeout', ${`${LOCK_TIMEOUT_MS}ms`}, true),
    set_config('synchronous_commit', 'off', true), set_config('festival.is_bulk', 'on', true)`)

/**
 * Returns the active guests of a chunk and locks them. The lock mode allows other transactions to
 * insert mails and passages that refer to these guests.
 */
export const lockChunk = (tx: Db, ids: number[]): Promise<GuestRow[]> =>
  queryRows<GuestRow>(
    tx,
    sql`select ${guestProjection} ${fromGuests}
      where ${guests.id} = any(${idArray(ids)}) and ${guests.deletedAt} is null
      order by ${guests.id} for no key update of ${guests}`,
  )

/**
 * Whether a guest list exists and is not deleted. Locks the list, so that it cannot be deleted
 * before the transaction ends.
 */
export const lockGuestList = async (tx: Db, id: number): Promise<boolean> =>
  (
    await tx.execute(sql`
      select id from guest_lists where id = ${id} and deleted_at is null for key share`)
  ).length > 0

/** A guest to change, with the values that differ per guest: the confirmation code and the note. */
export interface BulkChange {
  id: number
  code?: string
  note?: string | null
}

/** Kinds of job that change guests. The worker can undo all of them, and apply all except the import. */
type GuestKind = Exclude<BulkJobRow['kind'], 'send' | 'send-again'>
type AppliedKind = Exclude<GuestKind, 'import'>

/** SQL: whether an activity is about guest `g`. */
const ofGuest = sql`entity = 'guests' and entity_id = g.id::text`

/**
 * SQL of each action. `set` changes guest `g` with the values of its `BulkChange` `r`; `before` is
 * the JSON that an undo needs.
 */
const CHANGES: Record<AppliedKind, (job: BulkJobRow) => { set: SQL; before: SQL }> = {
  list: ({ params: { listId } }) => ({
    set: sql`list_id = ${listId}::int`,
    before: sql`jsonb_build_object('list', g.list_id, 'jmbag', g.jmbag, 'wrote', ${listId}::int)`,
  }),
  sell: () => ({
    set: sql`conf_code = r.code, bought_at = now()`,
    before: sql`jsonb_build_object('wrote', r.code)`,
  }),
  'take-back': () => ({
    set: sql`conf_code = null, bought_at = null`,
    before: sql`jsonb_build_object('code', g.conf_code, 'at', g.bought_at,
      'pass', (select id from wallet_passes p where p.conf_code = g.conf_code),
      'activity', (select coalesce(max(id), 0) from activities where ${ofGuest}))`,
  }),
  note: () => ({
    set: sql`note = r.note`,
    before: sql`jsonb_build_object('note', g.note, 'wrote', md5(coalesce(r.note, '')))`,
  }),
  ban: ({ params: { reason } }) => ({
    set: sql`ban_reason = ${reason}::text`,
    before: sql`jsonb_build_object('wrote', md5(${reason}::text))`,
  }),
  lift: () => ({
    set: sql`ban_reason = null`,
    before: sql`jsonb_build_object('reason', g.ban_reason, 'since', g.banned_at)`,
  }),
  delete: () => ({
    set: sql`deleted_at = now()`,
    before: sql`jsonb_build_object('wrote', now())`,
  }),
}

/** Applies the action of a job to these guests, and stores their earlier values for an undo. */
export async function applyToChunk(tx: Db, job: BulkJobRow, rows: BulkChange[]): Promise<void> {
  if (rows.length === 0) return
  const { set, before } = CHANGES[job.kind as AppliedKind](job)
  await tx.execute(sql`
    with input as materialized (
      select r.*, ${before} as before
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r(id int, code uuid, note text)
      join guests g on g.id = r.id
    ), changed as (
      update guests g set ${set} from input r where g.id = r.id
    )
    update bulk_items i set state = 'changed', before = r.before
    from input r where i.job_id = ${job.id}::uuid and i.guest_id = r.id`)
}

/** Marks these guests of a job as skipped, each with its reason. */
export async function skipInChunk(
  tx: Db,
  jobId: string,
  skipped: { id: number; reason: string }[],
): Promise<void> {
  if (skipped.length === 0) return
  await tx.execute(sql`
    update bulk_items i set state = 'skipped', reason = r.reason
    from jsonb_to_recordset(${JSON.stringify(skipped)}::text::jsonb) as r(id int, reason text)
    where i.job_id = ${jobId}::uuid and i.guest_id = r.id`)
}

/** Queues stored mails again, and stores their earlier state for an undo. */
export async function requeueStoredMails(
  tx: Db,
  job: BulkJobRow,
  mails: { id: string; toMail: string; name: string }[],
): Promise<void> {
  if (mails.length === 0) return
  await tx.execute(sql`
    update bulk_items i set state = 'changed', before = jsonb_build_object('mail', m.id,
      'was', jsonb_build_object('state', m.state, 'error', m.last_error, 'batch', m.batch_id))
    from mails m join jsonb_to_recordset(${JSON.stringify(mails)}::text::jsonb) as r(id uuid) on r.id = m.id
    where i.job_id = ${job.id}::uuid and i.guest_id = m.guest_id`)
  await requeueMails(tx, mails, job.batchId)
}

/**
 * Marks the guests of these new mails as changed by the job, and stores the mail ids for an undo.
 */
export const recordQueuedMails = (tx: Db, job: BulkJobRow, mailIds: string[]) =>
  tx.execute(sql`
    update bulk_items i set state = 'changed', before = jsonb_build_object('mail', m.id)
    from mails m where m.id = any(${`{${mailIds.join()}}`}::uuid[])
      and i.job_id = ${job.id}::uuid and i.guest_id = m.guest_id`)

const isDeleted = sql`g.deleted_at is not null`
const writtenValue = sql`i.before ->> 'wrote'`

/**
 * SQL to undo each action. `reason`: why guest `g` must stay unchanged, for example because of a
 * later change (rule 4.21). `set`: restores the earlier values of `g`.
 */
const UNDO_SQL: Record<GuestKind, { reason: SQL; set: SQL }> = {
  list: {
    // A guest who got a JMBAG after the job stays on the freshers' list (rule 4.8).
    reason: sql`when ${isDeleted} or g.list_id <> (${writtenValue})::int
      or g.jmbag <> coalesce(i.before ->> 'jmbag', '') and (select role from guest_lists l
        where l.id = (i.before ->> 'list')::int) is distinct from 'brucosi' then 'changed'
      when (select deleted_at from guest_lists l where l.id = (i.before ->> 'list')::int) is not null then 'list_gone'`,
    set: sql`list_id = (n.before ->> 'list')::int`,
  },
  sell: {
    reason: sql`when ${isDeleted} or g.conf_code is distinct from (${writtenValue})::uuid then 'changed'
      when g.entered_at is not null then 'inside'
      when ${hasPassage(sql`p.at >= g.bought_at`)} then 'was_inside'`,
    set: sql`conf_code = null, bought_at = null`,
  },
  'take-back': {
    // A guest whose later ticket was returned stays without a ticket, and so does a guest whose code
    // another guest has now, for example from an import. Activities show later sales at the desk, and
    // items later bulk sales that were not undone. Jobs run one after the other.
    reason: sql`when ${isDeleted} or g.conf_code is not null
      or exists (select from guests o where o.conf_code = (i.before ->> 'code')::uuid)
      or exists (select from activities a where ${ofGuest} and a.action in ('sold', 'returned')
        and a.id > (i.before ->> 'activity')::bigint)
      or exists (select from bulk_items s join bulk_jobs j on j.id = s.job_id and j.kind = 'sell'
        where s.guest_id = g.id and s.state in ('changed', 'kept')
          and j.ended_at > (select ended_at from bulk_jobs where id = i.job_id)) then 'changed'`,
    set: sql`conf_code = (n.before ->> 'code')::uuid, bought_at = (n.before ->> 'at')::timestamptz`,
  },
  note: {
    reason: sql`when ${isDeleted} or md5(coalesce(g.note, '')) <> ${writtenValue} then 'changed'`,
    set: sql`note = n.before ->> 'note'`,
  },
  ban: {
    reason: sql`when ${isDeleted} or md5(coalesce(g.ban_reason, '')) <> ${writtenValue} then 'changed'`,
    set: sql`ban_reason = null`,
  },
  lift: {
    reason: sql`when ${isDeleted} or g.ban_reason is not null then 'changed'`,
    set: sql`ban_reason = n.before ->> 'reason'`,
  },
  delete: {
    reason: sql`when g.deleted_at is distinct from (${writtenValue})::timestamptz then 'changed'
      when (select deleted_at from guest_lists l where l.id = g.list_id) is not null then 'list_gone'
      when exists (select from guests o where o.jmbag = g.jmbag and o.deleted_at is null) then 'jmbag_taken'`,
    set: sql`deleted_at = null`,
  },
  import: UNDO_IMPORT,
}

interface UndoResult {
  /**
   * Number of guests left unchanged, by reason. The number of restored guests is under the key ''.
   */
  counts: Record<string, number>
  /** Number of queued mails of the job's batch that were cancelled. */
  stopped: number
}

const undoItems = (job: BulkJobRow, ids: number[], reason: SQL) => sql`
  select i.guest_id as id, i.before,
    case when i.before is null or g.id is null then 'erased' ${reason} end as reason
  from bulk_items i left join guests g on g.id = i.guest_id
  where i.job_id = ${job.id}::uuid and i.guest_id = any(${idArray(ids)})`

/**
 * Locks these guests, deleted ones included, in the order of their ids. Other transactions use the
 * same order, which avoids deadlocks.
 */
const lockGuestRows = (tx: Db, ids: number[]) =>
  tx.execute(sql`
    select from guests where id = any(${idArray(ids)}) order by id for no key update`)

const outcome = (job: BulkJobRow, from: SQL) => sql`
  settled as (
    update bulk_items i set reason = n.reason,
      state = case when n.reason is null then 'undone' else 'kept' end
    from ${from} n where i.job_id = ${job.id}::uuid and i.guest_id = n.id
    returning coalesce(i.reason, '') as reason
  )
  select jsonb_object_agg(reason, n) as counts, (select count(*)::int from stopped) as stopped
  from (select reason, count(*)::int as n from settled group by 1) each`

/**
 * Restores the earlier values of these guests. Guests that were changed after the job stay
 * unchanged (rule 4.21).
 */
export async function undoChunk(tx: Db, job: BulkJobRow, ids: number[]): Promise<UndoResult> {
  await lockGuestRows(tx, ids)
  const { reason, set } = UNDO_SQL[job.kind as GuestKind]
  const [undone] = await queryRows<UndoResult>(
    tx,
    sql`with next as materialized (${undoItems(job, ids, reason)}), restored as (
      update guests g set ${set} from next n where g.id = n.id and n.reason is null
    ), dropped as (
      delete from mails m using next n
      where ${job.kind} = 'sell' and n.reason is null and m.conf_code = (n.before ->> 'wrote')::uuid
        and m.state = 'queued' and m.attempts = 0
      returning m.batch_id
    ), stopped as (
      select from dropped where batch_id = ${job.batchId}::uuid
    ), ${outcome(job, sql`next`)}`,
  )
  // The trigger of the table has set the start of the restored ban to now, so the earlier start is
  // written here.
  if (job.kind === 'lift')
    await tx.execute(sql`
      update guests g set banned_at = (i.before ->> 'since')::timestamptz from bulk_items i
      where i.job_id = ${job.id}::uuid and i.guest_id = any(${idArray(ids)}) and i.state = 'undone'
        and g.id = i.guest_id and g.ban_reason is not null`)
  if (job.kind === 'take-back') await restorePasses(tx, job, ids)
  return undone as UndoResult
}

/** Returns those of these guests who are deleted. */
export async function listDeletedAmong(tx: Db, ids: number[]): Promise<number[]> {
  const rows = await queryRows<{ id: number }>(
    tx,
    sql`select id from guests where id = any(${idArray(ids)}) and deleted_at is not null`,
  )
  return rows.map(({ id }) => id)
}

/** Makes the wallet passes of restored tickets valid again, and enqueues their updates. */
async function restorePasses(tx: Db, job: BulkJobRow, ids: number[]): Promise<void> {
  const passes = await queryRows<{ id: string }>(
    tx,
    sql`update wallet_passes p set conf_code = (i.before ->> 'code')::uuid from bulk_items i
      where i.job_id = ${job.id}::uuid and i.guest_id = any(${idArray(ids)}) and i.state = 'undone'
        and p.id = (i.before ->> 'pass')::uuid
      returning p.id`,
  )
  if (passes.length > 0)
    await tx.execute(sql`
      select enqueue_wallet_updates(${`{${passes.map(({ id }) => id).join()}}`}::uuid[], true)`)
}

/**
 * Cancels the mails of the job to these guests that are still queued in its batch and were never
 * tried. New mails are deleted; mails that the job had queued again get their earlier state back,
 * and those that it took out of a stopped batch are part of it again.
 */
export async function cancelJobMails(tx: Db, job: BulkJobRow, ids: number[]): Promise<UndoResult> {
  const isUntried = sql`m.id = (h.before ->> 'mail')::uuid and m.state = 'queued' and m.attempts = 0
    and m.batch_id = ${job.batchId}::uuid`
  const [undone] = await queryRows<UndoResult>(
    tx,
    sql`with next as materialized (${undoItems(job, ids, sql``)}), dropped as (
      delete from mails m using next h where ${isUntried} and not h.before ? 'was' returning h.id
    ), put_back as (
      update mails m set state = h.before #>> '{was,state}', last_error = h.before #>> '{was,error}',
        batch_id = (h.before #>> '{was,batch}')::uuid, finished_at = now()
      from next h where ${isUntried} and h.before ? 'was' returning h.id, m.state, m.batch_id
    ), regrown as (
      update mail_batches b set total = b.total + p.n
      from (select batch_id, count(*)::int as n from put_back where state = 'queued' group by 1) p
      where b.id = p.batch_id
    ), stopped as (
      select id from dropped union all select id from put_back
    ), judged as (
      select h.id, case when h.reason is not null then h.reason
        when h.id in (select id from stopped) then null else 'sent' end as reason from next h
    ), ${outcome(job, sql`judged`)}`,
  )
  return undone as UndoResult
}
