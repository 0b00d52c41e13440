/** Viewers of a column: users by their privilege, sponsors by their slug, and visitors. */
export type Viewer = 'admin' | 'desk' | 'gate' | 'sponsor' | 'public'

/** Privilege that a change needs. An admin may make every change. */
type Editor = 'admin' | 'tickets' | 'entry'

interface Privacy {
  /** Person whom the data is about. The export of that person's data contains the column. */
  whose: 'guest' | 'fresher' | 'player' | 'staff' | 'sponsor' | 'booker' | 'recipient' | 'volunteer'
  /** Effect of erasing the person: empty value, other value, unchanged, or row deleted. */
  erased: 'emptied' | 'replaced' | 'kept' | 'deleted'
  /** Value in the activity log after the person is erased; `never` if the log omits the column. */
  inActivityLog: 'redacted' | 'kept' | 'never'
  /** Whether the person search reads the column. */
  isSearched?: true
  /** Repeats another column, so the export of a person's data leaves it out. */
  isCopy?: true
}

/** A text that users type. */
export interface WrittenText {
  kind: 'name' | 'jmbag' | 'email' | 'phone' | 'text'
  /** Whether an import also updates it for guests on the list. */
  isUpdated: boolean
  max?: number
  /** Help and example in the template of the import. */
  help?: string
  example?: string
}

/** Facts about a column. An optional fact that is left out, or null, does not apply. */
export interface ColumnFacts {
  label: string
  /** Null if the column contains no personal data. */
  privacy: Privacy | null
  /** Allow-list of viewers. Pages that show people their own data are not listed. */
  viewers: readonly Viewer[]
  /** Field names in responses and the activity log; by default the column's name. */
  fields?: readonly string[]
  searchedBy?: readonly Viewer[] | null
  sortedBy?: readonly Viewer[] | null
  changedBy?: Editor | null
  text?: WrittenText | null
  /** Headings in imported files, separated by `|`, by the kind of value in the column. */
  headings?: Readonly<Record<string, string>> | null
  /** Column widths in an export, by field. */
  exported?: Readonly<Record<string, number>> | null
  /** Name in the roster of gate devices. `gone` removes a guest from the roster. */
  phones?: string | null
  /** SQL of the value that the end of an edition sets in a row that stays. */
  atEnd?: string
}

/** Facts of a column. If any viewer sees the column, it must say each `Asked` fact; null for none. */
export type FactsWith<Asked extends keyof ColumnFacts> =
  | (ColumnFacts & { viewers: readonly [] })
  | (ColumnFacts & Required<Pick<ColumnFacts, Asked>>)

/**
 * Facts about a table. `atEnd` decides about its rows at the end of an edition: `erased` also by
 * retention, `cleared` only at the end, `chosen` by an admin's choice.
 */
export interface TableFacts<
  Column extends string = string,
  Asked extends keyof ColumnFacts = never,
> {
  atEnd: 'erased' | 'cleared' | 'chosen' | 'kept'
  columns: Readonly<Record<Column, FactsWith<Asked>>>
}

/** Facts of an internal column that no response contains. */
export const inner = (label: string) => ({ label, privacy: null, viewers: [] }) as const

/** Facts of a column without personal data. */
export const shown = <const V extends readonly Viewer[]>(viewers: V, label: string) => ({
  label,
  privacy: null,
  viewers,
})

export const ADMIN = ['admin'] as const
export const STAFF = ['admin', 'desk', 'gate'] as const
export const PUBLIC = ['admin', 'desk', 'gate', 'sponsor', 'public'] as const
