/** Verdicts. Only the server decides `returned`, since it knows the codes of returned tickets. */
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
