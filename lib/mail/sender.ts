import { setTimeout as sleep } from 'node:timers/promises'
import { getDb } from '@/db/pool'
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

/**
 * Maximum number of batches that each queue sends at the same time. Several are allowed, so that a
 * batch that hangs does not block the others.
 */
const MAX_CONCURRENT = 8

/**
 * Interval in seconds at which a queue is polled, in case a notification was lost or a process
 * crashed.
 */
const POLL_INTERVAL_S = 5

/** Delay in seconds before a queue is polled again, if another sender claimed its mails first. */
const RECHECK_DELAY_S = 1

/**
 * Pause in ms between two claims. The mails of several sales are then claimed together, with a
 * tenth of the SQL statements.
 */
const CLAIM_INTERVAL_MS = 200

/** State of sending one queue in this process. */
interface QueueSender {
  queue: MailQueue
  batches: Set<Promise<void>>
  isStopped: () => boolean
  onIdle: () => void
}

const QUEUES: MailQueue[] = ['single', 'batch']

/**
 * Starts the senders of this process. They run when any instance queues a mail, when the next mail
 * is due, and at each polling interval. The two queues are independent, so a sale's mail does not
 * wait for a bulk send. Returns a function that stops the senders; claimed mails are finished, or
 * taken over after their lease.
 */
export async function startSenders(): Promise<() => Promise<void>> {
  let isStopped = false
  const notifiers = QUEUES.map((queue) => startQueue(queue, () => isStopped))
  const stopListening = await onWork('mails', () => {
    for (const notify of notifiers) void notify()
  })
  return async () => {
    isStopped = true
    await stopListening()
  }
}

/** Sends all mails that are due now. May run several times at once, in any process. */
export async function sendWaiting(): Promise<void> {
  const drain = async (queue: MailQueue) => {
    const sender = { queue, batches: new Set<Promise<void>>(), isStopped: () => false, onIdle() {} }
    for (let isBusy = true; isBusy; ) {
      await startSending(sender)
      isBusy = sender.batches.size > 0
      await Promise.all(sender.batches)
    }
  }
  await Promise.all(QUEUES.map(drain))
}

function startQueue(queue: MailQueue, isStopped: () => boolean) {
  let isRunning = false
  let isNotified = false
  let timer: NodeJS.Timeout | undefined
  const notify = async () => {
    isNotified = true
    if (isRunning) return
    isRunning = true
    let wait: number | null = null
    while (isNotified && !isStopped()) {
      isNotified = false
      wait = await startSending(sender).catch((error: unknown) => {
        logError(`mails: reading the queue failed: ${safeErrorMessage(error)}`)
        return null
      })
      await sleep(CLAIM_INTERVAL_MS)
    }
    isRunning = false
    clearTimeout(timer)
    if (!isStopped())
      timer = setTimeout(notify, Math.min(wait ?? POLL_INTERVAL_S, POLL_INTERVAL_S) * 1000).unref()
  }
  // After the last batch, checks again for mails that were returned to the queue.
  const sender: QueueSender = { queue, batches: new Set(), isStopped, onIdle: () => void notify() }
  return notify
}

/**
 * Claims due mails and starts sending them, as fast as the provider allows. Sending may continue
 * after it returns. Returns the seconds until the next mail is due, null without one.
 */
async function startSending(sender: QueueSender): Promise<number | null> {
  for (;;) {
    const wait = await secondsToNextMail(getDb(), sender.queue)
    if (wait === null || wait > 0 || sender.isStopped()) return wait
    if (sender.batches.size >= MAX_CONCURRENT) await Promise.race(sender.batches)
    const size = claimSize()
    const pausedFor = await waitForRateSlot(size)
    if (pausedFor > 0) return pausedFor
    const mails = await claim(sender.queue, size)
    if (mails.length === 0) return RECHECK_DELAY_S
    const batch: Promise<void> = sendClaimed(mails)
      .catch((error: unknown) => logError(`mails: sending failed: ${safeErrorMessage(error)}`))
      .finally(() => {
        sender.batches.delete(batch)
        if (sender.batches.size === 0) sender.onIdle()
      })
    sender.batches.add(batch)
    // The queue is empty. The outcome of these mails, or the next queued mail, triggers the next
    // check.
    if (sender.queue === 'single' && mails.length < size) return RECHECK_DELAY_S
  }
}

const claim = (queue: MailQueue, size: number) =>
  queue === 'single'
    ? claimSingleMails(getDb(), size)
    : claimBatchMails(getDb(), {
        singleTemplates: TEMPLATES_WITH_QR,
        maxSingle: size,
        maxShared: MAX_BATCH_SIZE,
      })
