import { and, eq, isNull, sql } from 'drizzle-orm'
import { hasSlug } from '@/db/queries/sponsor-slug'
import { SPONSORS } from '../catalogue/sponsors'
import type { Db } from '../pool'
import { normalized } from '../schema/columns'
import { guestLists } from '../schema/guest-lists'
import { guests } from '../schema/guests'
import { sponsors } from '../schema/sponsors'
import { listOf } from './guests-lists'
import {
  fieldsOf,
  type ListParams,
  type ListShape,
  matchesFlag,
  type Page,
  pageOfTable,
} from './list-query'
import {
  closePositionGap,
  lockOrder,
  nextPosition,
  type ReorderOutcome,
  reorder,
} from './positions'
import { type RowOf, requireRow, rowQueries } from './rows'
import { shownTo } from './shown-columns'

/** Default order of lists of sponsors: by position, then by id. */
const last = [sponsors.order, sponsors.id]

/** Public columns of a sponsor. E-mail, cap and slug are not public. */
const publicColumns = shownTo('public', sponsors, SPONSORS)

export type PublicSponsorRow = RowOf<typeof publicColumns>

const publicShape: ListShape = {
  text: { name: normalized(sponsors.name) },
  exact: {},
  order: { id: sponsors.id, name: normalized(sponsors.name), order: sponsors.order },
}

export const PUBLIC_SPONSOR_FIELDS = fieldsOf(publicShape, ['name'])

/** Lists the visible sponsors, by default by position, with the total number of matches. */
export const listVisibleSponsors = (
  db: Db,
  params: ListParams,
): Promise<Page<PublicSponsorRow>> => {
  const list = { table: sponsors, columns: publicColumns, shape: publicShape, last }
  return pageOfTable(db, list, params, eq(sponsors.visible, true))
}

/**
 * SQL: whether a sponsor may no longer change its list (rule 5.6). Compares the deadline with the
 * current time, not with the start of the transaction, because the transaction may have waited for
 * a lock.
 */
export const isListClosed = sql<boolean>`(sponsors.guests_enabled = 0 or (
  sponsors.guests_enabled = 1 and exists (
    select from visibility_flags flag
    where flag.name = 'SPONSORS_INPUT_TIME' and flag.at <= clock_timestamp())))`

const { openedAt: _opened, ...shownToAdmin } = shownTo('admin', sponsors, SPONSORS)

const columns = {
  ...shownToAdmin,
  /**
   * Whether the list is closed now. `guestsEnabled` is 0 for closed, 1 for open until the deadline,
   * and 2 for open after the deadline too (rule 5.5).
   */
  isListClosed,
  /** Number of guests on the sponsor list. */
  guests: sql<number>`(
    select coalesce(sum(c.total), 0)::int
    from guest_list_counts c join guest_lists l on l.id = c.list_id
    where l.sponsor_id = sponsors.id)`,
}

/** Sponsor with the columns that an admin sees. */
export type SponsorRow = RowOf<typeof columns>

const shape: ListShape = {
  text: { ...publicShape.text, email: normalized(sponsors.email), url: normalized(sponsors.url) },
  exact: {
    slug: hasSlug,
    visible: matchesFlag(sponsors.visible),
    guestsEnabled: (value) =>
      sql`case when ${isListClosed} then '0' else ${sponsors.guestsEnabled}::text end = ${value}`,
  },
  order: { ...publicShape.order, guestCap: sponsors.guestCap },
}

export const SPONSOR_FIELDS = fieldsOf(shape, ['name'])

/** Lists all sponsors for an admin, by default by position, with the total number of matches. */
export const listSponsors = (db: Db, params: ListParams): Promise<Page<SponsorRow>> =>
  pageOfTable(db, { table: sponsors, columns, shape, last }, params)

export const { get: getSponsor, update: updateSponsor } = rowQueries(sponsors, columns)

export async function getSponsorBySlug(db: Db, slug: string): Promise<SponsorRow | null> {
  const [row] = await db.select(columns).from(sponsors).where(hasSlug(slug))
  return row ?? null
}

type NewSponsor = Omit<SponsorRow, 'id' | 'order' | 'isListClosed' | 'guests'>

/**
 * Locks the sponsors against other writers until the transaction ends. Call it before locking any
 * row or image.
 */
export const lockSponsors = (tx: Db) => lockOrder(tx, sponsors)

/** Creates a sponsor at the last position. */
export function createSponsor(db: Db, sponsor: NewSponsor): Promise<SponsorRow> {
  return db.transaction(async (tx) => {
    await lockOrder(tx, sponsors)
    const [row] = await tx
      .insert(sponsors)
      .values({ ...sponsor, order: nextPosition(sponsors) })
      .returning(columns)
    return requireRow(row)
  })
}

/**
 * Replaces the slug of a sponsor. The guests stay, and the old URL of the sponsor list no longer
 * works (rule 5.4).
 */
export const replaceSponsorSlug = (db: Db, id: number, slug: string) =>
  updateSponsor(db, id, { slug, openedAt: null })

/**
 * Deletes a sponsor with its guests, and returns the sponsor and the ids of the guests. The rows of
 * the guests stay on a deleted list, so a guest that is restored needs another list.
 */
export function deleteSponsor(
  db: Db,
  id: number,
): Promise<{ sponsor: SponsorRow; guestIds: number[] } | null> {
  return db.transaction(async (tx) => {
    await lockOrder(tx, sponsors)
    // Without this row lock, a concurrent request could still add a guest to the sponsor.
    await tx.select({ id: sponsors.id }).from(sponsors).where(eq(sponsors.id, id)).for('update')
    const deletedGuests = await tx
      .update(guests)
      .set({ deletedAt: sql`now()` })
      .where(and(eq(guests.listId, listOf(id)), isNull(guests.deletedAt)))
      .returning({ id: guests.id })
    await tx
      .update(guestLists)
      .set({ deletedAt: sql`now()`, sponsorId: null, slug: null })
      .where(eq(guestLists.sponsorId, id))
    const [sponsor] = await tx.delete(sponsors).where(eq(sponsors.id, id)).returning(columns)
    if (!sponsor) return null
    await closePositionGap(tx, sponsors, sponsor.order)
    return { sponsor, guestIds: deletedGuests.map((guest) => guest.id) }
  })
}

export const reorderSponsors = (
  db: Db,
  positions: { id: number; order: number }[],
): Promise<ReorderOutcome> => reorder(db, sponsors, positions)
