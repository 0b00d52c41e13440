import { sql } from 'drizzle-orm'
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import * as c from './columns'
import { guestLists } from './guest-lists'

/**
 * Guests. A guest has a ticket if `boughtAt` is set, and is inside if `enteredAt` is set. The API
 * derives `bought` and `entered` from these columns. Migration 48 leaves a fifth of each page empty
 * (`fillfactor`), so that an update of a row need not write the indexes.
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
    /** Remark for staff at the desk and at the gate. */
    note: c.text(),
    /** Reason of a ban; null without a ban. The triggers `guests_banned_since_…` set `bannedAt`. */
    banReason: c.text(),
    bannedAt: c.timestamptz(),
    confCode: c.uuid(),
    boughtAt: c.timestamptz(),
    enteredAt: c.timestamptz(),
    /**
     * Gate at which a guest who is inside was admitted. Trigger `passages_update_presence` sets it.
     */
    enteredGate: c.integer(),
    createdAt: c.createdAt(),
    deletedAt: c.timestamptz(),
    searchName: c.text().notNull().generatedAlwaysAs(sql`public.fold_text(name || ' ' || surname)`),
    /**
     * Normalized text of all searched columns, for one trigram index. A search word contains no
     * space, so it never matches across two columns. A confirmation code is searched by equality.
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
    // Every search reads the whole pending list of a GIN index, so the list is limited to 256 kB.
    index('guests_search_trgm')
      .using('gin', sql`search gin_trgm_ops`)
      .with({ gin_pending_list_limit: 256 }),
    // For the person search: the searched columns that `search` does not contain. A test checks
    // that the search can use this index.
    index('guests_more_trgm').using(
      'gin',
      sql`public.fold_text(coalesce(phone, '') || ' ' || coalesce(note, '') || ' ' || coalesce(ban_reason, '')) gin_trgm_ops`,
    ),
    // For lists ordered by surname. A guest without a name has a null key and comes last.
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

/** Foreign key to a guest: deleting the guest deletes the row. */
export const guestIdCascade = () =>
  c
    .integer()
    .notNull()
    .references(() => guests.id, { onDelete: 'cascade' })
