import type { LucideIcon } from 'lucide-react'

/** A kind of import: guests, users or the programme. */
export interface ImportKind {
  /** Entity of the rows. Its lists are reloaded after the import. */
  entity: 'guests' | 'users' | 'programme'
  title: string
  icon: LucideIcon
  columns: string[]
  note: string
  /** Labels of the fields of a row. A field without a label has its own name. */
  labels: Readonly<Record<string, string>>
  /** Note on how a table in another format is handled; undefined if such a table is refused. */
  other?: string
  /** Returns the success message for `n` imported rows (rule 11.6). */
  successMessage: (n: number) => string
  /** Start of the failure message. Default is the message of rule 11.6. */
  errorMessage?: string
}
