import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import { getDb } from '@/db/pool'
import { applyMailEvent } from '@/db/queries/mails'
import { pauseService, reserveRateSlots } from '@/db/queries/mails-queue'
import { getConfig } from '@/lib/config/settings'
import { notFound, ServiceError } from '@/lib/http/errors'
import { check } from '@/lib/http/request'
import { foreignLine } from '@/lib/text/clean'
import type { Attachment, MailText } from './render'
import {
  isSoftBounceType,
  MAIL_EVENTS,
  MAIL_KEY_TAG,
  type MailEvent,
  pauseSeconds,
  readMailKey,
  SOFT_BOUNCE,
} from './rules'
import { type MailEventBody, mailEventBody } from './schema'

/**
 * Time per mail in ms if no mail provider is configured. Such mails are only recorded, but they are
 * still rendered, on the same thread that responds to the gates.
 */
const RECORD_INTERVAL_MS = 20

/** Returns the number of mails to claim at once, which is the number sent in 0.2 s. */
export function claimSize(): number {
  const { RESEND_API_KEY, RESEND_CALLS_PER_SECOND } = getConfig()
  const perSecond = RESEND_API_KEY ? RESEND_CALLS_PER_SECOND : 1000 / RECORD_INTERVAL_MS
  return Math.min(Math.max(Math.round(perSecond / 5), 1), 50)
}

/**
 * Waits until this number of provider requests is allowed. All instances share one rate limit.
 * Returns the seconds for which all mail is paused; above 0, nothing may be sent now.
 */
export async function waitForRateSlot(requests: number): Promise<number> {
  const { RESEND_API_KEY, RESEND_CALLS_PER_SECOND } = getConfig()
  if (!RESEND_API_KEY) {
    await sleep(requests * RECORD_INTERVAL_MS)
    return 0
  }
  const { wait, pausedFor } = await reserveRateSlots(getDb(), requests, RESEND_CALLS_PER_SECOND)
  if (pausedFor > 0) return pausedFor
  if (wait > 0) await sleep(wait * 1000)
  return 0
}

/** Pauses all mail on all instances. */
export const pauseSending = (seconds: number, reason: string) =>
  pauseService(getDb(), pauseSeconds(seconds), reason)

const REQUEST_TIMEOUT_MS = 10_000

/**
 * Result of sending a mail: `retry` may succeed later, `rejected` never will. `pause` concerns all
 * mail: too many requests, or wrong configuration.
 */
export type Delivery =
  | { outcome: 'sent'; providerId: string | null }
  | { outcome: 'retry'; reason: string; retryAfterSeconds?: number }
  | { outcome: 'rejected'; reason: string }
  | { outcome: 'pause'; reason: string; seconds: number }

/** Mail ready to send. The provider delivers a mail only once per key. */
export interface OutgoingMail extends MailText {
  key: string
  to: string
  /** Sender name, used if MAIL_FROM is an address without a name. */
  fromName: string
  replyTo?: string
  attachments: Attachment[]
}

const acceptedMail = z.object({ id: z.string() })

/** Response to a `permissive` request: valid mails are accepted, the others listed by index. */
const acceptedMails = z.object({
  data: z.array(acceptedMail),
  errors: z
    .array(z.object({ index: z.int(), message: z.string().transform(foreignLine) }))
    .optional(),
})

/** Sends one mail through the provider. */
export async function deliver(mail: OutgoingMail): Promise<Delivery> {
  const attachments = mail.attachments.map(({ filename, content, contentType, contentId }) => ({
    filename,
    content: content.toString('base64'),
    content_type: contentType,
    content_id: contentId,
  }))
  const { data, refusal } = await send('/emails', acceptedMail, mail.key, {
    ...envelope(mail),
    attachments,
  })
  return refusal ? resultOf(refusal) : { outcome: 'sent', providerId: data.id }
}

/**
 * Sends up to 100 mails without attachments in one provider request with its own key. Returns one
 * result per mail. If all are `rejected`, the request itself was rejected.
 */
