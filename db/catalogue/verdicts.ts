/**
 * Verdicts that refuse a guest at a gate. Only the server decides `returned`, because only the
 * server knows the codes of returned tickets.
 */
export const REFUSALS = [
  'inside',
  'outside',
  'no_ticket',
  'banned',
  'full',
  'unknown',
  'returned',
] as const
export type Refusal = (typeof REFUSALS)[number]

/** Verdicts of a scan at a gate. */
export const VERDICTS = ['admitted', 'left', ...REFUSALS] as const
export type PassageVerdict = (typeof VERDICTS)[number]
