import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isLockTimeout } from '@/db/errors'
import { atLength, type Db, getDb } from '@/db/pool'
import { claimJob, hasAbandonedJob, recountItems } from '@/db/queries/guests-bulk'
import { onWork, signal } from '@/lib/jobs/signals'
import { notifyListsChanged } from '@/lib/live/feed'
import { listsChangedBy } from '@/lib/live/rules'
import { logError, safeErrorMessage } from '@/lib/log/log'
import { nextChunk } from './rules'
import { abortJob, processChunk } from './work'

/** Size of the first chunk, before its duration is known. */
const FIRST = 100

/** Pause after a chunk, as a part of its duration, in which the work of the gate runs. */
const REST = 0.2

/** Pause after a lock timeout, and after an unexpected failure, in ms. */
const GIVEN_WAY = 50
const FAILED = 1_000

/** After this number of failures in a row the job stops, so that it does not block the others. */
const MOST_FAILURES = 10

/**
 * Starts the worker of this process, which runs when any instance starts a job. Returns a function that
 * stops it after the current chunk. Another worker continues the job.
 */
export async function startBulkWorker(): Promise<() => Promise<void>> {
  const worker = randomUUID()
  let isStopped = false
  let isRunning = false
  let isAsked = false
  const look = async () => {
    isAsked = true
    if (isRunning) return
    isRunning = true
    while (isAsked && !isStopped) {
      isAsked = false
      await atLength(() => runPendingJobs(worker, () => isStopped)).catch((error: unknown) =>
        logError(`bulk work: ${safeErrorMessage(error)}`),
      )
    }
    isRunning = false
  }
  const stopListening = await onWork('bulk', () => void look())
  return async () => {
    isStopped = true
    await stopListening()
  }
}

/** Runs all jobs, one after another. Any number of processes may run it at once. */
export async function runPendingJobs(worker: string, isStopped = () => false): Promise<void> {
  let size = FIRST
  let failures = 0
  for (;;) {
    const id = isStopped() ? null : await claimJob(getDb(), worker)
    if (!id) return
    await recountItems(getDb())
    for (let isMore: boolean | null = true; isMore && !isStopped(); ) {
      const from = performance.now()
      try {
        isMore = await processChunk(id, worker, size)
      } catch (error) {
        if (isLockTimeout(error)) {
          // A smaller chunk gets further when another transaction holds some of its guests.
          size = Math.max(size >> 1, 1)
          await sleep(GIVEN_WAY)
          continue
        }
        logError(`bulk work: ${safeErrorMessage(error)}`)
        failures++
        if (failures < MOST_FAILURES) await sleep(FAILED)
        else await abortJob(id, worker)
        continue
      }
      failures = 0
      notifyListsChanged(listsChangedBy('/api/guests/bulk'))
      const took = performance.now() - from
      size = nextChunk(size, took)
      await sleep(took * REST)
    }
  }
}

/** Wakes the workers when a dead worker has left a job. */
export async function resumeAbandonedJobs(db: Db): Promise<void> {
  if (await hasAbandonedJob(db)) signal('bulk')
}