export async function deliverTogether(key: string, mails: OutgoingMail[]): Promise<Delivery[]> {
  const { data, refusal } = await send('/emails/batch', acceptedMails, key, mails.map(envelope))
  if (refusal) return mails.map(() => resultOf(refusal))
  const refused = new Map((data.errors ?? []).map(({ index, message }) => [index, message]))
  const accepted = data.data.values()
  return mails.map((_, index) => {
    const message = refused.get(index)
    return message === undefined
      ? { outcome: 'sent', providerId: accepted.next().value?.id ?? null }
      : { outcome: 'rejected', reason: `${REJECTED_MESSAGE} (${message}).` }
  })
}

/**
 * Failure of a provider request, reported by the provider or a proxy. `status` is null without a
 * complete response.
 */
interface Refusal {
  status: number | null
  name: string
  message: string
  retryAfter: string | null
}

/** Error body of the provider. A proxy may send any other body. */
const errorBody = z.object({
  name: z.string().catch(''),
  message: z.string().transform(foreignLine).catch(''),
})

/** Sends one request to the API of Resend (https://resend.com/docs/api-reference). */
async function send<T>(
  path: string,
  accepted: z.ZodType<T>,
  key: string,
  body: unknown,
): Promise<{ data: T; refusal: null } | { data: null; refusal: Refusal }> {
  const { RESEND_API_KEY, RESEND_BASE_URL } = getConfig()
  const response = await fetch(RESEND_BASE_URL + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${RESEND_API_KEY}`,
      'content-type': 'application/json',
      'idempotency-key': key,
      // Resend requires this header.
      'user-agent': 'brucosijada',
      // Lets the provider accept the valid mails of a request with several mails. Ignored in
      // requests with one mail.
      'x-batch-validation': 'permissive',
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  }).catch(() => null)
  const responseBody: unknown = await response?.json().catch(() => null)
  const { data } = accepted.safeParse(response?.ok ? responseBody : null)
  if (data) return { data, refusal: null }
  const status = response && !response.ok ? response.status : null
  const error = errorBody.catch({ name: '', message: '' }).parse(responseBody)
  const retryAfter = response?.headers.get('retry-after') ?? null
  return { data: null, refusal: { status, ...error, retryAfter } }
}

/**
 * Returns the request body of one mail. The provider returns the tag with each event of the mail.
 */
function envelope({ key, to, fromName, replyTo, subject, html, text }: OutgoingMail) {
  const tags = [{ name: MAIL_KEY_TAG, value: key }]
  return { from: sender(fromName), reply_to: replyTo, to, subject, html, text, tags }
}

/** Returns the sender of a mail: adds the festival's name if MAIL_FROM has no name. */
function sender(name: string): string {
  const { MAIL_FROM = '' } = getConfig()
  return MAIL_FROM.includes('<') ? MAIL_FROM : `"${name.replace(/["\\]/g, '')}" <${MAIL_FROM}>`
}

const REJECTED_MESSAGE = 'Servis za slanje pošte ne prima ovaj mail'

/** Statuses with which the provider rejects this mail. */
const REJECTING_STATUSES = [400, 413, 422]

/**
 * Pause in seconds if the provider names none: too many requests, daily quota used up, wrong
 * configuration.
 */
const DEFAULT_PAUSE_S = { burst: 2, quota: 900, settings: 60 }

