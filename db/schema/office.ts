import { sql } from 'drizzle-orm'
import { check, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
import * as c from './columns'
import { userIdCascade } from './users'

// Personal settings of the lists in the admin area.

/**
 * Unused. Instances of the previous release still read the table during an upgrade. The next
 * release drops it.
 */
export const savedFilters = pgTable(
  'saved_filters',
  {
    id: c.rowId(),
    /** Last segment of the list's URL. */
    screen: c.text().notNull(),
    name: c.text().notNull(),
    /** Filters as the query string of the list's URL. */
    query: c.text().notNull(),
  },
  (t) => [
    uniqueIndex('saved_filters_name_key').on(t.screen, sql`public.fold_text(${t.name})`),
    check('saved_filters_filled', sql`btrim(name) <> '' and query <> ''`),
  ],
)

/** Columns that a user has chosen for a list. Without a row, the default columns are shown. */
export const chosenColumns = pgTable(
  'chosen_columns',
  {
    userId: userIdCascade(),
    screen: c.text().notNull(),
    columns: c.text().array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.screen] })],
)
