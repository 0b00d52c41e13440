import { setTimeout as sleep } from 'node:timers/promises'
import { getDb } from '@/db/client'
import {
  claimBatchMails,
  claimSingleMails,
  type MailQueue,
  secondsToNextMail,
} from '@/db/queries/mails-queue'
import { onWork } from '@/lib/jobs/signals'
import { logError, safeErrorMessage } from '@/lib/log/log'
import { MAX_BATCH_SIZE, TEMPLATES_WITH_QR } from './rules'
import { sendClaimed } from './send'
import { claimSize, waitForRateSlot } from './transport'

/** Handfuls of one queue on their way at once: what hangs holds up one of them. */
const LANES = 8

/** Seconds between two looks where nothing is said: what a crash or a lost connection left. */
const SWEEP = 5

/** Seconds until the next look when another sender was quicker. */
const SOON = 1

/**
 * Milliseconds of rest between two looks: the mails of sales that follow one another closely
 * are taken in hand together, by a tenth of the statements.
 */
const REST = 200

/** A queue as this process empties it: the handfuls on their way, and what follows each. */
interface Line {
  queue: MailQueue
  lanes: Set<Promise<void>>
  isStopped: () => boolean
  onIdle: () => void
}

const QUEUES: MailQueue[] = ['single', 'batch']

/**
 * Wakes the senders of this process when a mail is queued anywhere, when the next is due, and
 * now and then. The two queues are emptied side by side, so that no sale's mail waits behind
 * a bulk. Answers how to stop: what is in hand is finished, or left to another by its lease.
 */
export async function startSenders(): Promise<() => Promise<void>> {
  let isStopped = false
  const wakers = QUEUES.map((queue) => keepEmpty(queue, () => isStopped))
  const stopListening = await onWork('mails', () => {
    for (const one of wakers) void one()
  })
  return async () => {
    isStopped = true
    await stopListening()
  }
}

/** Sends all that is due now to its end. Any number may run at once, in any processes. */
export async function sendWaiting(): Promise<void> {
  const drain = async (queue: MailQueue) => {
    const line = { queue, lanes: new Set<Promise<void>>(), isStopped: () => false, onIdle() {} }
    for (let isBusy = true; isBusy; ) {
      await begin(line)
      isBusy = line.lanes.size > 0
      await Promise.all(line.lanes)
    }
  }
  await Promise.all(QUEUES.map(drain))
}

function keepEmpty(queue: MailQueue, isStopped: () => boolean) {
  let isRunning = false
  let isAsked = false
  let timer: NodeJS.Timeout | undefined
  const wake = async () => {
    isAsked = true
    if (isRunning) return
    isRunning = true
    let wait: number | null = null
    while (isAsked && !isStopped()) {
      isAsked = false
      wait = await begin(line).catch((error: unknown) => {
        logError(`mails: the queue cannot be read: ${safeErrorMessage(error)}`)
        return null
      })
      await sleep(REST)
    }
    isRunning = false
    clearTimeout(timer)
    if (!isStopped()) timer = setTimeout(wake, Math.min(wait ?? SWEEP, SWEEP) * 1000).unref()
  }
  // What comes back from a hand, to be tried again, is looked for when the hands are empty.
  const line: Line = { queue, lanes: new Set(), isStopped, onIdle: () => void wake() }
  return wake
}

/**
 * Takes in hand what is due and has it sent, as fast as the service allows; that may still be
 * on its way at the end. Answers in how many seconds more is due, null for nothing.
 */
async function begin(line: Line): Promise<number | null> {
  for (;;) {
    const wait = await secondsToNextMail(getDb(), line.queue)
    if (wait === null || wait > 0 || line.isStopped()) return wait
    if (line.lanes.size >= LANES) await Promise.race(line.lanes)
    const few = claimSize()
    const pausedFor = await waitForRateSlot(few)
    if (pausedFor > 0) return pausedFor
    const mails = await claim(line.queue, few)
    if (mails.length === 0) return SOON
    const lane: Promise<void> = sendClaimed(mails)
      .catch((error: unknown) => logError(`mails: sending failed: ${safeErrorMessage(error)}`))
      .finally(() => {
        line.lanes.delete(lane)
        if (line.lanes.size === 0) line.onIdle()
      })
    line.lanes.add(lane)
    // These were all; what comes of them tells when to look again, or whoever queues the next.
    if (line.queue === 'single' && mails.length < few) return SOON
  }
}

const claim = (queue: MailQueue, few: number) =>
  queue === 'single'
    ? claimSingleMails(getDb(), few)
    : claimBatchMails(getDb(), { alone: TEMPLATES_WITH_QR, few, many: MAX_BATCH_SIZE })
