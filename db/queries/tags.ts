import { asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { guests, tags } from '../schema'

export interface TagRow {
  id: number
  name: string
  count: number
  bought: number
  entered: number
}

/** Tags with their counts, worked out from the live guests so that they cannot drift. */
export function listTags(db: Db): Promise<TagRow[]> {
  const counts = db
    .select({
      tagId: guests.tagId,
      all: sql<number>`count(*)`.as('all'),
      bought: sql<number>`count(${guests.boughtAt})`.as('bought'),
      entered: sql<number>`count(${guests.enteredAt})`.as('entered'),
    })
    .from(guests)
    .where(isNull(guests.deletedAt))
    .groupBy(guests.tagId)
    .as('counts')
  return db
    .select({
      id: tags.id,
      name: tags.name,
      count: sql<number>`coalesce(${counts.all}, 0)::int`,
      bought: sql<number>`coalesce(${counts.bought}, 0)::int`,
      entered: sql<number>`coalesce(${counts.entered}, 0)::int`,
    })
    .from(tags)
    .leftJoin(counts, eq(counts.tagId, tags.id))
    .orderBy(asc(tags.id))
}
