import type { Refusal } from '@/db/catalogue/verdicts'

/** Croatian labels of refusals, for totals. */
export const REFUSAL_LABELS: Record<Refusal, string> = {
  inside: 'Već unutra',
  unknown: 'Nepoznat kod',
  no_ticket: 'Nema kartu',
  returned: 'Poništena karta',
  banned: 'Zabrana ulaska',
  full: 'Puno',
  outside: 'Već vani',
}
