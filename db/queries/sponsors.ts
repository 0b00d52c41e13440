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

/** Where nothing else orders them. */
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

/** Visible sponsors in their order unless another is asked for, and how many match. */
export const listVisibleSponsors = (
  db: Db,
  params: ListParams,
): Promise<Page<PublicSponsorRow>> => {
  const list = { table: sponsors, columns: publicColumns, shape: publicShape, last }
  return pageOfTable(db, list, params, eq(sponsors.visible, true))
}

/**
 * Whether a sponsor may no longer change its list (rule 5.6), by the clock of
 * this moment and not of the transaction's start, which may have waited for a lock.
 */
export const isListClosed = sql<boolean>`(sponsors.guests_enabled = 0 or (
  sponsors.guests_enabled = 1 and exists (
    select from visibility_flags flag
    where flag.name = 'SPONSORS_INPUT_TIME' and flag.at <= clock_timestamp())))`

const { openedAt: _opened, ...shownToAdmin } = shownTo('admin', sponsors, SPONSORS)

const columns = {
  ...shownToAdmin,
  /**
   * Whether the list is closed now. `guestsEnabled`: 0 closed, 1 open until the deadline, 2 open after it
   * too.
   */
  isListClosed,
  /** How many stand on its list. */
  guests: sql<number>`(
    select coalesce(sum(c.everyone), 0)::int
    from guest_list_counts c join guest_lists l on l.id = c.list_id
    where l.sponsor_id = sponsors.id)`,
}

/** A sponsor as staff see it. */
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

/** All sponsors, for staff, in their order unless another is asked for; how many match. */
export const listSponsors = (db: Db, params: ListParams): Promise<Page<SponsorRow>> =>
  pageOfTable(db, { table: sponsors, columns, shape, last }, params)

export const { get: getSponsor, update: updateSponsor } = rowQueries(sponsors, columns)

export async function getSponsorBySlug(db: Db, slug: string): Promise<SponsorRow | null> {
  const [row] = await db.select(columns).from(sponsors).where(hasSlug(slug))
  return row ?? null
}

type NewSponsor = Omit<SponsorRow, 'id' | 'order' | 'isListClosed' | 'guests'>

/** Makes the transaction the only one that writes sponsors; before it locks any row or image. */
export const lockSponsors = (tx: Db) => lockOrder(tx, sponsors)

/** Puts a sponsor last. */
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

/** The guests stay; the old address of the list leads nowhere from now on. */
export const replaceSponsorSlug = (db: Db, id: number, slug: string) =>
  updateSponsor(db, id, { slug, openedAt: null })

/**
 * Deletes a sponsor with its guests and returns both. The rows of the guests stay on a deleted list, so a
 * guest that is restored needs another list.
 */
export function deleteSponsor(
  db: Db,
  id: number,
): Promise<{ sponsor: SponsorRow; guestIds: number[] } | null> {
  return db.transaction(async (tx) => {
    await lockOrder(tx, sponsors)
    // Without the lock on the row a guest could still be added to it.
    await tx.select({ id: sponsors.id }).from(sponsors).where(eq(sponsors.id, id)).for('update')
    const gone = await tx
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
    return { sponsor, guestIds: gone.map((guest) => guest.id) }
  })
}

export const reorderSponsors = (
  db: Db,
  places: { id: number; order: number }[],
): Promise<ReorderOutcome> => reorder(db, sponsors, places)
