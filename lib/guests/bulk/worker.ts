import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isLockTimeout } from '@/db/errors'
import { type Db, getDb, runAsLongWork } from '@/db/pool'
import { claimJob, hasAbandonedJob, recountItems } from '@/db/queries/guests-bulk'
import { onWork, signal } from '@/lib/jobs/signals'
import { notifyListsChanged } from '@/lib/live/feed'
import { listsChangedBy } from '@/lib/live/rules'
import { logError, safeErrorMessage } from '@/lib/log/log'
import { nextChunk } from './rules'
import { abortJob, processChunk } from './work'

/** Number of guests in the first chunk, before the duration of a chunk is known. */
const FIRST_CHUNK_SIZE = 100

/**
 * Pause after a chunk, as a fraction of its duration. The pause leaves the database to the gate.
 */
const PAUSE_SHARE = 0.2

/** Pauses in ms: after a lock timeout, and after an unexpected failure. */
const LOCK_RETRY_DELAY_MS = 50
const FAILURE_DELAY_MS = 1_000

/**
 * Number of consecutive failures after which a job is stopped, so that it does not block other
 * jobs.
 */
const MAX_FAILURES = 10

/**
 * Starts the worker for bulk jobs in this process. The worker runs whenever any instance starts a
 * job. Returns a function that stops the worker after the current chunk. A worker of another
 * process then resumes the job.
 */
export async function startBulkWorker(): Promise<() => Promise<void>> {
  const worker = randomUUID()
  let isStopped = false
  let isRunning = false
  let isNotified = false
  const notify = async () => {
    isNotified = true
    if (isRunning) return
    isRunning = true
    while (isNotified && !isStopped) {
      isNotified = false
      await runAsLongWork(() => runPendingJobs(worker, () => isStopped)).catch((error: unknown) =>
        logError(`bulk jobs: claiming a job failed: ${safeErrorMessage(error)}`),
      )
    }
    isRunning = false
  }
  const stopListening = await onWork('bulk', () => void notify())
  return async () => {
    isStopped = true
    await stopListening()
  }
}

/** Runs all pending jobs, one after another. Several processes may call this function at once. */
export async function runPendingJobs(worker: string, isStopped = () => false): Promise<void> {
  let size = FIRST_CHUNK_SIZE
  let failures = 0
  for (;;) {
    const id = isStopped() ? null : await claimJob(getDb(), worker)
    if (!id) return
    await recountItems(getDb())
    for (let isMore: boolean | null = true; isMore && !isStopped(); ) {
      const startedAt = performance.now()
      try {
        isMore = await processChunk(id, worker, size)
      } catch (error) {
        if (isLockTimeout(error)) {
          // A smaller chunk is less likely to contain a guest that another transaction has locked.
          size = Math.max(size >> 1, 1)
          await sleep(LOCK_RETRY_DELAY_MS)
          continue
        }
        logError(`bulk jobs: processing a chunk failed: ${safeErrorMessage(error)}`)
        failures++
        if (failures < MAX_FAILURES) await sleep(FAILURE_DELAY_MS)
        else await abortJob(id, worker)
        continue
      }
      failures = 0
      notifyListsChanged(listsChangedBy('/api/guests/bulk'))
      const durationMs = performance.now() - startedAt
      size = nextChunk(size, durationMs)
      await sleep(durationMs * PAUSE_SHARE)
    }
  }
}

/** Notifies the workers if a worker has crashed and its job is unfinished. */
export async function resumeAbandonedJobs(db: Db): Promise<void> {
  if (await hasAbandonedJob(db)) signal('bulk')
}
