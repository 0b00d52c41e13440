import { setTimeout as sleep } from 'node:timers/promises'
import { type Response as Answer, type ErrorResponse, Resend } from 'resend'
import { getDb } from '@/db/client'
import { moveMailOn } from '@/db/queries/mails'
import { pauseService, reserveCalls } from '@/db/queries/mails-queue'
import { getConfig } from '@/lib/config/settings'
import { notFound, ServiceError } from '@/lib/http/errors'
import { check } from '@/lib/http/request'
import type { Attachment, MailText } from './render'
import {
  isSoft,
  KEY_TAG,
  MAIL_EVENTS,
  type MailEvent,
  pauseLength,
  readMailKey,
  SOFT_BOUNCE,
} from './rules'
import { type MailEventBody, mailEventBody } from './schema'

/**
 * Milliseconds for one mail where no service is set: what is only recorded is put together
 * on the thread that answers the gate's requests.
 */
const UNSENT_REST = 20

/** Mails that are taken in hand together, a fifth of a second's worth. */
export function handful(): number {
  const { RESEND_API_KEY, RESEND_CALLS_PER_SECOND } = getConfig()
  const perSecond = RESEND_API_KEY ? RESEND_CALLS_PER_SECOND : 1000 / UNSENT_REST
  return Math.min(Math.max(Math.round(perSecond / 5), 1), 50)
}

/**
 * Waits until so many calls may be made, all instances together keeping the service's rate.
 * Answers the seconds for which all mail is paused: above 0, nothing may be sent now.
 */
export async function waitForTurn(calls: number): Promise<number> {
  const { RESEND_API_KEY, RESEND_CALLS_PER_SECOND } = getConfig()
  if (!RESEND_API_KEY) {
    await sleep(calls * UNSENT_REST)
    return 0
  }
  const { wait, pausedFor } = await reserveCalls(getDb(), calls, RESEND_CALLS_PER_SECOND)
  if (pausedFor > 0) return pausedFor
  if (wait > 0) await sleep(wait * 1000)
  return 0
}

/** All mail rests, on every instance. */
export const pauseAll = (seconds: number, reason: string) =>
  pauseService(getDb(), pauseLength(seconds), reason)

/** Milliseconds that a call may take in all. */
const CALL_TIMEOUT = 10_000

/**
 * What became of a mail's call: `later` may succeed if tried again, `never` will not. With
 * `pause` the service speaks of all mail: too much at once, or of the festival's settings.
 */
export type Delivery =
  | { outcome: 'sent'; providerId: string | null }
  | { outcome: 'later'; reason: string; retryAfterSeconds?: number }
  | { outcome: 'never'; reason: string }
  | { outcome: 'pause'; reason: string; seconds: number }

/** A mail ready to go. The service delivers once however often it is called with one key. */
export interface Parcel extends MailText {
  key: string
  to: string
  /** Who sends it, where MAIL_FROM is a bare address. */
  fromName: string
  replyTo?: string
  attachments: Attachment[]
}

/** Hands one mail to the service. */
export async function deliver(mail: Parcel): Promise<Delivery> {
  const { attachments } = mail
  const { data, error, headers } = await service().emails.send(
    { ...envelope(mail), attachments },
    { idempotencyKey: mail.key, signal: AbortSignal.timeout(CALL_TIMEOUT) },
  )
  return error ? judge(error, headers) : { outcome: 'sent', providerId: data.id }
}

/**
 * Hands up to a hundred mails without attachments to the service in one call, under a key of
 * its own. Answers for each of them; `never` of all means that the call itself was refused.
 */
export async function deliverTogether(key: string, mails: Parcel[]): Promise<Delivery[]> {
  const { data, error, headers } = await service().batch.send(mails.map(envelope), {
    batchValidation: 'permissive',
    idempotencyKey: key,
    signal: AbortSignal.timeout(CALL_TIMEOUT),
  })
  if (error) return mails.map(() => judge(error, headers))
  const refused = new Map((data.errors ?? []).map(({ index, message }) => [index, message]))
  const accepted = data.data.values()
  return mails.map((_, index) => {
    const message = refused.get(index)
    return message === undefined
      ? { outcome: 'sent', providerId: accepted.next().value?.id ?? null }
      : { outcome: 'never', reason: `${NOT_THIS} (${message}).` }
  })
}

function service() {
  const { RESEND_API_KEY, RESEND_BASE_URL } = getConfig()
  return new MailService(RESEND_API_KEY, { baseUrl: RESEND_BASE_URL })
}

/**
 * Resend's client, which takes an answer's status from its text, except that here the status
 * is that of the answer: what stands between us and the service may refuse in other words.
 */
class MailService extends Resend {
  override async fetchRequest<T>(path: string, options?: RequestInit): Promise<Answer<T>> {
    const response = await fetch(this.baseUrl + path, options).catch(() => null)
    const told: unknown = await response?.json().catch(() => null)
    const headers = response && Object.fromEntries(response.headers)
    if (response?.ok && told) return { data: told as T, error: null, headers }
    const { name = 'application_error', message = '' } = (told ?? {}) as Partial<ErrorResponse>
    const statusCode = response && !response.ok ? response.status : null
    return { data: null, error: { name, message, statusCode }, headers }
  }
}

