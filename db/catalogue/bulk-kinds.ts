/**
 * Kinds of bulk job: actions on many guests, and the import, which is stored as a job so that it can be
 * undone.
 */
export const BULK_KINDS = [
  'list',
  'sell',
  'take-back',
  'send',
  'send-again',
  'note',
  'ban',
  'lift',
  'delete',
  'import',
] as const
