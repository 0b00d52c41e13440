import { sql } from 'drizzle-orm'
import { check, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import * as c from './columns'
import { sponsors } from './sponsors'

/**
 * What a guest stands on: a tag of the festival or the list of a sponsor. `role` marks the
 * three tags that the product itself knows, so that they may be renamed. The database keeps
 * name and slug of a sponsor's list as the sponsor has them (trigger `sponsors_sync_guest_list`).
 * A deleted list stays, without its sponsor, for the deleted guests who stood on it; no live
 * guest can be put on it.
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
    /** What its ticket costs at the desk; null: the freshers' is the edition's, no other has one. */
    priceCents: c.integer(),
    deletedAt: c.timestamptz(),
    /** The `tag` of its guests (rule 4.14): the name, after the slug of a sponsor. */
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
 * How many live guests a list has gained or lost: their sum is its count. A trigger of
 * `guests` adds a line for every statement, so that no writer waits for another, and folds
 * the lines together now and then.
 */
export const guestListCounts = pgTable('guest_list_counts', {
  id: c.bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  listId: c.integer().notNull(),
  everyone: c.integer().notNull(),
  bought: c.integer().notNull(),
  entered: c.integer().notNull(),
  /** With a ticket and inside. */
  both: c.integer().notNull(),
})
