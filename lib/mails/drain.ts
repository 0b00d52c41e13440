import { setTimeout as sleep } from 'node:timers/promises'
import { getDb } from '@/db/client'
import { claimMails, secondsToNextMail } from '@/db/queries/mails-queue'
import { handful, waitForTurn } from './pace'
import { MOST_TOGETHER, WITH_PICTURE } from './rules'
import { sendClaimed } from './send'

/** Handfuls on their way at once: what hangs holds up one of them. */
const LANES = 8

/** Seconds for which it is worth waiting for the next mail; the sweep comes back later. */
const PATIENCE = 10

let isRunning = false
let isAsked = false

/**
 * Sends all that waits, single mails before bulks, and ends when nothing is due soon. One at
 * a time per process: asked meanwhile, it answers at once and looks once more at its end.
 * Several instances share the work and the service's rate.
 */
export async function sendWaiting(): Promise<void> {
  isAsked = true
  if (isRunning) return
  isRunning = true
  try {
    while (isAsked) {
      isAsked = false
      await drain()
    }
  } finally {
    isRunning = false
  }
}

async function drain(): Promise<void> {
  const lanes = new Set<Promise<void>>()
  const failures: unknown[] = []
  do {
    if (lanes.size >= LANES) await Promise.race(lanes)
    const mails = await next()
    if (mails === null) break
    if (mails.length === 0) continue
    const lane: Promise<void> = sendClaimed(mails)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => lanes.delete(lane))
    lanes.add(lane)
  } while (failures.length === 0)
  await Promise.all(lanes)
  if (failures.length > 0) throw failures[0]
}

/** The next mails in hand; none when it was worth a wait, null when nothing comes soon. */
async function next() {
  const few = handful()
  const pausedFor = await waitForTurn(few)
  if (pausedFor === 0) {
    const limits = { alone: WITH_PICTURE, few, many: MOST_TOGETHER }
    const mails = await claimMails(getDb(), limits)
    if (mails.length > 0) return mails
  }
  const wait = pausedFor || (await secondsToNextMail(getDb()))
  if (wait === null || wait > PATIENCE) return null
  await sleep(Math.max(wait * 1000, 50))
  return []
}
