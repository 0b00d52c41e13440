import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { sponsors } from '../schema'
import { fieldsOf, type ListParams, type ListShape, orderBy, pageOf, searchCondition } from './list'

/** What the public may know of a sponsor: never the e-mail, the cap or the slug of its list. */
export const publicColumns = {
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

export const publicShape: ListShape = {
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
