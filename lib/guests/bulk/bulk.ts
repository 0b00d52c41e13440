import { type Db, getDb } from '@/db/pool'
import { insertActivity } from '@/db/queries/activities'
import { GUEST_FIELDS, type GuestFilter } from '@/db/queries/guests'
import * as queries from '@/db/queries/guests-bulk'
import type { UserRow } from '@/db/queries/users'
import { isSendingMail } from '@/lib/config/settings'
import { notFound, ServiceError } from '@/lib/http/errors'
import { listParams } from '@/lib/http/list-params'
import { signal } from '@/lib/jobs/signals'
import { requireList } from '../create-delete-restore'
import { tagLabel } from '../rules'
import { add, type BulkTask, isMailMissing, skipOf, sumOf } from './rules'
import type { BulkAction, BulkJob, BulkPreview, BulkSelection } from './schema'
import { endWork, recordAction, recordId, taskOf, UNDO_RECORD } from './work'

type BulkInput = { selection: BulkSelection; action: BulkAction }

/** Converts a selection of guests to a filter of the guest list. */
export function filterOf(selection: BulkSelection): GuestFilter {
  if ('ids' in selection) return { search: '', searchFields: [], ids: [...new Set(selection.ids)] }
  const { filter, except } = selection
  const { tag, sponsor, bought, entered } = filter
  const { search, searchFields } = listParams(filter, GUEST_FIELDS)
  return { search, searchFields, tag, sponsor, bought, entered, except }
}

/**
 * Converts an action to a task: looks up the guest list of the action's tag. Throws invalid for an
 * unknown tag.
 */
async function taskFor(action: BulkAction): Promise<BulkTask> {
  if (action.kind !== 'list') return action
  const { listId, tag, isBrucosi } = await requireList(getDb(), action.tag)
  return { kind: 'list', listId, tag: tagLabel(tag), isBrucosi }
}

/**
 * Counts the guests that an action would change, and the skipped guests by reason. Changes nothing.
 */
export async function previewBulk({ selection, action }: BulkInput): Promise<BulkPreview> {
  const task = await taskFor(action)
  const isMailSet = isSendingMail()
  const groups = await queries.countGuestGroups(getDb(), filterOf(selection), {
    note: task.kind === 'note' ? task.note : null,
    withMails: task.kind === 'send' || task.kind === 'send-again',
    withTill: task.kind === 'take-back',
  })
  const skipped: Record<string, number> = {}
  const preview = { total: 0, changes: 0, skipped, withoutAddress: 0 }
  for (const { count, ...guest } of groups) {
    preview.total += count
    const reason = skipOf(task, guest, isMailSet)
    if (reason) add(skipped, reason, count)
    else preview.changes += count
    if (!reason && isMailMissing(task, guest)) preview.withoutAddress += count
  }
  const selectedCount = 'ids' in selection ? new Set(selection.ids).size : preview.total
  if (selectedCount > preview.total) add(skipped, 'gone', selectedCount - preview.total)
  return { ...preview, total: selectedCount }
}

/**
 * Starts a bulk job. The selected guests are stored with the job now, and a worker of any instance
 * changes them after the response. Throws invalid if no guest is selected or the tag is unknown.
 */
export async function startBulk({ selection, action }: BulkInput, user: UserRow): Promise<BulkJob> {
  const { kind, ...params } = await taskFor(action)
  const job = await getDb().transaction(async (tx) => {
    const newJob = { kind, params, createdBy: user.id }
    const { id, total } = await queries.insertJob(tx, newJob, filterOf(selection))
    if (total === 0) throw noGuestSelected()
    const tag: LoggedChanges = 'tag' in params ? { tag: [null, params.tag] } : {}
    await logJob(tx, user, id, recordAction(kind), { ...tag, chosen: [null, total] })
    return storedJob(tx, id)
  })
  signal('bulk')
  return viewJob(job)
}

