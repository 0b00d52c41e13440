import { atLength, connect, type Db, getDb } from '@/db/pool'
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
  const stopChores = startMaintenance(getConfig().DATABASE_URL as string)
  const stopPhase = followPhase()
  return async () => {
    stopChores()
    stopPhase()
    await Promise.allSettled(stops.map((stop) => stop()))
  }
}

/** Pause between two rounds of maintenance tasks in ms. */
const INTERVAL = 10_000

/**
 * Key of an advisory lock, an arbitrary number. The instance that has the lock runs the maintenance
 * tasks.
 */
const CHORES_LOCK = 7_340_256

type Chores = Record<string, (db: Db) => Promise<unknown>>

const CHORES: Chores = {
  'making the fallback pack of the hour': createEmergencyListIfDue,
  'forgetting old fallback packs': deleteOldEmergencyLists,
  'giving up mails of unknown fate': failInterruptedMails,
  'carrying on bulk work that was cut off': resumeAbandonedJobs,
  'forgetting how guests were before bulk work': purgeUndoData,
  'forgetting deleted guests': eraseDeletedGuests,
  'erasing the people of a festival that is over': eraseWhenDue,
  'forgetting what an erasing left': resumeScrub,
  'forgetting who looked at guests': deleteOldGuestReads,
  'forgetting whose the devices of the gate were': anonymizeDeviceLabels,
  'forgetting what rosters have heard': deleteOldChanges,
  'forgetting old limits': deleteOldRateLimits,
  'forgetting old answers': deleteOldKeys,
  'clearing away unused pictures': deleteUnusedImages,
  'telling wallets what has changed': sendWalletUpdates,
  'forgetting what receivers were told': purgeDeliveries,
}

/**
 * Runs all maintenance tasks again and again. Only one instance does so: the one whose connection
 * has the advisory lock. When that connection ends, the next instance that asks gets the lock.
 * Returns a function that stops the tasks.
 */
export function startMaintenance(url: string, chores = CHORES, interval = INTERVAL): () => void {
  const { sql } = connect(url, { max: 1 })
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let running = Promise.resolve()
  const failed = (what: string) => (error: unknown) => {
    if (!isStopped) logError(`chores: ${what} failed: ${safeErrorMessage(error)}`)
  }
  const round = async () => {
    const [row] = await sql<{ mine: boolean }[]>`
      select pg_try_advisory_lock(${CHORES_LOCK}) as mine`
    if (!row?.mine) return
    for (const [what, chore] of Object.entries(chores))
      if (!isStopped) await atLength(() => chore(getDb())).catch(failed(what))
  }
  const next = async () => {
    running = round().catch(failed('the look whose turn it is'))
    await running
    if (!isStopped) timer = setTimeout(next, interval).unref()
  }
  void next()
  return () => {
    isStopped = true
    clearTimeout(timer)
    void running.then(() => sql.end({ timeout: 1 }))
  }
}
