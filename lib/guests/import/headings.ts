import type { ColumnFacts } from '@/db/catalogue/facts'
import { GUESTS } from '@/db/catalogue/guests'
import { type ColumnKind, plainHeading } from './rules'

const CALLED = Object.values<ColumnFacts>(GUESTS).flatMap(({ headings }) =>
  Object.entries(headings ?? {}),
)

/** What a column holds, by what faculties call it, as `plainHeading` reads it. */
const KINDS = new Map(
  CALLED.flatMap(([kind, words]) =>
    words.split('|').map((word) => [word, kind as ColumnKind] as const),
  ),
)

/** Longest first, so that `prezime i ime` is found before `ime`. */
const BY_LENGTH = [...KINDS].sort(([a], [b]) => b.length - a.length)

/** Words beside which a heading speaks of something else than the guest. */
const OTHERS =
  /\b(fakultet\w*|ustanov\w*|roditelj\w*|majke|oca|firm[ae]|tvrtk[ae]|sponzor\w*|studij\w*|smjer\w*|mentor\w*|profesor\w*|grad\w*|rodenja|ulic\w*)\b/

/** A title or a sentence is no heading. */
const MOST_WORDS = 7

/** What a heading says that its column holds, and whether it says just that. */
export function kindOf(heading: string): { kind: ColumnKind; isExact: boolean } | null {
  const plain = plainHeading(heading)
  const exact = KINDS.get(plain)
  if (exact) return { kind: exact, isExact: true }
  if (heading.includes('@') || OTHERS.test(plain) || plain.split(' ').length > MOST_WORDS)
    return null
  const part = BY_LENGTH.find(([word]) => ` ${plain} `.includes(` ${word} `))
  return part ? { kind: part[1], isExact: false } : null
}
