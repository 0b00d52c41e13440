import type { MailRow } from '@/db/queries/mails'
import type { Settlement } from '@/db/queries/mails-queue'
import { MAX_ATTEMPTS, retryDelay } from './rules'
import type { Delivery } from './transport'

/** What came of a mail: of a call to the service, or without one. */
export type Outcome = Delivery | { outcome: 'recorded' } | { outcome: 'unsendable'; reason: string }

/**
 * What an attempt changes in the record; one that may still succeed is put off. A pause of
 * the service is no attempt: the mail waits with all others.
 */
export function settlement(mail: MailRow, result: Outcome): Settlement {
  const { id, attempts } = mail
  switch (result.outcome) {
    case 'recorded':
      return { id, state: 'recorded', attempts, lastError: null }
    case 'unsendable':
      return { id, state: 'failed', attempts, lastError: result.reason }
    case 'sent': {
      const { providerId } = result
      return { id, state: 'sent', attempts: attempts + 1, lastError: null, providerId }
    }
    case 'never':
      return { id, state: 'failed', attempts: attempts + 1, lastError: result.reason }
    case 'pause':
      return { id, state: 'queued', attempts, lastError: result.reason }
    case 'later':
      return putOff(mail, result.reason, result.retryAfterSeconds)
  }
}

function putOff({ id, attempts: before }: MailRow, reason: string, asked?: number): Settlement {
  const attempts = before + 1
  if (attempts < MAX_ATTEMPTS) {
    const inSeconds = retryDelay(attempts, asked)
    return { id, state: 'queued', attempts, lastError: reason, inSeconds }
  }
  const lastError = `${reason} Odustali smo nakon ${attempts} pokušaja.`
  return { id, state: 'failed', attempts, lastError }
}
