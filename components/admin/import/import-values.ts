import type { LucideIcon } from 'lucide-react'

/** One of the two things that a spreadsheet can hold. */
export interface ImportKind {
  /** The API's noun, whose lists an import makes stale. */
  noun: 'guests' | 'users' | 'programme'
  title: string
  icon: LucideIcon
  columns: string[]
  note: string
  /** What becomes of a table that is otherwise, where it is not refused. */
  other?: string
  /** The sentence of rule 11.6. */
  done: (n: number) => string
  /** What is said before the reason of a failure, where that is not the sentence of rule 11.6. */
  failed?: string
}
