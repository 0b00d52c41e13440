import { MAIL_STATES, TICKET_TEMPLATES } from '@/db/catalogue/mail-states'

export { MAIL_STATES }

export type MailState = (typeof MAIL_STATES)[number]

/** Croatian labels of mail states. */
export const MAIL_STATE_LABELS: Record<MailState, string> = {
  queued: 'Čeka slanje',
  sending: 'Šalje se',
  sent: 'Poslano',
  delivered: 'Isporučeno',
  bounced: 'Odbijeno',
  complained: 'Neželjena pošta',
  failed: 'Nije uspjelo',
  recorded: 'Zabilježeno',
}

/** Whether a mail is queued or being sent. Such a mail must not be sent again. */
export const isMailPending = (state: MailState) => state === 'queued' || state === 'sending'

/** Croatian reasons why a mail that was sent cannot be sent again. */
export const RESEND_REFUSALS = {
  ticketReturned: 'Karta iz ovog maila više ne vrijedi pa se ne šalje.',
  recipientErased: 'Primatelj ovog maila obrisan je pa se mail ne šalje.',
}

/** Whether the mail of a ticket still has to be sent or, without a mail provider, recorded. */
export const isUnsent = (
  { isMailed, isRecorded }: { isMailed: boolean; isRecorded: boolean },
  hasProvider: boolean,
) => !isMailed && (hasProvider || !isRecorded)

/** All templates. `message` is a text of the organisers in the layout of the festival. */
export const MAIL_TEMPLATES = [
  'ticket-confirmation',
  'message',
  'sponsor-invitation',
  'sponsor-reminder',
  'sponsor-pass',
] as const
export type MailTemplate = (typeof MAIL_TEMPLATES)[number]

/**
 * Templates with the QR code attached: those with a ticket. The provider accepts these only one per
 * request, all others up to a hundred. The QR code is attached and not linked, because phones show attachments without
 * asking and without a network, as needed at the gate.
 */
export const TEMPLATES_WITH_QR: readonly MailTemplate[] = TICKET_TEMPLATES

/** Whether mails of this template contain a ticket. */
export const isTicketMail = (template: string) =>
  TEMPLATES_WITH_QR.some((known) => known === template)

/** Templates that the API accepts. Mails to sponsors are sent from their own endpoints. */
export const REQUESTABLE_TEMPLATES = ['ticket-confirmation', 'message'] as const

/** Maximum number of mails without attachments in one request to the provider. */
export const MAX_BATCH_SIZE = 100

/** Content id of the attached QR code; the HTML shows it as `cid:` and this id. */
export const QR_CONTENT_ID = 'ulaznica'

/**
 * Idempotency key of a mail. The provider stores keys for a day and sends each mail only once.
 */
export const mailKey = ({ id, resendCount }: { id: string; resendCount: number }) =>
  resendCount === 0 ? id : `${id}_${resendCount}`

/**
 * Name of the tag that contains the mail key. The provider returns the tag with each event of the
 * mail.
 */
export const MAIL_KEY_TAG = 'mail'

/** Parses a mail key into id and resend number. Returns null if it is not a mail key. */
export function readMailKey(value: string | undefined): { id: string; resendCount: number } | null {
  const [, id, resends] = /^([0-9a-f-]{36})(?:_(\d{1,9}))?$/.exec(value ?? '') ?? []
  return id ? { id, resendCount: Number(resends ?? 0) } : null
}

/**
 * States of a mail that a permanent bounce may change. They include `bounced`, because a temporary
 * bounce may come first.
 */
const REFUSABLE = ['queued', 'sending', 'sent', 'failed', 'delivered', 'bounced'] as const

/**
 * Events of the provider, with the new state and the states that they may change. No event reverts
 * a later state, so repeated and reordered events have the same result.
 */
export const MAIL_EVENTS = {
  'email.sent': { to: 'sent', from: ['queued', 'sending'] },
  'email.delivered': { to: 'delivered', from: ['queued', 'sending', 'sent', 'failed'] },
  'email.bounced': { to: 'bounced', from: REFUSABLE },
  'email.suppressed': { to: 'bounced', from: REFUSABLE },
  'email.failed': { to: 'failed', from: ['queued', 'sending', 'sent'] },
  'email.complained': {
    to: 'complained',
    from: ['queued', 'sending', 'sent', 'failed', 'delivered', 'bounced'],
  },
} as const satisfies Record<string, { to: MailState; from: readonly MailState[] }>

/**
 * New state for a temporary bounce (soft bounce), for example from a full mailbox. A delivery has
 * priority over a soft bounce, whichever event comes first (rule 7.12).
 */
export const SOFT_BOUNCE = { to: 'bounced', from: ['queued', 'sending', 'sent', 'failed'] } as const

/**
 * Whether a bounce is temporary, by the type that the provider sends. A missing or unknown type
 * counts as permanent.
 */
export const isSoftBounceType = (type: string | undefined) =>
  /^(transient|undetermined)$/i.test(type ?? '')

export type MailEvent = keyof typeof MAIL_EVENTS

/** Maximum number of attempts before a mail fails, about five hours after the first. */
export const MAX_ATTEMPTS = 12

const HOUR_S = 3600

/**
 * Seconds until the next attempt: 3, 9, 27 … up to an hour. A delay requested by the provider has
 * priority, also up to an hour, since the provider deletes the mail key after a day.
 */
export const retryDelay = (attempts: number, requestedS?: number) =>
  requestedS === undefined ? Math.min(3 ** attempts, HOUR_S) : pauseSeconds(requestedS)

/** Seconds to pause all mail when the provider requests it: at least 1, at most an hour. */
export const pauseSeconds = (requestedS: number) => Math.min(Math.max(requestedS, 1), HOUR_S)

/** Croatian labels of templates. */
export const TEMPLATE_LABELS: Record<MailTemplate, string> = {
  'ticket-confirmation': 'Potvrda karte',
  message: 'Poruka',
  'sponsor-invitation': 'Poziv sponzoru',
  'sponsor-reminder': 'Podsjetnik sponzoru',
  'sponsor-pass': 'Ulaznica gosta sponzora',
}

/** Label of a template. An unknown template of an earlier release is shown by its name. */
export function templateLabel(template: string): string {
  const labels: Partial<Record<string, string>> = TEMPLATE_LABELS
  return labels[template] ?? template
}

const BATCH_LABELS: Record<string, string> = {
  range: 'Potvrde karata po rasponu',
  list: 'Slanje po popisu',
  failed: 'Ponovno slanje neuspjelih',
  sell: 'Potvrde skupne prodaje',
  send: 'Karte odabranim gostima',
  'send-again': 'Karte odabranim gostima, ponovno',
}

/** Label of a mail batch, by its kind. */
export const batchLabel = (kind: string) => BATCH_LABELS[kind] ?? 'Skupno slanje'
