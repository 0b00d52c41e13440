import { getDb } from '@/db/client'
import { getTranslation, listTranslations, TRANSLATION_FIELDS } from '@/db/queries/translations'
import { notFound } from '@/lib/http/errors'
import { type ListQuery, listParams } from '@/lib/http/list-params'
import { TRANSLATION_MESSAGES } from './messages'
import type { Translation } from './schema'

/** Texts of the public pages, but those whose key begins with a hidden word; how many match. */
export const findTranslations = (
  query: ListQuery,
  hidden: string[] = [],
): Promise<{ rows: Translation[]; total: number }> =>
  listTranslations(getDb(), listParams(query, TRANSLATION_FIELDS), hidden)

/** Throws not_found. */
export async function readTranslation(id: number): Promise<Translation> {
  const row = await getTranslation(getDb(), id)
  if (!row) throw notFound(TRANSLATION_MESSAGES.notThere)
  return row
}
