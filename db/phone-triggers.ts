import { toSnakeCase } from 'drizzle-orm/casing'
import type { ColumnFacts } from './catalogue/facts'
import { TABLES, type TableName } from './catalogue/tables'

interface PhoneTrigger {
  name: string
  /** Kind of record, as written to the change log `gate_changes`. */
  entity: string
  /** SQL of a further event on which the trigger runs, such as `insert or `. */
  furtherEvent?: string
  /**
   * Whether the trigger compares old and new values, so that an update without a change writes no
   * entry.
   */
  isCompared?: true
}

const TRIGGERS: Partial<Record<TableName, PhoneTrigger>> = {
  guests: { name: 'guests_log_change', entity: 'guest', isCompared: true },
  gateDevices: { name: 'gate_devices_log_change', entity: 'device' },
  editions: { name: 'editions_log_change', entity: 'night', furtherEvent: 'insert or ' },
  night: { name: 'night_log_change', entity: 'night' },
}

/**
 * Returns the SQL names of the columns that gate devices store, without the id, which never
 * changes.
 */
const columnsOf = (table: TableName) =>
  Object.entries<ColumnFacts>(TABLES[table].columns).flatMap(([name, { phones }]) =>
    !phones || phones === 'id' ? [] : toSnakeCase(name),
  )

/**
 * Triggers that write to the change log `gate_changes` when a column changes that gate devices
 * store. The catalogue marks these columns with `phones`. After a change of such a mark, put the
 * changed `create trigger` statement into a migration.
 */
export const phoneTriggers = Object.entries(TRIGGERS).map(([name, trigger]) => {
  const table = toSnakeCase(name)
  const columns = columnsOf(name as TableName)
  const row = (of: string) => `(${columns.map((column) => `${of}.${column}`).join(', ')})`
  const when = trigger.isCompared ? ` when (${row('old')} is distinct from ${row('new')})` : ''
  return {
    table,
    name: trigger.name,
    sql: `create or replace trigger ${trigger.name}
  after ${trigger.furtherEvent ?? ''}update of ${columns.join(', ')} on ${table}
  for each row${when}
  execute function gate_changes_append('${trigger.entity}');`,
  }
})
