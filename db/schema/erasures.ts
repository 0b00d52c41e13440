import { pgTable, primaryKey } from 'drizzle-orm/pg-core'
import * as c from './columns'

/**
 * Ids of erased rows, so that a restore of an older backup erases them again. The row `festival`
 * identifies this database and its backups (db/backup.ts), because the same ids in another database
 * belong to other people.
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
