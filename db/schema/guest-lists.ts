import { sql } from 'drizzle-orm'
import { check, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import * as c from './columns'
import { sponsors } from './sponsors'

/**
 * Guest lists: a tag of the festival, or the list of a sponsor. `role` marks the three tags that
 * the code refers to, so that an admin may rename them. Trigger `sponsors_sync_guest_list` copies
 * name and slug from the sponsor. A deleted list stays for its deleted guests, without its sponsor,
 * and accepts no active guest.
 */
export const guestLists = pgTable(
  'guest_lists',
  {
    id: c.rowId(),
    kind: c
      .text({ enum: ['tag', 'sponsor'] })
      .notNull()
      .default('tag'),
    name: c.text().notNull(),
    role: c.text({ enum: ['brucosi', 'product', 'vip'] }),
    sponsorId: c
      .integer()
      .unique('guest_lists_sponsor_key')
      .references(() => sponsors.id, { onDelete: 'cascade' }),
    slug: c.uuid(),
    /**
     * Ticket price in cents at the desk. If null, the freshers' list has the edition's price, and
     * other lists have none.
     */
    priceCents: c.integer(),
    deletedAt: c.timestamptz(),
    /**
     * `tag` of a guest in the API (rule 4.14): slug and name of a sponsor list, or the name of a
     * tag.
     */
    label: c
      .text()
      .notNull()
      .generatedAlwaysAs(sql`case when slug is null then name else slug::text || ' ' || name end`),
  },
  (t) => [
    uniqueIndex('guest_lists_tag_name_key')
      .on(sql`public.fold_text(${t.name})`)
      .where(sql`kind = 'tag' and deleted_at is null`),
    uniqueIndex('guest_lists_role_key').on(t.role),
    check('guest_lists_kind_known', sql`kind in ('tag', 'sponsor')`),
    check('guest_lists_price_possible', sql`price_cents between 0 and 100000`),
    check('guest_lists_name_filled', sql`btrim(name) <> ''`),
    check('guest_lists_role_known', sql`role in ('brucosi', 'product', 'vip')`),
    check(
      'guest_lists_whose',
      sql`case kind when 'tag' then num_nonnulls(sponsor_id, slug) = 0
        else role is null and num_nonnulls(sponsor_id, slug) = case when deleted_at is null then 2 else 0 end end`,
    ),
  ],
)

/**
 * Counters of guest lists as differences: the sum of a list's rows is its count of active guests.
 * A trigger on `guests` appends rows for each statement, so that writers never wait for each other.
 * Every 256 rows, the trigger merges the rows of each list.
 */
export const guestListCounts = pgTable('guest_list_counts', {
  id: c.bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  listId: c.integer().notNull(),
  total: c.integer().notNull(),
  bought: c.integer().notNull(),
  entered: c.integer().notNull(),
  /** Guests with a ticket who are inside. */
  boughtAndInside: c.integer().notNull(),
})
