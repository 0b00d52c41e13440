import { sql } from 'drizzle-orm'
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import * as c from './columns'
import { guestLists } from './guest-lists'

/**
 * Everybody who may come in. `bought` and `entered` of the API are not columns:
 * a guest has a ticket when `boughtAt` is set and is inside when `enteredAt` is.
 */
export const guests = pgTable(
  'guests',
  {
    id: c.rowId(),
    name: c.text().notNull().default(''),
    surname: c.text().notNull().default(''),
    jmbag: c.text(),
    listId: c
      .integer()
      .notNull()
      .references(() => guestLists.id, { onDelete: 'restrict' }),
    email: c.text(),
    phone: c.text(),
    /** What staff should know at the desk and at the gate. */
    note: c.text(),
    /** Why the guest is not to be let in, and since when (trigger `guests_banned_since`). */
    banReason: c.text(),
    bannedAt: c.timestamptz(),
    confCode: c.uuid(),
    boughtAt: c.timestamptz(),
    enteredAt: c.timestamptz(),
    /** At which gate: of those who are inside, and came in by one. Follows from the passages. */
    enteredGate: c.integer(),
    createdAt: c.createdAt(),
    deletedAt: c.timestamptz(),
    searchName: c.text().notNull().generatedAlwaysAs(sql`public.fold_text(name || ' ' || surname)`),
    /**
     * All that a list is searched by, for one index of letter triples. A word of a search holds
     * no space, so it is found in one field and never across two. Codes are found whole.
     */
    search: c
      .text()
      .notNull()
      .generatedAlwaysAs(
        sql`public.fold_text(name || ' ' || surname || ' ' || coalesce(jmbag, '') || ' ' || coalesce(email, ''))`,
      ),
  },
  (t) => [
    uniqueIndex('guests_conf_code_key').on(t.confCode),
    uniqueIndex('guests_live_jmbag_key').on(t.jmbag).where(sql`deleted_at is null`),
    // What was written lately waits in a list that every search reads: a short one.
    index('guests_search_trgm')
      .using('gin', sql`search gin_trgm_ops`)
      .with({ gin_pending_list_limit: 256 }),
    // Whose name is not known yet stands at the end.
    index('guests_in_usual_order')
      .on(sql`nullif(public.fold_text(surname || ' ' || name), ' ')`, t.id)
      .where(sql`deleted_at is null`),
    index('guests_by_name').on(t.searchName, t.id).where(sql`deleted_at is null`),
    index('guests_by_purchase').on(t.boughtAt).where(sql`deleted_at is null`),
    index('guests_by_deletion').on(t.deletedAt).where(sql`deleted_at is not null`),
    index('guests_by_list').on(t.listId).where(sql`deleted_at is null`),
    check('guests_ticket_whole', sql`(conf_code is null) = (bought_at is null)`),
    check('guests_note_short', sql`char_length(note) between 1 and 200`),
    check('guests_ban_whole', sql`(ban_reason is null) = (banned_at is null)`),
    check('guests_ban_reason_short', sql`char_length(ban_reason) between 1 and 200`),
    check('guests_jmbag_digits', sql`jmbag ~ '^[0-9]{10}$'`),
  ],
)

/** Whom it is about, and goes with. */
export const ofGuest = () =>
  c
    .integer()
    .notNull()
    .references(() => guests.id, { onDelete: 'cascade' })
