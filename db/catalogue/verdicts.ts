/**
 * Verdicts of a scan at a gate. Only the server decides `returned`, because only the server knows
 * the codes of returned tickets.
 */
export const VERDICTS = [
  'admitted',
  'left',
  'inside',
  'outside',
  'no_ticket',
  'banned',
  'full',
  'unknown',
  'returned',
] as const

export type PassageVerdict = (typeof VERDICTS)[number]
