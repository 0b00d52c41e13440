import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { moment, rowId } from './columns'
import { images } from './images'

/**
 * Sponsors. `slug` is the key of the sponsor's own guest list (UUID version 1 by
 * pattern). `guestsEnabled`: 0 closed, 1 open until the deadline, 2 open after it too.
 * `email` may hold several addresses, separated by commas.
 */
export const sponsors = pgTable(
  'sponsors',
  {
    id: rowId(),
    name: text().notNull(),
    slug: uuid().notNull(),
    url: text().notNull(),
    imageHash: text()
      .notNull()
      .references(() => images.hash),
    email: text().notNull(),
    guestCap: integer().notNull().default(0),
    guestsEnabled: smallint().notNull().default(1),
    visible: boolean().notNull().default(true),
    order: integer().notNull(),
    /** When the sponsor first opened its list by the slug it has now. */
    openedAt: moment(),
  },
  (t) => [
    uniqueIndex('sponsors_slug_key').on(t.slug),
    check('sponsors_name_filled', sql`btrim(name) <> ''`),
    check('sponsors_url_http', sql`url ~* '^https?://'`),
    check('sponsors_guest_cap_not_negative', sql`guest_cap >= 0`),
    check('sponsors_guests_enabled_range', sql`guests_enabled between 0 and 2`),
    check('sponsors_order_counts', sql`"order" >= 1`),
  ],
)
