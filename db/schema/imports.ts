import { sql } from 'drizzle-orm'
import { check, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import * as c from './columns'
import { guestLists } from './guest-lists'
import { guestIdCascade } from './guests'

/** Column mappings of imports, for the next file with the same headings (rule 11.12). */
export const importMappings = pgTable(
  'import_mappings',
  {
    /**
     * SHA-256 of the headings. The headings themselves may contain personal data and are not
     * stored.
     */
    hash: c.text().primaryKey(),
    /** Field of each heading, in alphabetical order of the headings; null for a skipped column. */
    fields: c.jsonb().$type<(string | null)[]>().notNull(),
    /** Guest list for rows that name none; null for the freshers' list. */
    listId: c.integer().references(() => guestLists.id, { onDelete: 'cascade' }),
    usedAt: c.createdAt(),
  },
  () => [check('import_mappings_hash_whole', sql`hash ~ '^[0-9a-f]{64}$'`)],
)

/**
 * Guests that an import changed. `at` is also the time of the import's activity, which links the
 * two.
 */
export const guestImportChanges = pgTable(
  'guest_import_changes',
  {
    guestId: guestIdCascade(),
    at: c.createdAt(),
  },
  (t) => [primaryKey({ name: 'guest_import_changes_pkey', columns: [t.guestId, t.at] })],
)
