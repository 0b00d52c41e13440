import { Resend } from 'resend'
import { getConfig, type Settings } from '@/lib/config'
import type { RenderedMail } from './render'

/** Milliseconds that a call may take in all. */
const CALL_TIMEOUT = 15_000

/** What became of one call; `later` may succeed if tried again, `never` will not. */
export type Delivery =
  | { outcome: 'sent'; providerId: string | null }
  | { outcome: 'later'; reason: string; retryAfterSeconds?: number }
  | { outcome: 'never'; reason: string }

interface Refusal {
  name: string
  statusCode: number | null
  message: string
}

/** The service's answers about this very mail; all others may pass or are about settings. */
const ABOUT_THE_MAIL = [400, 413, 422]

/**
 * Hands a mail to the service. The id is the idempotency key: the service delivers once
 * however often it is called with it (it remembers keys for 24 hours).
 */
export async function deliver(id: string, to: string, mail: RenderedMail): Promise<Delivery> {
  const config = getConfig()
  const service = new Resend(config.RESEND_API_KEY, { baseUrl: config.RESEND_BASE_URL })
  const { data, error, headers } = await service.emails.send(
    { from: sender(config), replyTo: config.CONTACT_EMAIL, to, ...mail },
    { idempotencyKey: id, signal: AbortSignal.timeout(CALL_TIMEOUT) },
  )
  return error ? judge(error, headers) : { outcome: 'sent', providerId: data.id }
}

/** A bare address is shown with the festival's name before it. */
function sender({ MAIL_FROM = '', FESTIVAL_NAME }: Settings): string {
  return MAIL_FROM.includes('<')
    ? MAIL_FROM
    : `"${FESTIVAL_NAME.replace(/["\\]/g, '')}" <${MAIL_FROM}>`
}

function judge(
  { name, statusCode, message }: Refusal,
  headers: Record<string, string> | null,
): Delivery {
  if (typeof statusCode !== 'number')
    return { outcome: 'later', reason: 'Servis za slanje pošte se ne javlja.' }
  // The key is known with other content: an earlier call got through before it was recorded.
  if (name === 'invalid_idempotent_request') return { outcome: 'sent', providerId: null }
  if (statusCode === 429)
    return {
      outcome: 'later',
      reason: 'Servis za slanje pošte prima previše mailova odjednom.',
      retryAfterSeconds: seconds(headers?.['retry-after']),
    }
  const said = `(${statusCode}: ${message})`
  if (ABOUT_THE_MAIL.includes(statusCode) && name !== 'invalid_from_address')
    return { outcome: 'never', reason: `Servis za slanje pošte ne prima ovaj mail ${said}.` }
  if (statusCode >= 500)
    return {
      outcome: 'later',
      reason: `Servis za slanje pošte ima smetnje ${said}.`,
      retryAfterSeconds: seconds(headers?.['retry-after']),
    }
  return { outcome: 'later', reason: `Servis za slanje pošte odbija postavke festivala ${said}.` }
}

/** Retry-After in either form, in seconds. */
function seconds(header: string | undefined): number | undefined {
  if (!header) return undefined
  const wait = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(wait) ? Math.max(wait, 0) : undefined
}
