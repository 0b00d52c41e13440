/** Actions that a bulk job can apply to many guests. */
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
] as const
