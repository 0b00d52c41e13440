import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'

/**
 * Guest lists of the festival. `role` marks the three that the product itself
 * knows, so that they may be renamed; counts are derived from the guests.
 */
export const tags = pgTable(
  'tags',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    role: text({ enum: ['brucosi', 'product', 'vip'] }),
  },
  (t) => [
    uniqueIndex('tags_name_key').on(sql`public.fold_text(${t.name})`),
    uniqueIndex('tags_role_key').on(t.role),
    check('tags_name_filled', sql`btrim(name) <> ''`),
    check('tags_role_known', sql`role in ('brucosi', 'product', 'vip')`),
  ],
)
