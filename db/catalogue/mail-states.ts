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
