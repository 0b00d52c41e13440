import { type Db, getDb } from '@/db/pool'
import { redactActivities } from '@/db/queries/activities'
import { listSoldAtTill } from '@/db/queries/cash'
import type { GuestRow } from '@/db/queries/guests'
import * as queries from '@/db/queries/guests-bulk'
import * as writes from '@/db/queries/guests-bulk-write'
import {
  growBatch,
  type HolderMailState,
  insertBatch,
  insertMails,
  listMailStates,
  lockBulkMail,
} from '@/db/queries/mails-bulk'
import { randomUuidV1 } from '@/db/uuid'
import { hasPermission } from '@/lib/auth/rules'
import { isSendingMail } from '@/lib/config/settings'
import { signal } from '@/lib/jobs/signals'
import { confirmationMail } from '@/lib/mail/ticket-mail'
import { add, type BulkGuestFacts, type BulkTask, noteAfter, skipOf, sumOf } from './rules'

type Job = queries.BulkJobRow

export const recordId = (id: string) => `bulk-${id}`
export const recordAction = (kind: Job['kind']) => `bulk_${kind.replaceAll('-', '_')}`
export const UNDO_RECORD = 'bulk_undone'

/** Returns the task that is stored with the job. */
export const taskOf = ({ kind, params }: Pick<Job, 'kind' | 'params'>) =>
  ({ ...params, kind }) as BulkTask

const isSending = ({ kind }: Pick<Job, 'kind'>) => kind === 'send' || kind === 'send-again'

/**
 * Applies or undoes the next chunk of a job. The chunk and the progress of the job are one
 * transaction, so a crash leaves no half-done chunk. The job stops when its creator is no longer an
 * admin (rule 4.22). Returns whether guests are left; null if the job has ended or another worker
 * has claimed it.
 */
export async function processChunk(
  id: string,
  worker: string,
  size: number,
): Promise<boolean | null> {
  const [isMore, hasMails] = await getDb().transaction(async (tx) => {
    await writes.yieldToInteractiveWork(tx)
    const job = await queries.lockWork(tx, id, worker)
    if (!job) return [null, false]
    if (!hasPermission(job.privilege ?? 0, 'admin')) {
      await endWork(tx, job, 'stopped')
      return [false, false]
    }
    const isUndo = job.state === 'undoing'
    const ids = await queries.nextItems(tx, job, size, isUndo ? 'changed' : 'waiting')
    if (ids.length > 0) await (isUndo ? undoTask(tx, job, ids) : applyTask(tx, job, ids))
    const isMore = ids.length === size
    await queries.writeProgress(tx, { ...job, lastGuestId: ids.at(-1) ?? job.lastGuestId })
    if (!isMore) await endWork(tx, job, isUndo ? 'undone' : 'done')
    return [isMore, !isUndo && job.batchId !== null]
  })
  if (hasMails) signal('mails')
  return isMore
}

/**
 * Ends a job or its undo, and adds the result to its activity in the activity log. After an undo
 * that was `stopped`, another admin may undo the changes that are left.
 */
export async function endWork(
  tx: Db,
  job: Job,
  state: 'done' | 'stopped' | 'undone',
): Promise<void> {
  const isUndo = job.state === 'undoing'
  const counts = isUndo
    ? { undone: [null, job.undone], kept: [null, sumOf(job.undoSkipped)] }
    : { changed: [null, job.changed], skipped: [null, sumOf(job.skipped)] }
  const action = isUndo ? UNDO_RECORD : recordAction(job.kind)
  await queries.updateJobActivity(tx, recordId(job.id), action, counts)
  await queries.endJob(tx, job.id, state)
}

/** Stops a job that fails again and again, if the job still belongs to this worker. */
export const abortJob = (id: string, worker: string): Promise<void> =>
  getDb().transaction(async (tx) => {
    const job = await queries.lockWork(tx, id, worker)
    if (job) await endWork(tx, job, 'stopped')
  })

const NO_MAIL = { isMailed: false, isRecorded: false, isWaiting: false, stoppedId: null }

