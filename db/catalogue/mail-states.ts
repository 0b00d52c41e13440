/** Templates of mails that contain a ticket. Their mails have its code in `mails.conf_code`. */
export const TICKET_TEMPLATES = ['ticket-confirmation', 'sponsor-pass'] as const

/**
 * States of a mail: queued, being sent, accepted by the mail provider, then the provider's report.
 * Without a mail provider, `recorded` is the last state.
 */
export const MAIL_STATES = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'bounced',
  'complained',
  'failed',
  'recorded',
] as const
