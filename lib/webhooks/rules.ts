/** Event types that a receiver can subscribe to. docs/operate/webhooks.md describes their messages. */
export const WEBHOOK_EVENTS = [
  'ticket.sold',
  'ticket.returned',
  'guest.admitted',
  'guest.let_out',
  'double.found',
  'sponsor_guest.added',
] as const

/**
 * Type of the test message that an admin sends to a receiver. A receiver cannot subscribe to it.
 */
export const TEST_EVENT = 'webhook.test'

export const RECEIVER_STATES = ['on', 'paused', 'off'] as const

export const DELIVERY_STATES = ['waiting', 'sending', 'delivered', 'failed'] as const

/**
 * Delays in seconds before the next attempt: after the first attempt, after the second, and so on.
 * After the last delay there is one more attempt, and then the message has failed.
 */
export const RETRY_DELAYS = [5, 30, 120, 600, 3600, 6 * 3600, 24 * 3600]

export const MAX_ATTEMPTS = RETRY_DELAYS.length + 1

/**
 * Returns the delay in seconds before the next attempt; null if there is none. `chance` (0 to 1)
 * varies the delay by up to 20 %, so that messages that failed together are not retried together.
 * The delay is at least `requestedS`, the receiver's `Retry-After`, which counts up to an hour.
 */
export function nextRetryDelay(attempts: number, chance: number, requestedS = 0): number | null {
  const gap = RETRY_DELAYS[attempts - 1]
  if (gap === undefined) return null
  return Math.max(gap * (0.8 + 0.4 * chance), Math.min(requestedS, 3600))
}

/** Days for which deliveries are stored, whether they were delivered or not. */
export const RETENTION_DAYS = 7

/**
 * A receiver is switched off if at least this number of attempts in a row have failed, over more
 * than this number of days.
 */
export const AUTO_DISABLE = { days: 3, failures: 10 }

/** Number of failed attempts in a row after which a receiver gets only one message at a time. */
export const THROTTLE_AFTER_FAILURES = 5

/** Hours for which the previous secret still signs messages after a new one was created. */
export const OLD_SECRET_HOURS = 24

/** Returns message types in Croatian. */
export const describeEvents = (types: readonly string[]) =>
  types.map((type) => EVENT_LABELS[type] ?? type).join(', ')

/** Croatian labels of the message types. */
export const EVENT_LABELS: Record<string, string> = {
  'ticket.sold': 'Prodana karta',
  'ticket.returned': 'Vraćena karta',
  'guest.admitted': 'Ulazak',
  'guest.let_out': 'Izlazak',
  'double.found': 'Dvostruki ulaz',
  'sponsor_guest.added': 'Gost sponzora',
  [TEST_EVENT]: 'Proba',
}
