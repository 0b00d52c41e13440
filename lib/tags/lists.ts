import { getDb } from '@/db/client'
import { getTag, searchTags, TAG_FIELDS } from '@/db/queries/tags'
import { notFound } from '@/lib/http/errors'
import { type ListQuery, listParams } from '@/lib/http/list-params'
import { TAG_MESSAGES } from './messages'
import type { Tag } from './schema'

/** The tags with their true counts, and how many match. */
export const findTags = (query: ListQuery): Promise<{ rows: Tag[]; total: number }> =>
  searchTags(getDb(), listParams(query, TAG_FIELDS))

/** Throws not_found. */
export async function readTag(id: number): Promise<Tag> {
  const row = await getTag(getDb(), id)
  if (!row) throw notFound(TAG_MESSAGES.notThere)
  return row
}
