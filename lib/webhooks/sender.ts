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
const HANDFUL = 10

/**
 * Polling interval in ms, with and without active receivers. Sales and scans do not notify the
 * sender, because a NOTIFY in every commit would slow them down. A delay of one second is
 * acceptable.
 */
const LOOK = { registered: 1_000, nobody: 5_000 }

/**
 * Starts to send queued messages to receivers, every second and whenever an admin changes a
 * receiver. Several instances can do this at once. Returns a function that stops: it finishes the
 * current batches and leaves the other messages to other instances.
 */
export async function startWebhooks(): Promise<() => Promise<void>> {
  const busy = new Map<number, Promise<void>>()
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const look = async () => {
    clearTimeout(timer)
    const queues = await listQueues(getDb()).catch((error: unknown) => {
      logError(`webhooks: the queue cannot be read: ${safeErrorMessage(error)}`)
      return []
    })
    if (isStopped) return
    for (const queue of queues.filter((one) => isDue(one) && !busy.has(one.receiverId))) {
      const work = empty(queue, () => isStopped)
        .catch((error: unknown) => logError(`webhooks: telling failed: ${safeErrorMessage(error)}`))
        .finally(() => busy.delete(queue.receiverId))
      busy.set(queue.receiverId, work)
    }
    clearTimeout(timer)
    timer = setTimeout(look, queues.length > 0 ? LOOK.registered : LOOK.nobody).unref()
  }
  const stopListening = await onWork('webhooks', () => void look())
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
  await Promise.all(queues.filter(isDue).map((queue) => empty(queue, () => false)))
}

const isDue = ({ wait }: Queue) => wait !== null && wait <= 0

/** Sends the due messages of one receiver in batches, or one at a time after many failures. */
async function empty({ receiverId, failures }: Queue, isStopped: () => boolean): Promise<void> {
  for (let vain = failures; !isStopped(); ) {
    const few = vain >= THROTTLE_AFTER_FAILURES ? 1 : HANDFUL
    const messages = await claimDeliveries(getDb(), receiverId, few)
    if (messages.length === 0) return
    const outcomes = await Promise.all(messages.map(deliverMessage))
    vain = await recordAttempts(getDb(), receiverId, outcomes, AUTO_DISABLE)
    notifyListsChanged(['webhooks'])
  }
}

/** Returns the request body of a message. Every attempt signs and sends the same body. */
const bodyOf = ({ type, happenedAt, data }: ClaimedDelivery) =>
  JSON.stringify({ type, timestamp: new Date(happenedAt).toISOString(), data })

/** Sends one message and returns the result of the attempt. */
export async function deliverMessage(message: ClaimedDelivery): Promise<AttemptOutcome> {
  const { id, attempts, url } = message
  const began = performance.now()
  const settled = (given: Partial<AttemptOutcome>, asked = 0): AttemptOutcome => ({
    id,
    attempts,
    isTold: false,
    isGone: false,
    status: null,
    answer: null,
    lastError: null,
    inSeconds: message.type === TEST_EVENT ? null : nextRetryDelay(attempts, Math.random(), asked),
    ms: Math.round(performance.now() - began),
    ...given,
  })
  try {
    const body = bodyOf(message)
    const headers = {
      ...signedHeaders(id, body, secretsOf(message)),
      'content-type': 'application/json',
      'user-agent': 'Brucosijada-Webhooks/1',
    }
    const { status, text: answer, retryAfter } = await post(url, headers, body)
    if (status >= 200 && status < 300) return settled({ isTold: true, status, answer })
    const isGone = status === 410
    return settled(
      { status, answer, isGone, lastError: refusal(status), ...(isGone && { inSeconds: null }) },
      retryAfter,
    )
  } catch (error) {
    if (error instanceof UnreachableError) return settled({ lastError: error.message })
    logError(`webhooks: a message could not be sent: ${safeErrorMessage(error)}`)
    return settled({ lastError: 'Dojava se nije mogla poslati.' })
  }
}

function secretsOf({ secret, oldSecret }: ClaimedDelivery): string[] {
  try {
    return [secret, oldSecret].flatMap((one) => (one === null ? [] : decryptSecret(one)))
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
