/**
 * The way of a mail: it waits, is handed over, was taken by the service; then the service
 * tells what became of it. `recorded` is the last state where no service is set.
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
