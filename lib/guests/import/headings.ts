import type { ColumnFacts } from '@/db/catalogue/facts'
import { GUESTS } from '@/db/catalogue/guests'
import { type ColumnKind, plainHeading } from './rules'

const HEADING_LISTS = Object.values<ColumnFacts>(GUESTS).flatMap(({ headings }) =>
  Object.entries(headings ?? {}),
)

/**
 * Kind of a column by its heading, in the form that `plainHeading` returns. These are headings that
 * faculties use in their files.
 */
const KINDS = new Map(
  HEADING_LISTS.flatMap(([kind, headings]) =>
    headings.split('|').map((heading) => [heading, kind as ColumnKind] as const),
  ),
)

/** Known headings, the longest first, so that `prezime i ime` is found before `ime`. */
const BY_LENGTH = [...KINDS].sort(([a], [b]) => b.length - a.length)

/**
 * Words in headings of columns that are not about the guest, for example about a faculty or a
 * parent.
 */
const FOREIGN_WORDS =
  /\b(fakultet\w*|ustanov\w*|roditelj\w*|majke|oca|firm[ae]|tvrtk[ae]|sponzor\w*|studij\w*|smjer\w*|mentor\w*|profesor\w*|grad\w*|rodenja|ulic\w*)\b/

/** Maximum number of words in a heading. A longer text is a title or a sentence. */
const MAX_WORDS = 7

/**
 * Returns the kind of column that a heading names; null for an unknown heading. `isExact` is false
 * if the heading contains other words too.
 */
export function kindOf(heading: string): { kind: ColumnKind; isExact: boolean } | null {
  const plain = plainHeading(heading)
  const exact = KINDS.get(plain)
  if (exact) return { kind: exact, isExact: true }
  if (heading.includes('@') || FOREIGN_WORDS.test(plain) || plain.split(' ').length > MAX_WORDS)
    return null
  const part = BY_LENGTH.find(([word]) => ` ${plain} `.includes(` ${word} `))
  return part ? { kind: part[1], isExact: false } : null
}
