import { toSnakeCase } from 'drizzle-orm/casing'
import type { ColumnFacts } from './catalogue/facts'
import { TABLES, type TableName } from './catalogue/tables'

interface PhoneTrigger {
  name: string
  /** What the log of changes calls a row of the table. */
  noun: string
  /** What notes a row beside a change of its columns. */
  besides?: string
  /** Whether values are compared: a change that sets a column to what it is then costs no line. */
  isCompared?: true
}

const TRIGGERS: Partial<Record<TableName, PhoneTrigger>> = {
  guests: { name: 'guests_log_change', noun: 'guest', isCompared: true },
  gateDevices: { name: 'gate_devices_log_change', noun: 'device' },
  editions: { name: 'editions_log_change', noun: 'night', besides: 'insert or ' },
  night: { name: 'night_log_change', noun: 'night' },
}

/** The columns that phones have, without the number of the row, which never changes. */
const columnsOf = (table: TableName) =>
  Object.entries<ColumnFacts>(TABLES[table].columns).flatMap(([name, { phones }]) =>
    phones === undefined || phones === 'id' ? [] : toSnakeCase(name),
  )

/**
 * The triggers that note a change which phones at the gate must hear of, by the tables of the
 * catalogue: whoever marks a column with `phones` puts these statements into a migration.
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
  after ${trigger.besides ?? ''}update of ${columns.join(', ')} on ${table}
  for each row${when}
  execute function gate_changes_append('${trigger.noun}');`,
  }
})
