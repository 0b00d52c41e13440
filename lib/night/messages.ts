import type { PassageVerdict } from '@/db/catalogue/verdicts'

/** Why somebody was not let through, as it is counted afterwards. */
export const REFUSAL_WORDS: Partial<Record<PassageVerdict | 'full', string>> = {
  inside: 'Već unutra',
  unknown: 'Nepoznat kod',
  no_ticket: 'Nema kartu',
  returned: 'Poništena karta',
  banned: 'Zabrana ulaska',
  full: 'Puno',
  outside: 'Već vani',
}
