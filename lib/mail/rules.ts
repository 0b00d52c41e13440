import { MAIL_STATES } from '@/db/catalogue/mail-states'

export { MAIL_STATES }

export type MailState = (typeof MAIL_STATES)[number]

/** Where a mail stands, for the admin. */
export const MAIL_STATE_WORDS: Record<MailState, string> = {
  queued: 'Čeka slanje',
  sending: 'Šalje se',
  sent: 'Poslano',
  delivered: 'Isporučeno',
  bounced: 'Odbijeno',
  complained: 'Neželjena pošta',
  failed: 'Nije uspjelo',
  recorded: 'Zabilježeno',
}

/** Whether a mail is on its way still, so that nobody sends it once more. */
export const isOnItsWay = (state: MailState) => state === 'queued' || state === 'sending'

/** Whether a ticket's mail has still to go out; where no service is set, to be recorded. */
export const isUnsent = (
  { isMailed, isRecorded }: { isMailed: boolean; isRecorded: boolean },
  isSet: boolean,
) => !isMailed && (isSet || !isRecorded)

/** What a mail can be made of; `message` is the festival's look around a text of one's own. */
export const MAIL_TEMPLATES = [
  'ticket-confirmation',
  'message',
  'sponsor-invitation',
  'sponsor-reminder',
  'sponsor-pass',
] as const
export type MailTemplate = (typeof MAIL_TEMPLATES)[number]

/**
 * Templates that carry a picture inside: the service takes those one in a call, all others
 * up to a hundred. The ticket's code is attached and not fetched from our site, because a
 * phone shows an attached picture without asking and without a network, and that is the gate.
 */
export const TEMPLATES_WITH_QR: readonly MailTemplate[] = ['ticket-confirmation', 'sponsor-pass']

/** What may be asked for mail by mail; the sponsors' ones come from their own lists. */
export const REQUESTABLE_TEMPLATES = ['ticket-confirmation', 'message'] as const

/** Mails that one call of the service takes, when they carry no picture. */
export const MAX_BATCH_SIZE = 100

/** Names the attached QR code inside the mail: `cid:` and this. */
export const QR_CONTENT_ID = 'ulaznica'

/** Names a mail to the service, which remembers names for a day and sends each once. */
export const mailKey = ({ id, round }: { id: string; round: number }) =>
  round === 0 ? id : `${id}_${round}`

/** The tag by which the service names the mail when it tells what became of it. */
export const KEY_TAG = 'mail'

/** The mail and its round, of what such a tag holds; null when it is none of ours. */
export function readMailKey(value: string | undefined): { id: string; round: number } | null {
  const [, id, round] = /^([0-9a-f-]{36})(?:_(\d{1,9}))?$/.exec(value ?? '') ?? []
  return id ? { id, round: Number(round ?? 0) } : null
}

/** From all of these a refusal for good leads on, also from a soft bounce. */
const REFUSED = ['queued', 'sending', 'sent', 'failed', 'delivered', 'bounced'] as const

/**
 * What the service may tell of a mail later on, and from which states each leads where. Told
 * twice or in another order, events end in the same state: none leads back.
 */
export const MAIL_EVENTS = {
  'email.sent': { to: 'sent', from: ['queued', 'sending'] },
  'email.delivered': { to: 'delivered', from: ['queued', 'sending', 'sent', 'failed'] },
  'email.bounced': { to: 'bounced', from: REFUSED },
  'email.suppressed': { to: 'bounced', from: REFUSED },
  'email.failed': { to: 'failed', from: ['queued', 'sending', 'sent'] },
  'email.complained': {
    to: 'complained',
    from: ['queued', 'sending', 'sent', 'failed', 'delivered', 'bounced'],
  },
} as const satisfies Record<string, { to: MailState; from: readonly MailState[] }>

/**
 * What a soft bounce does: an answer such as 'out of office', or a mailbox that is full now. A
 * delivery stays, whether it is told of before or after.
 */
export const SOFT_BOUNCE = { to: 'bounced', from: ['queued', 'sending', 'sent', 'failed'] } as const

/** Whether a bounce is for now alone; the service names the type, and only `Permanent` is for good. */
export const isSoft = (type: string | undefined) => /^(transient|undetermined)$/i.test(type ?? '')

export type MailEvent = keyof typeof MAIL_EVENTS

/** Calls to the mail service before a mail counts as failed: spread over some five hours. */
export const MAX_ATTEMPTS = 12

const HOUR = 3600

/**
 * Seconds until the next attempt after this many: 3, 9, 27 … up to an hour. What the
 * service asks for goes first, also up to an hour: it forgets a mail's key after a day.
 */
export const retryDelay = (attempts: number, asked?: number) =>
  asked === undefined ? Math.min(3 ** attempts, HOUR) : pauseSeconds(asked)

/** Seconds that all mail waits when the service asks for it: at least one, at most an hour. */
export const pauseSeconds = (asked: number) => Math.min(Math.max(asked, 1), HOUR)

/** What a mail is, for the admin. */
export const TEMPLATE_WORDS: Record<MailTemplate, string> = {
  'ticket-confirmation': 'Potvrda karte',
  message: 'Poruka',
  'sponsor-invitation': 'Poziv sponzoru',
  'sponsor-reminder': 'Podsjetnik sponzoru',
  'sponsor-pass': 'Ulaznica gosta sponzora',
}

/** An unknown template, of an earlier version, is called as it is written. */
export function templateWord(template: string): string {
  const words: Partial<Record<string, string>> = TEMPLATE_WORDS
  return words[template] ?? template
}

const BATCH_WORDS: Record<string, string> = {
  range: 'Potvrde karata po rasponu',
  list: 'Slanje po popisu',
  failed: 'Ponovno slanje neuspjelih',
  sell: 'Potvrde skupne prodaje',
  send: 'Karte odabranim gostima',
  'send-again': 'Karte odabranim gostima, ponovno',
}

/** What a sending of many mails is; kinds that have no word of their own are just that. */
export const batchWord = (kind: string) => BATCH_WORDS[kind] ?? 'Skupno slanje'
