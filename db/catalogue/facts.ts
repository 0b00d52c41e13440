/** Who may see a column: staff by their work, holders of a sponsor's key, and visitors. */
export type Viewer = 'admin' | 'desk' | 'gate' | 'sponsor' | 'public'

/** Staff whose work a change is; an admin may change all that anybody may. */
type Editor = 'admin' | 'tickets' | 'entry'

interface Privacy {
  /** Whose data the column holds. The file of that person tells it. */
  whose: 'guest' | 'fresher' | 'player' | 'staff' | 'sponsor' | 'booker' | 'recipient' | 'volunteer'
  /** What an erasing of the person leaves: nothing, another value, all, or no row. */
  erased: 'emptied' | 'replaced' | 'kept' | 'deleted'
  /** What the activity log keeps: nothing of a person who is gone, all, or it never has the value. */
  inRecord: 'blotted' | 'kept' | 'never'
  /** Whether the search for a person reads the column. */
  isSought?: true
  /** It says again what another column says: the file leaves it out. */
  isCopy?: true
}

/** A text that staff write word for word. */
export interface WrittenText {
  kind: 'name' | 'jmbag' | 'email' | 'phone' | 'text'
  max?: number
  /** For the template of the import, where the text is a column of it. */
  help?: string
  example?: string
}

/** All that is decided about a column. What is left out of the later ones is not so. */
export interface ColumnFacts {
  label: string
  /** Null where the column tells nothing of a person. */
  privacy: Privacy | null
  /** Nobody else is shown the value. What a person is shown of himself is not listed. */
  viewers: readonly Viewer[]
  /** The names under which answers and the activity log tell it; left out: the column's own. */
  fields?: readonly string[]
  searchedBy?: readonly Viewer[]
  sortedBy?: readonly Viewer[]
  changedBy?: Editor
  text?: WrittenText
  /** Headings that an import understands, by what the column of the file then holds. */
  headings?: Readonly<Record<string, string>>
  /** Whether an import changes it of guests on the list too. */
  isUpdated?: true
  /** Widths of the columns of an export, by field. */
  exported?: Readonly<Record<string, number>>
  /** The name under which phones at the gate have it; `gone` decides who is on their list. */
  phones?: string
  /** What the end of an edition sets it to in a row that stays, in SQL. */
  atEnd?: string
}

/**
 * What becomes of the rows at the end of an edition: `erased` also once the days have passed after
 * which people go, `cleared` at the end alone; of `chosen` tables an admin says.
 */
export interface TableFacts<Column extends string = string> {
  atEnd: 'erased' | 'cleared' | 'chosen' | 'kept'
  columns: Readonly<Record<Column, ColumnFacts>>
}

/** A column of the product's own bookkeeping, which no answer shows. */
export const inner = (label: string) => ({ label, privacy: null, viewers: [] }) as const

/** A column that tells nothing of a person. */
export const shown = <const V extends readonly Viewer[]>(viewers: V, label: string) => ({
  label,
  privacy: null,
  viewers,
})

export const ADMIN = ['admin'] as const
export const STAFF = ['admin', 'desk', 'gate'] as const
export const PUBLIC = ['admin', 'desk', 'gate', 'sponsor', 'public'] as const
