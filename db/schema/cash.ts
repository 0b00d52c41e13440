import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import * as c from './columns'
import { staffId } from './users'

/**
 * A cash shift: the time in which a seller has a till, from the float to the count. Float and count
 * are cash movements of the shift. A seller has at most one open shift, across all devices.
 */
export const cashShifts = pgTable(
  'cash_shifts',
  {
    id: c.rowId(),
    /** The seller; null after that user has been deleted. */
    sellerId: staffId(),
    openedAt: c.createdAt(),
    closedAt: c.timestamptz(),
    note: c.text().notNull().default(''),
  },
  (t) => [
    uniqueIndex('cash_shifts_one_open').on(t.sellerId).where(sql`closed_at is null`),
    check('cash_shifts_end_after_start', sql`closed_at >= opened_at`),
    check('cash_shifts_note_short', sql`char_length(note) <= 200`),
  ],
)

/**
 * Cash movements: append-only (trigger `cash_moves_append_only`); only seller and reason can be
 * removed. Guest and list have no foreign key, because a movement outlives both. `shiftId` is null
 * for a card or free sale without a till, and for a return by an admin outside the desk or while the
 * cash desk is off.
 */
export const cashMoves = pgTable(
  'cash_moves',
  {
    id: c.rowId(),
    at: c.createdAt(),
    kind: c.text({ enum: ['sale', 'return', 'float', 'correction', 'count'] }).notNull(),
    /** Payment method. */
    method: c.text({ enum: ['cash', 'card', 'free'] }).notNull(),
    /**
     * Amount in cents: positive into the till, negative out of it. For a count: the counted amount.
     */
    cents: c.integer().notNull(),
    /** Price in cents of a ticket of the list at that time; null if the list had no price. */
    priceCents: c.integer(),
    /** Reason of a free ticket or of a correction. */
    reason: c.text().notNull().default(''),
    shiftId: c.integer().references(() => cashShifts.id),
    sellerId: staffId(),
    guestId: c.integer(),
    listId: c.integer(),
    /** Name of the list at that time. */
    list: c.text().notNull().default(''),
    /** For a return: the returned sale. */
    saleId: c.integer().references((): AnyPgColumn => cashMoves.id),
  },
  (t) => [
    uniqueIndex('cash_moves_returned_once').on(t.saleId),
    uniqueIndex('cash_moves_ends_once')
      .on(t.shiftId, t.kind)
      .where(sql`kind in ('float', 'count')`),
    index('cash_moves_by_shift').on(t.shiftId),
    index('cash_moves_by_guest').on(t.guestId).where(sql`kind = 'sale'`),
    check('cash_moves_kind_known', sql`kind in ('sale', 'return', 'float', 'correction', 'count')`),
    check('cash_moves_method_known', sql`method in ('cash', 'card', 'free')`),
    check(
      'cash_moves_sign',
      sql`case kind when 'sale' then cents >= 0 when 'return' then cents <= 0
        when 'correction' then cents <> 0 else cents >= 0 and method = 'cash' end`,
    ),
    check('cash_moves_free_is_free', sql`method <> 'free' or cents = 0`),
    check(
      'cash_moves_at_its_price',
      sql`kind not in ('sale', 'return') or method = 'free' or (price_cents is not null and abs(cents) = price_cents)`,
    ),
    check('cash_moves_price_possible', sql`price_cents between 0 and 100000`),
    check('cash_moves_of_a_ticket', sql`(kind in ('sale', 'return')) = (guest_id is not null)`),
    check('cash_moves_of_a_sale', sql`(kind = 'return') = (sale_id is not null)`),
    check(
      'cash_moves_in_a_shift',
      sql`shift_id is not null or kind = 'return' or (kind = 'sale' and method <> 'cash')`,
    ),
    check('cash_moves_reason_short', sql`char_length(reason) <= 200`),
  ],
)
