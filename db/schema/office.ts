import { sql } from 'drizzle-orm'
import { check, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
import * as c from './columns'
import { userIdCascade } from './users'

// How the office has arranged its lists.

/**
 * Not used any more: an instance of the release before still reads it during an upgrade. Drop the
 * table in the release after this one.
 */
export const savedFilters = pgTable(
  'saved_filters',
  {
    id: c.rowId(),
    /** The list, by the last part of its address. */
    screen: c.text().notNull(),
    name: c.text().notNull(),
    /** As they stand in the list's address. */
    query: c.text().notNull(),
  },
  (t) => [
    uniqueIndex('saved_filters_name_key').on(t.screen, sql`public.fold_text(${t.name})`),
    check('saved_filters_filled', sql`btrim(name) <> '' and query <> ''`),
  ],
)

/** The columns of a list that somebody has chosen; whoever has not, has no row. */
export const chosenColumns = pgTable(
  'chosen_columns',
  {
    userId: userIdCascade(),
    screen: c.text().notNull(),
    columns: c.text().array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.screen] })],
)
