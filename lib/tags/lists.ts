import { getDb } from '@/db/pool'
import type { Page } from '@/db/queries/list-query'
import { getTag, searchTags, TAG_FIELDS } from '@/db/queries/tags'
import { requireFound } from '@/lib/http/errors'
import { type ListQuery, listParams } from '@/lib/http/list-params'
import type { SheetColumn } from '@/lib/spreadsheet/workbook'
import { TAG_MESSAGES } from './messages'
import type { Tag } from './schema'

/** Lists the tags with their counts, and the total number of matches. */
export const findTags = (query: ListQuery): Promise<Page<Tag>> =>
  searchTags(getDb(), listParams(query, TAG_FIELDS))

/** Returns a tag. Throws not_found. */
export async function readTag(id: number): Promise<Tag> {
  return requireFound(await getTag(getDb(), id), TAG_MESSAGES.notThere)
}

/** Columns of a tag in a spreadsheet. */
export const TAG_COLUMNS: SheetColumn<Tag>[] = [
  { header: 'Naziv', value: ({ name }) => name, width: 28 },
  { header: 'Ukupno', value: ({ count }) => count, kind: 'number', width: 12 },
  { header: 'Kupljeno', value: ({ bought }) => bought, kind: 'number', width: 12 },
  { header: 'Ušlo', value: ({ entered }) => entered, kind: 'number', width: 12 },
]
