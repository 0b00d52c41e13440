export const MAIL_STATES = ['queued', 'sent', 'recorded', 'failed'] as const
export type MailState = (typeof MAIL_STATES)[number]

/** What a mail can be made of; `message` is the festival's look around a text of one's own. */
export const MAIL_TEMPLATES = ['ticket-confirmation', 'message'] as const
export type MailTemplate = (typeof MAIL_TEMPLATES)[number]

/** Names the attached QR code inside the mail: `cid:` and this. */
export const QR_CONTENT_ID = 'ulaznica'

/** Calls to the mail service before a mail counts as failed: spread over some five hours. */
export const MAX_ATTEMPTS = 12

const HOUR = 3600

/**
 * Seconds until the next attempt after this many: 3, 9, 27 … up to an hour. What the
 * service asks for goes first, also up to an hour: it forgets a mail's key after a day.
 */
export const retryDelay = (attempts: number, asked?: number) =>
  Math.min(asked === undefined ? 3 ** attempts : Math.max(asked, 1), HOUR)