function resultOf({ status, name, message, retryAfter }: Refusal): Delivery {
  if (status === null) return { outcome: 'retry', reason: 'Servis za slanje pošte se ne javlja.' }
  // The provider knows the key with another content, so an earlier request succeeded but its
  // outcome was not stored.
  if (name === 'invalid_idempotent_request') return { outcome: 'sent', providerId: null }
  const requestedS = parseRetryAfter(retryAfter)
  if (status === 429)
    return {
      outcome: 'pause',
      reason: 'Servis za slanje pošte prima previše mailova odjednom.',
      seconds:
        requestedS ?? (name.includes('quota') ? DEFAULT_PAUSE_S.quota : DEFAULT_PAUSE_S.burst),
    }
  const detail = message ? `(${status}: ${message})` : `(${status})`
  if (REJECTING_STATUSES.includes(status) && name !== 'invalid_from_address')
    return { outcome: 'rejected', reason: `${REJECTED_MESSAGE} ${detail}.` }
  // 409: an earlier request with the same key is still running. 408: this request was too slow.
  if (status >= 500 || status === 409 || status === 408)
    return {
      outcome: 'retry',
      reason: `Servis za slanje pošte ima smetnje ${detail}.`,
      retryAfterSeconds: requestedS,
    }
  return {
    outcome: 'pause',
    reason: `Servis za slanje pošte odbija postavke festivala ${detail}.`,
    seconds: requestedS ?? DEFAULT_PAUSE_S.settings,
  }
}

/** Parses Retry-After, a number of seconds or a date. Returns seconds. */
function parseRetryAfter(header: string | null): number | undefined {
  if (!header) return undefined
  const wait = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(wait) ? Math.max(wait, 0) : undefined
}

/**
 * Receives an event of the mail provider Resend. The event must be signed with the secret of this
 * endpoint, over the unchanged bytes of the body, at most 5 minutes ago. The signature scheme of
 * Svix is Standard Webhooks with other header names. Throws not_found if no secret is configured,
 * not_signed_in for a wrong signature.
 */
export async function receiveMailEvent(body: Uint8Array, headers: Headers): Promise<void> {
  const { RESEND_WEBHOOK_SECRET } = getConfig()
  if (!RESEND_WEBHOOK_SECRET) throw notFound()
  const signed = ['id', 'timestamp', 'signature'].map((name) => [
    `webhook-${name}`,
    headers.get(`svix-${name}`) ?? '',
  ])
  let event: unknown
  try {
    event = new Webhook(RESEND_WEBHOOK_SECRET).verify(
      new TextDecoder().decode(body),
      Object.fromEntries(signed),
    )
  } catch {
    throw new ServiceError('not_signed_in', 'Potpis nije ispravan.', { code: 'bad_signature' })
  }
  await handleMailEvent(check(mailEventBody, event))
}

/** Events of the provider that are used, by type. The provider also sends other types. */
const EVENTS = new Map<string, (typeof MAIL_EVENTS)[MailEvent]>(Object.entries(MAIL_EVENTS))

/**
 * Applies an event. Ignores unknown types, mails of other systems, and events that change nothing.
 */
async function handleMailEvent({ type, data }: MailEventBody): Promise<void> {
  const known = EVENTS.get(type)
  if (!known || !data.email_id) return
  const isSoftBounce = type === 'email.bounced' && isSoftBounceType(data.bounce?.type)
  const event = isSoftBounce ? SOFT_BOUNCE : known
  await applyMailEvent(getDb(), {
    ...event,
    isSoftBounce,
    providerId: data.email_id,
    key: readMailKey(data.tags?.[MAIL_KEY_TAG]),
    reason: reasonOf(type as MailEvent, data),
  })
}

/** Describes the reason in Croatian, including the original text of the provider. */
function reasonOf(type: MailEvent, data: MailEventBody['data']): string | null {
  const providerMessage = data.bounce?.message ?? data.failed?.reason ?? data.suppressed?.message
  const suffix = providerMessage ? ` (${foreignLine(providerMessage)})` : ''
  switch (type) {
    case 'email.bounced':
      return `Primateljev poslužitelj nije primio mail${suffix}.`
    case 'email.suppressed':
      return `Servis ne šalje na ovu adresu, jer je prije odbijala poštu${suffix}.`
    case 'email.failed':
      return `Servis za slanje pošte nije uspio poslati mail${suffix}.`
    case 'email.complained':
      return 'Primatelj je mail označio kao neželjenu poštu.'
    default:
      return null
  }
}
