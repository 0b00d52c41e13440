import { Resend } from 'resend'
import { getDb } from '@/db/client'
import { moveMailOn } from '@/db/queries/mails-events'
import { getConfig } from '@/lib/config'
import { notFound, ServiceError } from '@/lib/http/errors'
import { check, readBytes } from '@/lib/http/request'
import { type MailEventBody, mailEventBody } from './batch-schema'
import { KEY_TAG, MAIL_EVENTS, type MailEvent, readMailKey } from './rules'

/**
 * Takes what Resend tells of a mail. Nothing is believed that is not signed with the secret
 * of this endpoint within the last five minutes, over the bytes as they came (Svix' scheme).
 * Throws not_found where no secret is set, and not_signed_in.
 */
export async function receiveMailEvent(request: Request): Promise<void> {
  const { RESEND_WEBHOOK_SECRET, RESEND_API_KEY } = getConfig()
  if (!RESEND_WEBHOOK_SECRET) throw notFound()
  const payload = new TextDecoder().decode(await readBytes(request, {}))
  const header = (name: string) => request.headers.get(`svix-${name}`) ?? ''
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

/** Of what is not about a mail of ours, or tells nothing new, nothing comes. */
async function takeMailEvent({ type, data }: MailEventBody): Promise<void> {
  if (!(type in MAIL_EVENTS) || !data.email_id) return
  const event = MAIL_EVENTS[type as MailEvent]
  await moveMailOn(getDb(), {
    ...event,
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
