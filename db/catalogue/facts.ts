/** Viewers of a column: users by their privilege, sponsors by their slug, and visitors. */
export type Viewer = 'admin' | 'desk' | 'gate' | 'sponsor' | 'public'

/** Privilege that a user needs to change a column. An admin may change every column. */
type Editor = 'admin' | 'tickets' | 'entry'

interface Privacy {
  /** Person whom the data is about. The export of that person's data contains the column. */
  whose: 'guest' | 'fresher' | 'player' | 'staff' | 'sponsor' | 'booker' | 'recipient' | 'volunteer'
  /** Effect of erasing the person: empty value, other value, unchanged, or row deleted. */
  erased: 'emptied' | 'replaced' | 'kept' | 'deleted'
  /**
   * Value in the activity log after the person is erased; `never` if the log never contains the
   * column.
   */
  inActivityLog: 'redacted' | 'kept' | 'never'
  /** Whether the person search reads the column. */
  isSearched?: true
  /**
   * Whether the column repeats data of another column. The export of a person's data leaves it out.
   */
  isCopy?: true
}

/** Facts about a text column that users type. */
export interface WrittenText {
  kind: 'name' | 'jmbag' | 'email' | 'phone' | 'text'
  /**
   * Whether an import may also change the column of guests who are already on the list (rule
   * 11.13).
   */
  isUpdated: boolean
  max?: number
  /** Help text and example value in the template for guest imports. */
  help?: string
  example?: string
}

/** Facts about a column. An optional fact that is left out, or null, does not apply. */
export interface ColumnFacts {
  label: string
  /** Null if the column contains no personal data. */
  privacy: Privacy | null
  /**
   * Viewers who may see the column. Pages that show people their own data, such as the ticket page,
   * do not follow this list.
   */
  viewers: readonly Viewer[]
  /** Field names in responses and the activity log; by default the column's name. */
  fields?: readonly string[]
  searchedBy?: readonly Viewer[] | null
  sortedBy?: readonly Viewer[] | null
  changedBy?: Editor | null
  text?: WrittenText | null
  /**
   * Headings by which an import recognizes the column, separated by `|`, for each field of an
   * import.
   */
  headings?: Readonly<Record<string, string>> | null
  /** Widths in an export, in characters, by field. */
  exported?: Readonly<Record<string, number>> | null
  /**
   * Name of the value in the roster of gate devices. A value under the name `gone` removes the
   * guest from the roster.
   */
  phones?: string | null
  /** SQL of the value that the column gets at the end of an edition, if its row is kept. */
  atEnd?: string
}

/**
 * Facts of a column. If any viewer may see the column, each fact in `Asked` must be given, if only
 * as null.
 */
export type FactsWith<Asked extends keyof ColumnFacts> =
  | (ColumnFacts & { viewers: readonly [] })
  | (ColumnFacts & Required<Pick<ColumnFacts, Asked>>)

/**
 * Facts about a table. `atEnd` decides about its rows at the end of an edition: `erased` (also
 * after the retention period), `cleared` (deleted only at the end), `chosen` (an admin chooses) or
 * `kept`.
 */
export interface TableFacts<
  Column extends string = string,
  Asked extends keyof ColumnFacts = never,
> {
  atEnd: 'erased' | 'cleared' | 'chosen' | 'kept'
  columns: Readonly<Record<Column, FactsWith<Asked>>>
}

/** Returns the facts of an internal column, which no response contains. */
export const inner = (label: string) => ({ label, privacy: null, viewers: [] }) as const

/** Returns the facts of a column without personal data that these viewers may see. */
export const shown = <const V extends readonly Viewer[]>(viewers: V, label: string) => ({
  label,
  privacy: null,
  viewers,
})

export const ADMIN = ['admin'] as const
export const STAFF = ['admin', 'desk', 'gate'] as const
export const PUBLIC = ['admin', 'desk', 'gate', 'sponsor', 'public'] as const
