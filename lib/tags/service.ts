import { getDb } from '@/db/client'
import { listTags, type TagRow } from '@/db/queries/tags'

/** The tags with their true counts. */
export const readTags = (): Promise<TagRow[]> => listTags(getDb())
