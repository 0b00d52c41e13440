import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { guests, sponsors } from '../schema'
import {
  fieldsOf,
  isSwitch,
  type ListParams,
  type ListShape,
  orderBy,
  pageOf,
  searchCondition,
} from './list'
import { closeGap, lockOrder, placeAfterLast, type ReorderOutcome, reorder } from './order'
import { isEmptyPatch } from './patch'

/** What the public may know of a sponsor: never the e-mail, the cap or the slug of its list. */
const publicColumns = {
  id: sponsors.id,
  name: sponsors.name,
  url: sponsors.url,
  imageHash: sponsors.imageHash,
  order: sponsors.order,
}

export interface PublicSponsorRow {
  id: number
  name: string
  url: string
  imageHash: string
  order: number
}

const publicShape: ListShape = {
  text: { name: sql`public.fold_text(${sponsors.name})` },
  exact: {},
  order: {
    id: sql`${sponsors.id}`,
    name: sql`public.fold_text(${sponsors.name})`,
    order: sql`${sponsors.order}`,
  },
}

export const PUBLIC_SPONSOR_FIELDS = fieldsOf(publicShape, ['name'])

/** Visible sponsors in their order unless another is asked for, and how many match. */
export function listVisibleSponsors(
  db: Db,
  params: ListParams,
): Promise<{ rows: PublicSponsorRow[]; total: number }> {
  const where = and(eq(sponsors.visible, true), searchCondition(publicShape, params))
  const query = db
    .select(publicColumns)
    .from(sponsors)
    .where(where)
    .orderBy(...orderBy(publicShape, params.ordering), asc(sponsors.order), asc(sponsors.id))
    .offset(params.offset)
    .$dynamic()
  return pageOf(query, params.limit, db.$count(sponsors, where))
}

/**
 * Whether a sponsor may no longer change its list (decisions.md, Sponsors), by the clock of
 * this moment and not of the transaction's start, which may have waited for a lock.
 */
export const isListClosed = sql<boolean>`(${sponsors.guestsEnabled} = 0 or (
  ${sponsors.guestsEnabled} = 1 and exists (
    select from visibility_flags flag
    where flag.name = 'SPONSORS_INPUT_TIME' and flag.at <= clock_timestamp())))`

const columns = {
  ...publicColumns,
  slug: sponsors.slug,
  email: sponsors.email,
  guestCap: sponsors.guestCap,
  guestsEnabled: sponsors.guestsEnabled,
  visible: sponsors.visible,
  isListClosed,
}

/** A sponsor as staff see it. */
export interface SponsorRow extends PublicSponsorRow {
  slug: string
  email: string
  guestCap: number
  /** As it is set: 0 closed, 1 open until the deadline, 2 open after it too. */
  guestsEnabled: number
  visible: boolean
  /** What that comes to at this moment. */
  isListClosed: boolean
}

/** Compared as text, so that what is no UUID at all finds nobody instead of failing. */
export const hasSlug = (slug: string) => sql`${sponsors.slug}::text = lower(${slug})`

const shape: ListShape = {
  text: {
    ...publicShape.text,
    email: sql`public.fold_text(${sponsors.email})`,
    url: sql`public.fold_text(${sponsors.url})`,
  },
  exact: {
    slug: hasSlug,
    visible: isSwitch(sponsors.visible),
    guestsEnabled: (value) => sql`${sponsors.guestsEnabled}::text = ${value}`,
  },
  order: { ...publicShape.order, guestCap: sql`${sponsors.guestCap}` },
}

export const SPONSOR_FIELDS = fieldsOf(shape, ['name'])

/** All sponsors, for staff, in their order unless another is asked for; how many match. */
export function listSponsors(
  db: Db,
  params: ListParams,
): Promise<{ rows: SponsorRow[]; total: number }> {
  const where = searchCondition(shape, params)
  const query = db
    .select(columns)
    .from(sponsors)
    .where(where)
    .orderBy(...orderBy(shape, params.ordering), asc(sponsors.order), asc(sponsors.id))
    .offset(params.offset)
    .$dynamic()
  return pageOf(query, params.limit, db.$count(sponsors, where))
}

export async function getSponsor(db: Db, id: number): Promise<SponsorRow | null> {
  const [row] = await db.select(columns).from(sponsors).where(eq(sponsors.id, id))
  return row ?? null
}

export async function getSponsorBySlug(db: Db, slug: string): Promise<SponsorRow | null> {
  const [row] = await db.select(columns).from(sponsors).where(hasSlug(slug))
  return row ?? null
}

type NewSponsor = Omit<SponsorRow, 'id' | 'order' | 'isListClosed'>

/** Puts a sponsor last. */
export function createSponsor(db: Db, sponsor: NewSponsor): Promise<SponsorRow> {
  return db.transaction(async (tx) => {
    await lockOrder(tx, sponsors)
    const [row] = await tx
      .insert(sponsors)
      .values({ ...sponsor, order: placeAfterLast(sponsors) })
      .returning(columns)
    return row as SponsorRow
  })
}

export async function updateSponsor(
  db: Db,
  id: number,
  patch: Partial<Omit<NewSponsor, 'slug'>>,
): Promise<SponsorRow | null> {
  if (isEmptyPatch(patch)) return getSponsor(db, id)
  const [row] = await db.update(sponsors).set(patch).where(eq(sponsors.id, id)).returning(columns)
  return row ?? null
}

/** The guests stay; the old address of the list leads nowhere from now on. */
export async function replaceSponsorSlug(
  db: Db,
  id: number,
  slug: string,
): Promise<SponsorRow | null> {
  const [row] = await db
    .update(sponsors)
    .set({ slug })
    .where(eq(sponsors.id, id))
    .returning(columns)
  return row ?? null
}

/**
 * The sponsor as it was and the guests it had, who are deleted with it. A guest must stand
 * on some list (guests_one_list), so their rows are kept, deleted, under the product's tag.
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
      .set({
        sponsorId: null,
        tagId: sql`(select id from tags where role = 'product')`,
        deletedAt: sql`coalesce(${guests.deletedAt}, now())`,
      })
      .where(eq(guests.sponsorId, id))
      .returning({ id: guests.id })
    const [sponsor] = await tx.delete(sponsors).where(eq(sponsors.id, id)).returning(columns)
    if (!sponsor) return null
    await closeGap(tx, sponsors, sponsor.order)
    return { sponsor, guestIds: gone.map((guest) => guest.id) }
  })
}

export const reorderSponsors = (
  db: Db,
  places: { id: number; order: number }[],
): Promise<ReorderOutcome> => reorder(db, sponsors, places)
