/** What receivers can be told of; docs/webhooks.md says what stands in each. */
export const WEBHOOK_EVENTS = [
  'ticket.sold',
  'ticket.returned',
  'guest.admitted',
  'guest.let_out',
  'double.found',
  'sponsor_guest.added',
] as const

/** The kind of the message that an admin sends to try a receiver; nobody chooses it. */
export const TEST_EVENT = 'webhook.test'

export const RECEIVER_STATES = ['on', 'paused', 'off'] as const

export const DELIVERY_STATES = ['waiting', 'sending', 'delivered', 'failed'] as const

/** Seconds until the next attempt, after the first, the second …; after the last there is none. */
export const RETRY_DELAYS = [5, 30, 120, 600, 3600, 6 * 3600, 24 * 3600]

export const MOST_ATTEMPTS = RETRY_DELAYS.length + 1

/**
 * Seconds until the next attempt after so many in vain, null for none. A fifth more or less by
 * `chance` (0 to 1), so that those that failed together do not come back together; never sooner
 * than the receiver has asked for, up to an hour.
 */
export function nextRetryDelay(attempts: number, chance: number, asked = 0): number | null {
  const gap = RETRY_DELAYS[attempts - 1]
  if (gap === undefined) return null
  return Math.max(gap * (0.8 + 0.4 * chance), Math.min(asked, 3600))
}

/** Days for which deliveries are kept, whatever became of them. */
export const RETENTION_DAYS = 7

/** A receiver of which nothing has come through for so long, and so often, is switched off. */
export const AUTO_DISABLE = { days: 3, failures: 10 }

/** Failures in a row from which on a receiver is tried with one message at a time. */
export const THROTTLE_AFTER_FAILURES = 5

/** Hours for which the old secret signs too, once there is a new one. */
export const OLD_SECRET_HOURS = 24

/** Kinds of messages as an admin reads them. */
export const EVENT_WORDS: Record<string, string> = {
  'ticket.sold': 'Prodana karta',
  'ticket.returned': 'Vraćena karta',
  'guest.admitted': 'Ulazak',
  'guest.let_out': 'Izlazak',
  'double.found': 'Dvostruki ulaz',
  'sponsor_guest.added': 'Gost sponzora',
  [TEST_EVENT]: 'Proba',
}