/** The tag comes back with what the service tells of the mail later on. */
function envelope({ key, to, fromName, replyTo, subject, html, text }: Parcel) {
  const tags = [{ name: KEY_TAG, value: key }]
  return { from: sender(fromName), replyTo, to, subject, html, text, tags }
}

/** A bare address is shown with the festival's name before it. */
function sender(name: string): string {
  const { MAIL_FROM = '' } = getConfig()
  return MAIL_FROM.includes('<') ? MAIL_FROM : `"${name.replace(/["\\]/g, '')}" <${MAIL_FROM}>`
}

const NOT_THIS = 'Servis za slanje pošte ne prima ovaj mail'

/** The service's answers about this very mail. */
const ABOUT_THE_MAIL = [400, 413, 422]

/** Seconds of rest where the service names none: a burst, a day's quota, wrong settings. */
const REST = { burst: 2, quota: 900, settings: 60 }

function judge(
  { name, statusCode, message }: ErrorResponse,
  headers: Record<string, string> | null,
): Delivery {
  if (statusCode === null)
    return { outcome: 'later', reason: 'Servis za slanje pošte se ne javlja.' }
  // The key is known with other content: an earlier call got through before it was recorded.
  if (name === 'invalid_idempotent_request') return { outcome: 'sent', providerId: null }
  const asked = seconds(headers?.['retry-after'])
  if (statusCode === 429)
    return {
      outcome: 'pause',
      reason: 'Servis za slanje pošte prima previše mailova odjednom.',
      seconds: asked ?? (name.includes('quota') ? REST.quota : REST.burst),
    }
  const said = message ? `(${statusCode}: ${message})` : `(${statusCode})`
  if (ABOUT_THE_MAIL.includes(statusCode) && name !== 'invalid_from_address')
    return { outcome: 'never', reason: `${NOT_THIS} ${said}.` }
  // 409: an earlier call with the same key is still being worked on; 408: this one was too slow.
  if (statusCode >= 500 || statusCode === 409 || statusCode === 408)
    return {
      outcome: 'later',
      reason: `Servis za slanje pošte ima smetnje ${said}.`,
      retryAfterSeconds: asked,
    }
  return {
    outcome: 'pause',
    reason: `Servis za slanje pošte odbija postavke festivala ${said}.`,
    seconds: asked ?? REST.settings,
  }
}

/** Retry-After in either form, in seconds. */
function seconds(header: string | undefined): number | undefined {
  if (!header) return undefined
  const wait = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(wait) ? Math.max(wait, 0) : undefined
}

/**
 * Takes what Resend tells of a mail. Nothing is believed that is not signed with the secret
 * of this endpoint within the last five minutes, over the bytes as they came (Svix' scheme).
 * Throws not_found where no secret is set, and not_signed_in.
 */
export async function receiveMailEvent(body: Uint8Array, headers: Headers): Promise<void> {
  const { RESEND_WEBHOOK_SECRET, RESEND_API_KEY } = getConfig()
  if (!RESEND_WEBHOOK_SECRET) throw notFound()
  const payload = new TextDecoder().decode(body)
  const header = (name: string) => headers.get(`svix-${name}`) ?? ''
  const service = new Resend(RESEND_API_KEY ?? 'none')
  let told: unknown
  try {
    told = service.webhooks.verify({
      payload,
      headers: { id: header('id'), timestamp: header('timestamp'), signature: header('signature') },
      webhookSecret: RESEND_WEBHOOK_SECRET,
    })
  } catch {
    throw new ServiceError('not_signed_in', 'Potpis nije ispravan.', { code: 'bad_signature' })
  }
  await takeMailEvent(check(mailEventBody, told))
}

/** By the type that the service sends, which may be any word. */
const EVENTS = new Map<string, (typeof MAIL_EVENTS)[MailEvent]>(Object.entries(MAIL_EVENTS))

/** Of what is not about a mail of ours, or tells nothing new, nothing comes. */
async function takeMailEvent({ type, data }: MailEventBody): Promise<void> {
  const known = EVENTS.get(type)
  if (!known || !data.email_id) return
  const isSoftBounce = type === 'email.bounced' && isSoft(data.bounce?.type)
  const event = isSoftBounce ? SOFT_BOUNCE : known
  await moveMailOn(getDb(), {
    ...event,
    isSoftBounce,
    providerId: data.email_id,
    key: readMailKey(data.tags?.[KEY_TAG]),
    reason: reasonOf(type as MailEvent, data),
  })
}

/** In words for the admin; the service's own words as they come. */
function reasonOf(type: MailEvent, data: MailEventBody['data']): string | null {
  const said = data.bounce?.message ?? data.failed?.reason ?? data.suppressed?.message
  const because = said ? ` (${said})` : ''
  switch (type) {
    case 'email.bounced':
      return `Primateljev poslužitelj nije primio mail${because}.`
    case 'email.suppressed':
      return `Servis ne šalje na ovu adresu, jer je prije odbijala poštu${because}.`
    case 'email.failed':
      return `Servis za slanje pošte nije uspio poslati mail${because}.`
    case 'email.complained':
      return 'Primatelj je mail označio kao neželjenu poštu.'
    default:
      return null
  }
}
