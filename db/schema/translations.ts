import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'

/** Texts of the public pages, by key in the form `section.name`. */
export const translations = pgTable(
  'translations',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    key: text().notNull(),
    value: text().notNull(),
  },
  (t) => [
    uniqueIndex('translations_key_key').on(t.key),
    check('translations_key_filled', sql`btrim(key) <> ''`),
  ],
)
