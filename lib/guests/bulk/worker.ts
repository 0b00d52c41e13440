import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { atLength, type Db, getDb } from '@/db/client'
import { isLockTimeout } from '@/db/errors'
import { claimJob, hasAbandonedJob, recountItems } from '@/db/queries/guests-bulk'
import { onWork, signal } from '@/lib/jobs/signals'
import { notifyListsChanged } from '@/lib/live/feed'
import { listsChangedBy } from '@/lib/live/rules'
import { logError, safeErrorMessage } from '@/lib/log/log'
import { nextChunk } from './rules'
import { abortJob, processChunk } from './work'

/** Guests of the first chunk, before anybody knows how long one takes here. */
const FIRST = 100

/** Of the time that a chunk takes, so much is rested behind it: the gate's work goes between. */
const REST = 0.2

/** Milliseconds behind a chunk that gave way, or that failed as nothing should. */
const GIVEN_WAY = 50
const FAILED = 1_000

/** So often in a row a chunk may fail until its job is stopped, lest all others wait for ever. */
const MOST_FAILURES = 10

/**
 * Wakes the worker of this process when a job begins anywhere. Answers how to stop: the chunk
 * in hand is finished, the rest another's.
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

/** Does all jobs there are, one after another; in any number of processes at once. */
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
          // With fewer at once, it comes as far as whoever is held.
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

/** Has somebody carry on what a dead worker has left. */
export async function resumeAbandonedJobs(db: Db): Promise<void> {
  if (await hasAbandonedJob(db)) signal('bulk')
}
