import { getDb } from '@/db/client'
import { rowsOfTexts } from '@/db/queries/rows'
import { savedFilters } from '@/db/schema'
import { type ListQuery, listParams } from '@/lib/http/list-params'
import { plain } from '@/lib/plain'
import { SAVED_FILTER_MESSAGES, type SavedFilter } from './schema'

const rows = rowsOfTexts<SavedFilter>(savedFilters as never, ['name', 'screen'])

export const SAVED_FILTER_FIELDS = rows.fields

/** The kept filters by name. */
export const listSavedFilters = (query: ListQuery) =>
  rows.list(getDb(), listParams(query, rows.fields))

/** A name that a list has already is a conflict, whatever its case and diacritics. */
export const filters = plain('saved-filters', rows, SAVED_FILTER_MESSAGES)
