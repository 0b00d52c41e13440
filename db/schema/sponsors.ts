import { sql } from 'drizzle-orm'
import { check, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import * as c from './columns'
import { imageHash } from './images'

/**
 * Sponsors. `slug` is the secret in the URL of the sponsor list, a random UUID in the format of
 * version 1. `guestsEnabled`: 0 closed, 1 open until the deadline, 2 open after it too. `email` may
 * contain several addresses, separated by commas.
 */
export const sponsors = pgTable(
  'sponsors',
  {
    id: c.rowId(),
    name: c.text().notNull(),
    slug: c.uuid().notNull(),
    url: c.text().notNull(),
    imageHash: imageHash(),
    email: c.text().notNull(),
    guestCap: c.integer().notNull().default(0),
    guestsEnabled: c.smallint().notNull().default(1),
    visible: c.boolean().notNull().default(true),
    order: c.integer().notNull(),
    /** Time at which the sponsor first opened its list with the current slug. */
    openedAt: c.timestamptz(),
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
