import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { images } from './images'

/** Performers. `order` is unique through a deferrable constraint, so two can be swapped. */
export const lineupItems = pgTable(
  'lineup_items',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    slug: text().notNull(),
    imageHash: text()
      .notNull()
      .references(() => images.hash),
    biography: text().notNull().default(''),
    visible: boolean().notNull().default(true),
    order: integer().notNull(),
  },
  (t) => [
    uniqueIndex('lineup_items_slug_key').on(t.slug),
    check('lineup_items_name_filled', sql`btrim(name) <> ''`),
    check('lineup_items_order_counts', sql`"order" >= 1`),
  ],
)
