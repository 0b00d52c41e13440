import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { guestLists, sponsors } from '../schema'
import { listCounts } from './guests-lists'
import { fieldsOf, type ListParams, type ListShape, orderBy, pageOf, searchCondition } from './list'

/** How far a sponsor's list has got: places approved, on the list, at the festival. */
export interface SponsorCountRow {
  id: number
  name: string
  /** The key of its list. */
  slug: string
  guestCap: number
  listed: number
  entered: number
  /** How its newest invitation stands; null when it has had none. */
  invitation: string | null
  /** When the sponsor first opened its list. */
  openedAt: Date | null
}

const listed = sql<number>`coalesce(counts.everyone, 0)`
const entered = sql<number>`coalesce(counts.entered, 0)`

const shape: ListShape = {
  text: { name: sql`public.fold_text(${sponsors.name})` },
  exact: {},
  order: {
    id: sql`${sponsors.id}`,
    name: sql`public.fold_text(${sponsors.name})`,
    order: sql`${sponsors.order}`,
    guestCap: sql`${sponsors.guestCap}`,
    listed,
    entered,
  },
}

export const SPONSOR_COUNT_FIELDS = fieldsOf(shape, ['name'])

/** The counts of each sponsor, in their order unless another is asked for; how many match. */
export function listSponsorCounts(
  db: Db,
  params: ListParams,
): Promise<{ rows: SponsorCountRow[]; total: number }> {
  const counts = listCounts(db)
  const where = searchCondition(shape, params)
  const query = db
    .select({
      id: sponsors.id,
      name: sponsors.name,
      slug: sponsors.slug,
      guestCap: sponsors.guestCap,
      listed,
      entered,
      invitation: sql<string | null>`(
        select m.state from mails m
        where m.sponsor_id = sponsors.id and m.template = 'sponsor-invitation'
        order by m.created_at desc limit 1)`,
      openedAt: sponsors.openedAt,
    })
    .from(sponsors)
    .innerJoin(guestLists, eq(guestLists.sponsorId, sponsors.id))
    .leftJoin(counts, eq(counts.listId, guestLists.id))
    .where(where)
    .orderBy(...orderBy(shape, params.ordering), asc(sponsors.order), asc(sponsors.id))
    .offset(params.offset)
    .$dynamic()
  return pageOf(query, params.limit, db.$count(sponsors, where))
}
