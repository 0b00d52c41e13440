/** Verdicts; `returned` is the server's alone, which knows the codes of tickets taken back. */
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
