import { getDb } from '@/db/client'
import {
  listTranslations,
  TRANSLATION_FIELDS,
  type TranslationRow,
} from '@/db/queries/translations'
import { type ListQuery, listParams } from '@/lib/http/list-params'

/** Texts of the public pages, and how many match. */
export function findTranslations(
  query: ListQuery,
): Promise<{ rows: TranslationRow[]; total: number }> {
  return listTranslations(getDb(), listParams(query, TRANSLATION_FIELDS))
}
