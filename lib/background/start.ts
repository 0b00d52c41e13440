import { connect, type Db, getDb, runAsLongWork } from '@/db/pool'
import { deleteOldEmergencyLists } from '@/db/queries/emergency-lists'
import { anonymizeDeviceLabels } from '@/db/queries/gate-devices'
import { deleteOldGuestReads } from '@/db/queries/guest-reads'
import { purgeUndoData } from '@/db/queries/guests-bulk'
import { eraseDeletedGuests } from '@/db/queries/guests-write'
import { deleteOldKeys } from '@/db/queries/idempotency-keys'
import { deleteUnusedImages } from '@/db/queries/images'
import { deleteOldRateLimits } from '@/db/queries/rate-limits'
import { deleteOldChanges } from '@/db/queries/roster'
import { listenForInvalidations } from '@/lib/cache/invalidate'
import { getConfig } from '@/lib/config/settings'
import { eraseWhenDue, resumeScrub } from '@/lib/editions/service'
import { flushGuestViews } from '@/lib/guests/access-log'
import { resumeAbandonedJobs, startBulkWorker } from '@/lib/guests/bulk/worker'
import { listenForLists } from '@/lib/live/feed'
import { logError, safeErrorMessage } from '@/lib/log/log'
import { failInterruptedMails } from '@/lib/mail/send'
import { startSenders } from '@/lib/mail/sender'
import { createEmergencyListIfDue } from '@/lib/night/emergency-list/emergency-list'
import { followPhase } from '@/lib/phase/service'
import { sendWalletUpdates } from '@/lib/wallet/tell'
import { startWebhooks } from '@/lib/webhooks/sender'
import { purgeDeliveries } from '@/lib/webhooks/service'

/** Starts all background work of an instance. Returns a function that stops it. */
export async function startBackground(): Promise<() => Promise<void>> {
  const [, , ...stops] = await Promise.all([
    listenForInvalidations(),
    listenForLists(),
    startSenders(),
    startBulkWorker(),
    startWebhooks(),
  ])
  const stopMaintenance = startMaintenance(getConfig().DATABASE_URL as string)
  const stopPhase = followPhase()
  return async () => {
    stopMaintenance()
    stopPhase()
    await Promise.allSettled([...stops.map((stop) => stop()), flushGuestViews()])
  }
}

/** Pause between two rounds of maintenance tasks in ms. */
const INTERVAL_MS = 10_000

/**
 * Key of an advisory lock, an arbitrary number. The instance that has the lock runs the maintenance
 * tasks.
 */
const MAINTENANCE_LOCK = 7_340_256

type MaintenanceTasks = Record<string, (db: Db) => Promise<unknown>>

const MAINTENANCE_TASKS: MaintenanceTasks = {
  'creating the emergency list of the hour': createEmergencyListIfDue,
  'deleting old emergency lists': deleteOldEmergencyLists,
  'failing mails with an unknown outcome': failInterruptedMails,
  'resuming abandoned bulk jobs': resumeAbandonedJobs,
  'purging undo data of bulk jobs': purgeUndoData,
  'erasing deleted guests': eraseDeletedGuests,
  'erasing the personal data of an ended edition': eraseWhenDue,
  'scrubbing storage after an erasure': resumeScrub,
  'deleting old counts of guest views': deleteOldGuestReads,
  'anonymizing labels of gate devices': anonymizeDeviceLabels,
  'deleting old entries of the change log': deleteOldChanges,
  'deleting old rate limits': deleteOldRateLimits,
  'deleting old Idempotency-Keys': deleteOldKeys,
  'deleting unused images': deleteUnusedImages,
  'sending wallet updates': sendWalletUpdates,
  'purging webhook deliveries': purgeDeliveries,
}

/**
 * Runs all maintenance tasks again and again. Only one instance does so: the one whose connection
 * has the advisory lock. When that connection ends, the next instance that asks gets the lock.
 * Returns a function that stops the tasks.
 */
export function startMaintenance(
  url: string,
  tasks = MAINTENANCE_TASKS,
  intervalMs = INTERVAL_MS,
): () => void {
  const { sql } = connect(url, { max: 1 })
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let running = Promise.resolve()
  const failed = (name: string) => (error: unknown) => {
    if (!isStopped) logError(`maintenance: ${name} failed: ${safeErrorMessage(error)}`)
  }
  const round = async () => {
    const [row] = await sql<{ hasLock: boolean }[]>`
      select pg_try_advisory_lock(${MAINTENANCE_LOCK}) as "hasLock"`
    if (!row?.hasLock) return
    for (const [name, task] of Object.entries(tasks))
      if (!isStopped) await runAsLongWork(() => task(getDb())).catch(failed(name))
  }
  const next = async () => {
    running = round().catch(failed('acquiring the lock'))
    await running
    if (!isStopped) timer = setTimeout(next, intervalMs).unref()
  }
  void next()
  return () => {
    isStopped = true
    clearTimeout(timer)
    void running.then(() => sql.end({ timeout: 1 }))
  }
}