async function applyTask(tx: Db, job: Job, ids: number[]): Promise<void> {
  const task = taskOf(job)
  // Locks bulk mails before the guests, so that the second of two jobs sees the mails of the first.
  if (isSending(job)) await lockBulkMail(tx)
  const rows = new Map((await writes.lockChunk(tx, ids)).map((row) => [row.id, row]))
  const mailStates = new Map(
    isSending(job) ? (await listMailStates(tx, ids)).map((mail) => [mail.id, mail]) : [],
  )
  // A ticket that was paid at the desk can only be returned at the desk, also while the cash desk is
  // off.
  const soldAtTill = task.kind === 'take-back' ? await listSoldAtTill(tx, ids) : new Set()
  const isMailSet = isSendingMail()
  const isListGone = task.kind === 'list' && !(await writes.lockGuestList(tx, task.listId))
  const chosen: GuestRow[] = []
  const skipped: { id: number; reason: string }[] = []
  for (const id of ids) {
    const row = rows.get(id)
    const skipReason =
      row &&
      (isListGone
        ? 'no_list'
        : skipOf(task, factsOf(row, mailStates.get(id), soldAtTill.has(id)), isMailSet))
    const reason = row ? skipReason : 'gone'
    if (reason) skipped.push({ id, reason })
    else chosen.push(row as GuestRow)
  }
  if (isSending(job)) await send(tx, job, chosen, mailStates)
  else await change(tx, job, task, chosen)
  await writes.skipInChunk(tx, job.id, skipped)
  for (const { reason } of skipped) add(job.skipped, reason)
  job.changed += chosen.length
}

const factsOf = (
  row: GuestRow,
  mail: HolderMailState | undefined,
  isSoldAtTill: boolean,
): BulkGuestFacts => {
  const { isMailed, isRecorded, isWaiting, stoppedId } = mail ?? NO_MAIL
  return {
    ...row,
    isSoldAtTill,
    hasTicket: row.confCode !== null,
    isMailed,
    isRecorded,
    isWaiting,
    isStopped: stoppedId !== null,
  }
}

async function change(tx: Db, job: Job, task: BulkTask, chosen: GuestRow[]): Promise<void> {
  const changes = chosen.map(({ id, note }) => ({
    id,
    ...(task.kind === 'sell' && { code: randomUuidV1() }),
    ...(task.kind === 'note' && { note: noteAfter(task, note) }),
  }))
  await writes.applyToChunk(tx, job, changes)
  if (task.kind === 'delete')
    await redactActivities(
      tx,
      'guests',
      chosen.map(({ id }) => id),
    )
  if (task.kind !== 'sell' || !task.mail) return
  const mails = chosen.map((guest, i) => ({
    ...confirmationMail(guest),
    confCode: changes[i]?.code,
    guestId: guest.id,
  }))
  const reachable = mails.filter(({ toMail }) => toMail !== '')
  if (reachable.length === 0) return
  const batch = await batchOf(tx, job)
  await growBatch(tx, batch, (await insertMails(tx, reachable, batch)).length)
}

/**
 * Queues mails with the tickets of these guests. Stored mails that have failed, or were only
 * recorded without a mail service, are queued again. Of mails that are sent again, those that wait
 * in a stopped batch are taken over instead of new ones.
 */
async function send(
  tx: Db,
  job: Job,
  chosen: GuestRow[],
  mailStates: Map<number, HolderMailState>,
): Promise<void> {
  if (chosen.length === 0) return
  const batch = await batchOf(tx, job)
  const isResend = job.kind === 'send-again'
  const mails = chosen.map((guest) => {
    const { unsentId, stoppedId, last } = mailStates.get(guest.id) as HolderMailState
    const { toMail, name, template } = confirmationMail(guest)
    const content = isResend && last ? last : { template, details: null, sponsorId: null }
    return {
      id: isResend ? stoppedId : unsentId,
      toMail,
      name,
      ...content,
      confCode: guest.confCode,
      guestId: guest.id,
      resend: isResend,
    }
  })
  const stored = mails.flatMap(({ id, toMail, name }) => (id ? { id, toMail, name } : []))
  await writes.requeueStoredMails(tx, job, stored)
  const insertedIds = await insertMails(
    tx,
    mails.filter(({ id }) => !id),
    batch,
  )
  await writes.recordQueuedMails(tx, job, insertedIds)
  await growBatch(tx, batch, stored.length + insertedIds.length)
}

/**
 * Returns the id of the mail batch of a job. The first chunk with mails creates the batch, and
 * later chunks add their mails to it.
 */
async function batchOf(tx: Db, job: Job): Promise<string> {
  job.batchId ??= await insertBatch(tx, { kind: job.kind, createdBy: job.createdBy })
  return job.batchId
}

async function undoTask(tx: Db, job: Job, ids: number[]): Promise<void> {
  const { counts, stopped } = isSending(job)
    ? await writes.cancelJobMails(tx, job, ids)
    : await writes.undoChunk(tx, job, ids)
  if (job.kind === 'import')
    await redactActivities(tx, 'guests', await writes.listDeletedAmong(tx, ids))
  if (job.batchId && stopped > 0) await growBatch(tx, job.batchId, -stopped)
  const { '': undone = 0, ...skippedCounts } = counts
  job.undone += undone
  for (const [reason, n] of Object.entries(skippedCounts)) add(job.undoSkipped, reason, n)
}
