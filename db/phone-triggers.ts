import { toSnakeCase } from 'drizzle-orm/casing'
import type { ColumnFacts } from './catalogue/facts'
import { TABLES, type TableName } from './catalogue/tables'

interface PhoneTrigger {
  name: string
  /** Name of the record in the change log. */
  entity: string
  /** Further event of the trigger, as SQL before `update of`. */
  furtherEvent?: string
  /** Compares values, so that an update without a change writes nothing. */
  isCompared?: true
}

const TRIGGERS: Partial<Record<TableName, PhoneTrigger>> = {
  guests: { name: 'guests_log_change', entity: 'guest', isCompared: true },
  gateDevices: { name: 'gate_devices_log_change', entity: 'device' },
  editions: { name: 'editions_log_change', entity: 'night', furtherEvent: 'insert or ' },
  night: { name: 'night_log_change', entity: 'night' },
}

/** Returns the columns that devices store, without the id, which never changes. */
const columnsOf = (table: TableName) =>
  Object.entries<ColumnFacts>(TABLES[table].columns).flatMap(([name, { phones }]) =>
    !phones || phones === 'id' ? [] : toSnakeCase(name),
  )

/**
 * Triggers that append changes of columns with `phones` in the catalogue to the change log. After a
 * change of such a column in the catalogue, put the changed statement into a migration.
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
