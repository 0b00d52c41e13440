import { getDb } from '@/db/pool'
import {
  type AttemptOutcome,
  type ClaimedDelivery,
  claimDeliveries,
  listQueues,
  type Queue,
  recordAttempts,
} from '@/db/queries/webhooks-queue'
import { onWork } from '@/lib/jobs/signals'
import { notifyListsChanged } from '@/lib/live/feed'
import { logError, safeErrorMessage } from '@/lib/log/log'
import { post, UnreachableError } from './post'
import { AUTO_DISABLE, nextRetryDelay, TEST_EVENT, THROTTLE_AFTER_FAILURES } from './rules'
import { decryptSecret, signedHeaders } from './secrets'

/** Maximum number of concurrent messages from one instance to one receiver. */
const MAX_CONCURRENT = 10

/**
 * Polling interval in ms, with and without active receivers. Sales and scans do not notify the
 * sender, because a NOTIFY in every commit would slow them down. A delay of one second is
 * acceptable.
 */
const POLL_INTERVAL_MS = { active: 1_000, idle: 5_000 }

/**
 * Starts to send queued messages to receivers, every second and whenever an admin changes a
 * receiver. Several instances can do this at once. Returns a function that stops: it finishes the
 * current batches and leaves the other messages to other instances.
 */
export async function startWebhooks(): Promise<() => Promise<void>> {
  const busy = new Map<number, Promise<void>>()
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const poll = async () => {
    clearTimeout(timer)
    const queues = await listQueues(getDb()).catch((error: unknown) => {
      logError(`webhooks: reading the queue failed: ${safeErrorMessage(error)}`)
      return []
    })
    if (isStopped) return
    for (const queue of queues.filter((queue) => isDue(queue) && !busy.has(queue.receiverId))) {
      const work = sendQueue(queue, () => isStopped)
        .catch((error: unknown) => logError(`webhooks: sending failed: ${safeErrorMessage(error)}`))
        .finally(() => busy.delete(queue.receiverId))
      busy.set(queue.receiverId, work)
    }
    clearTimeout(timer)
    timer = setTimeout(
      poll,
      queues.length > 0 ? POLL_INTERVAL_MS.active : POLL_INTERVAL_MS.idle,
    ).unref()
  }
  const stopListening = await onWork('webhooks', () => void poll())
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await stopListening()
    await Promise.all(busy.values())
  }
}

/** Sends all messages that are due now. Several calls can run at once, in any processes. */
export async function deliverDueMessages(): Promise<void> {
  const queues = await listQueues(getDb())
  await Promise.all(queues.filter(isDue).map((queue) => sendQueue(queue, () => false)))
}

const isDue = ({ wait }: Queue) => wait !== null && wait <= 0

/** Sends the due messages of one receiver in batches, or one at a time after many failures. */
async function sendQueue({ receiverId, failures }: Queue, isStopped: () => boolean): Promise<void> {
  for (let failedAttempts = failures; !isStopped(); ) {
    const batchSize = failedAttempts >= THROTTLE_AFTER_FAILURES ? 1 : MAX_CONCURRENT
    const messages = await claimDeliveries(getDb(), receiverId, batchSize)
    if (messages.length === 0) return
    const outcomes = await Promise.all(messages.map(deliverMessage))
    failedAttempts = await recordAttempts(getDb(), receiverId, outcomes, AUTO_DISABLE)
    notifyListsChanged(['webhooks'])
  }
}

/** Returns the request body of a message. Every attempt signs and sends the same body. */
const bodyOf = ({ type, happenedAt, data }: ClaimedDelivery) =>
  JSON.stringify({ type, timestamp: new Date(happenedAt).toISOString(), data })

/** Sends one message and returns the result of the attempt. */
export async function deliverMessage(message: ClaimedDelivery): Promise<AttemptOutcome> {
  const { id, attempts, url } = message
  const startedAt = performance.now()
  const outcome = (result: Partial<AttemptOutcome>, requestedDelayS = 0): AttemptOutcome => ({
    id,
    attempts,
    isDelivered: false,
    isGone: false,
    status: null,
    answer: null,
    lastError: null,
    inSeconds:
      message.type === TEST_EVENT ? null : nextRetryDelay(attempts, Math.random(), requestedDelayS),
    ms: Math.round(performance.now() - startedAt),
    ...result,
  })
  try {
    const body = bodyOf(message)
    const headers = {
      ...signedHeaders(id, body, secretsOf(message)),
      'content-type': 'application/json',
      'user-agent': 'Brucosijada-Webhooks/1',
    }
    const { status, text: answer, retryAfter } = await post(url, headers, body)
    if (status >= 200 && status < 300) return outcome({ isDelivered: true, status, answer })
    const isGone = status === 410
    return outcome(
      { status, answer, isGone, lastError: refusal(status), ...(isGone && { inSeconds: null }) },
      retryAfter,
    )
  } catch (error) {
    if (error instanceof UnreachableError) return outcome({ lastError: error.message })
    logError(`webhooks: sending a message failed: ${safeErrorMessage(error)}`)
    return outcome({ lastError: 'Dojava se nije mogla poslati.' })
  }
}

function secretsOf({ secret, oldSecret }: ClaimedDelivery): string[] {
  try {
    return [secret, oldSecret].flatMap((stored) => (stored === null ? [] : decryptSecret(stored)))
  } catch {
    throw new UnreachableError(
      'Tajna prijemnika zapečaćena je drugim AUTH_SECRET. Izradite novu tajnu.',
    )
  }
}

function refusal(status: number): string {
  if (status === 410) return 'Prijemnik više ne želi dojave (410).'
  if (status >= 300 && status < 400)
    return `Prijemnik upućuje na drugu adresu (${status}), a dojave ne idu za njom. Upišite pravu adresu.`
  if (status === 401 || status === 403)
    return `Prijemnik odbija dojavu (${status}). Provjerite tajnu.`
  return `Prijemnik je odgovorio s ${status}.`
}
