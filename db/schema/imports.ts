import { sql } from 'drizzle-orm'
import { check, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import * as c from './columns'
import { guestLists } from './guest-lists'
import { ofGuest } from './guests'

/** What the columns of a table with certain headings were said to hold; the headings stay untold. */
export const importMappings = pgTable(
  'import_mappings',
  {
    /** SHA-256 of the headings. */
    hash: c.text().primaryKey(),
    /** Of each heading, in the order of the alphabet, the field; null where it was passed over. */
    fields: c.jsonb().$type<(string | null)[]>().notNull(),
    /** The list of all rows that named none; null: the freshers'. */
    listId: c.integer().references(() => guestLists.id, { onDelete: 'cascade' }),
    usedAt: c.createdAt(),
  },
  () => [check('import_mappings_hash_whole', sql`hash ~ '^[0-9a-f]{64}$'`)],
)

/** Which guests an import changed: its line of the record bears the very same time. */
export const guestImportChanges = pgTable(
  'guest_import_changes',
  {
    guestId: ofGuest(),
    at: c.createdAt(),
  },
  (t) => [primaryKey({ name: 'guest_import_changes_pkey', columns: [t.guestId, t.at] })],
)