/** Lists the running jobs, and the jobs that ended within the last hour, newest first. */
export async function findBulk(): Promise<{ rows: BulkJob[]; total: null }> {
  return { rows: (await queries.listJobs(getDb())).map(viewJob), total: null }
}

/**
 * Returns a job with the first guests that it skipped; during and after an undo, with those that the
 * undo left unchanged. Throws not_found.
 */
export async function readBulk(id: string) {
  const db = getDb()
  const job = await storedJob(db, id)
  const isUndo = hasUndo(job)
  // `listUnchangedGuests` reads all items of the job, so it is called only if a guest was left unchanged.
  const hasNoOthers = sumOf(isUndo ? job.undoSkipped : job.skipped) === 0
  const others = hasNoOthers
    ? []
    : await queries.listUnchangedGuests(db, id, isUndo ? 'kept' : 'skipped')
  return { ...viewJob(job), others }
}

/**
 * Stops a running job. Guests that are changed stay changed, and the changes can be undone. A job
 * that has ended stays unchanged. Throws not_found, or conflict for an undo, which cannot be
 * stopped.
 */
export function stopBulk(id: string): Promise<BulkJob> {
  return getDb().transaction(async (tx) => {
    const job = await queries.lockJob(tx, id)
    if (!job) throw jobNotFound()
    if (job.state === 'undoing')
      throw new ServiceError('conflict', 'Poništavanje se ne može zaustaviti na pola.', {
        code: 'undoing',
      })
    if (job.state === 'running') await endWork(tx, job, 'stopped')
    return viewJob(await storedJob(tx, id))
  })
}

/**
 * Starts the undo of a job, up to 60 minutes after its end (rule 4.20). Throws not_found, or
 * conflict while the job runs and after the 60 minutes.
 */
export async function undoBulk(id: string, user: UserRow): Promise<BulkJob> {
  const job = await getDb().transaction(async (tx) => {
    const before = await queries.lockJob(tx, id)
    if (!before) throw jobNotFound()
    if (before.state === 'running')
      throw new ServiceError('conflict', 'Posao još traje. Prvo ga zaustavite.', {
        code: 'running',
      })
    if (hasUndo(before)) return before
    if (!(await queries.startUndo(tx, id, user.id)))
      throw new ServiceError('conflict', 'Ovo se više ne može poništiti: prošao je sat vremena.', {
        code: 'too_late',
      })
    await logJob(tx, user, id, UNDO_RECORD, { chosen: [null, before.changed] })
    return storedJob(tx, id)
  })
  signal('bulk')
  return viewJob(job)
}

/** Whether a job is being undone or has been undone. */
const hasUndo = ({ state }: queries.BulkJobRow) => state === 'undoing' || state === 'undone'

const noGuestSelected = () =>
  new ServiceError('invalid', 'Odabir nije našao nijednog gosta.', { code: 'nobody' })

const jobNotFound = () => notFound('Taj posao ne postoji.')

async function storedJob(db: Db, id: string): Promise<queries.BulkListRow> {
  const job = await queries.getJob(db, id)
  if (!job) throw jobNotFound()
  return job
}

const instant = (at: string | null) => at && new Date(at).toISOString()

function viewJob(job: queries.BulkListRow): BulkJob {
  const { id, kind, state, total, changed, skipped, undone, undoSkipped } = job
  const task = taskOf(job)
  return {
    id,
    kind,
    state,
    total,
    changed,
    skipped,
    undone,
    kept: undoSkipped,
    tag: 'tag' in task ? task.tag : null,
    createdAt: instant(job.createdAt) as string,
    createdBy: job.creator,
    endedAt: instant(job.endedAt),
    undoUntil: instant(job.undoUntil),
  }
}

type LoggedChanges = Record<string, [null, unknown]>

const logJob = (tx: Db, user: UserRow, id: string, action: string, changes: LoggedChanges) =>
  insertActivity(tx, {
    userId: user.id,
    entity: 'guests',
    entityId: recordId(id),
    action,
    changes,
  })
