import { pgTable, primaryKey } from 'drizzle-orm/pg-core'
import * as c from './columns'

/**
 * Rows whose person was erased, so that a restore of an older backup erases them again; nothing
 * tells who that was. The row of `festival` names this database and its backups (db/backup.ts):
 * numbers of another database mean other people.
 */
export const erasures = pgTable(
  'erasures',
  {
    tableName: c.text().notNull(),
    rowId: c.text().notNull(),
    erasedAt: c.createdAt(),
  },
  (t) => [primaryKey({ columns: [t.tableName, t.rowId] })],
)
