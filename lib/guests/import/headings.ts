import type { ColumnFacts } from '@/db/catalogue/facts'
import { GUESTS } from '@/db/catalogue/guests'
import { type ColumnKind, plainHeading } from './rules'

const CALLED = Object.values<ColumnFacts>(GUESTS).flatMap(({ headings }) =>
  Object.entries(headings ?? {}),
)

/** Kind of a column by the headings that faculties use, as `plainHeading` returns them. */
const KINDS = new Map(
  CALLED.flatMap(([kind, words]) =>
    words.split('|').map((word) => [word, kind as ColumnKind] as const),
  ),
)

/** Longest first, so that `prezime i ime` is found before `ime`. */
const BY_LENGTH = [...KINDS].sort(([a], [b]) => b.length - a.length)

/** Words that show that a heading is not about the guest. */
const OTHERS =
  /\b(fakultet\w*|ustanov\w*|roditelj\w*|majke|oca|firm[ae]|tvrtk[ae]|sponzor\w*|studij\w*|smjer\w*|mentor\w*|profesor\w*|grad\w*|rodenja|ulic\w*)\b/

/** A title or a sentence is no heading. */
const MOST_WORDS = 7

/** Returns the kind that a heading names, and whether the heading is exactly its name. */
export function kindOf(heading: string): { kind: ColumnKind; isExact: boolean } | null {
  const plain = plainHeading(heading)
  const exact = KINDS.get(plain)
  if (exact) return { kind: exact, isExact: true }
  if (heading.includes('@') || OTHERS.test(plain) || plain.split(' ').length > MOST_WORDS)
    return null
  const part = BY_LENGTH.find(([word]) => ` ${plain} `.includes(` ${word} `))
  return part ? { kind: part[1], isExact: false } : null
}
