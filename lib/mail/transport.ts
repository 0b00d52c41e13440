import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import { getDb } from '@/db/client'
import { applyMailEvent } from '@/db/queries/mails'
import { pauseService, reserveRateSlots } from '@/db/queries/mails-queue'
import { getConfig } from '@/lib/config/settings'
import { notFound, ServiceError } from '@/lib/http/errors'
import { check } from '@/lib/http/request'
import type { Attachment, MailText } from './render'
import {
  isSoft,
  KEY_TAG,
  MAIL_EVENTS,
  type MailEvent,
  pauseSeconds,
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
export function claimSize(): number {
  const { RESEND_API_KEY, RESEND_CALLS_PER_SECOND } = getConfig()
  const perSecond = RESEND_API_KEY ? RESEND_CALLS_PER_SECOND : 1000 / UNSENT_REST
  return Math.min(Math.max(Math.round(perSecond / 5), 1), 50)
}

/**
 * Waits until so many calls may be made, all instances together keeping the service's rate.
 * Answers the seconds for which all mail is paused: above 0, nothing may be sent now.
 */
export async function waitForRateSlot(calls: number): Promise<number> {
  const { RESEND_API_KEY, RESEND_CALLS_PER_SECOND } = getConfig()
  if (!RESEND_API_KEY) {
    await sleep(calls * UNSENT_REST)
    return 0
  }
  const { wait, pausedFor } = await reserveRateSlots(getDb(), calls, RESEND_CALLS_PER_SECOND)
  if (pausedFor > 0) return pausedFor
  if (wait > 0) await sleep(wait * 1000)
  return 0
}

/** All mail rests, on every instance. */
export const pauseSending = (seconds: number, reason: string) =>
  pauseService(getDb(), pauseSeconds(seconds), reason)

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
export interface OutgoingMail extends MailText {
  key: string
  to: string
  /** Who sends it, where MAIL_FROM is a bare address. */
  fromName: string
  replyTo?: string
  attachments: Attachment[]
}

const acceptedMail = z.object({ id: z.string() })

/** A call that is `permissive` takes the right mails, and names the others by their places. */
const acceptedMails = z.object({
  data: z.array(acceptedMail),
  errors: z.array(z.object({ index: z.int(), message: z.string() })).optional(),
})

/** Hands one mail to the service. */
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
  return refusal ? judge(refusal) : { outcome: 'sent', providerId: data.id }
}

/**
 * Hands up to a hundred mails without attachments to the service in one call, under a key of
 * its own. Answers for each of them; `never` of all means that the call itself was refused.
 */
export async function deliverTogether(key: string, mails: OutgoingMail[]): Promise<Delivery[]> {
  const { data, refusal } = await send('/emails/batch', acceptedMails, key, mails.map(envelope))
  if (refusal) return mails.map(() => judge(refusal))
  const refused = new Map((data.errors ?? []).map(({ index, message }) => [index, message]))
  const accepted = data.data.values()
  return mails.map((_, index) => {
    const message = refused.get(index)
    return message === undefined
      ? { outcome: 'sent', providerId: accepted.next().value?.id ?? null }
      : { outcome: 'never', reason: `${NOT_THIS} (${message}).` }
  })
}

/** Why the service, or a proxy before it, took nothing; no status where no answer came whole. */
interface Refusal {
  status: number | null
  name: string
  message: string
  retryAfter: string | null
}

/** What the service says of a refusal; a proxy before it says something else. */
const refusalWords = z.object({ name: z.string().catch(''), message: z.string().catch('') })

/** One call of Resend's API (https://resend.com/docs/api-reference). */
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
      // Resend refuses a call without it.
      'user-agent': 'brucosijada',
      // Says nothing to a call of one mail.
      'x-batch-validation': 'permissive',
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(CALL_TIMEOUT),
  }).catch(() => null)
  const told: unknown = await response?.json().catch(() => null)
  const { data } = accepted.safeParse(response?.ok ? told : null)
  if (data) return { data, refusal: null }
  const status = response && !response.ok ? response.status : null
  const words = refusalWords.catch({ name: '', message: '' }).parse(told)
  const retryAfter = response?.headers.get('retry-after') ?? null
  return { data: null, refusal: { status, ...words, retryAfter } }
}

/** The tag comes back with what the service tells of the mail later on. */
function envelope({ key, to, fromName, replyTo, subject, html, text }: OutgoingMail) {
  const tags = [{ name: KEY_TAG, value: key }]
  return { from: sender(fromName), reply_to: replyTo, to, subject, html, text, tags }
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

function judge({ status, name, message, retryAfter }: Refusal): Delivery {
  if (status === null) return { outcome: 'later', reason: 'Servis za slanje pošte se ne javlja.' }
  // The key is known with other content: an earlier call got through before it was recorded.
  if (name === 'invalid_idempotent_request') return { outcome: 'sent', providerId: null }
  const asked = seconds(retryAfter)
  if (status === 429)
    return {
      outcome: 'pause',
      reason: 'Servis za slanje pošte prima previše mailova odjednom.',
      seconds: asked ?? (name.includes('quota') ? REST.quota : REST.burst),
    }
  const said = message ? `(${status}: ${message})` : `(${status})`
  if (ABOUT_THE_MAIL.includes(status) && name !== 'invalid_from_address')
    return { outcome: 'never', reason: `${NOT_THIS} ${said}.` }
  // 409: an earlier call with the same key is still being worked on; 408: this one was too slow.
  if (status >= 500 || status === 409 || status === 408)
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
function seconds(header: string | null): number | undefined {
  if (!header) return undefined
  const wait = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(wait) ? Math.max(wait, 0) : undefined
}

/**
 * Takes what Resend tells of a mail. Nothing is believed that is not signed with the secret
 * of this endpoint within the last five minutes, over the bytes as they came (Svix' scheme,
 * Standard Webhooks with other names of its headers). Throws not_found where no secret is set,
 * and not_signed_in.
 */
export async function receiveMailEvent(body: Uint8Array, headers: Headers): Promise<void> {
  const { RESEND_WEBHOOK_SECRET } = getConfig()
  if (!RESEND_WEBHOOK_SECRET) throw notFound()
  const signed = ['id', 'timestamp', 'signature'].map((name) => [
    `webhook-${name}`,
    headers.get(`svix-${name}`) ?? '',
  ])
  let told: unknown
  try {
    told = new Webhook(RESEND_WEBHOOK_SECRET).verify(
      new TextDecoder().decode(body),
      Object.fromEntries(signed),
    )
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
  await applyMailEvent(getDb(), {
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
