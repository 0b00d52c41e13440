import { getDb } from '@/db/pool'
import type { Page } from '@/db/queries/list-query'
import * as queries from '@/db/queries/translations'
import { crudService } from '@/lib/crud/service'
import { type ListQuery, listParams } from '@/lib/http/list-params'
import { type Texts, toPageTexts } from './rules'
import { TRANSLATION_MESSAGES, type Translation } from './schema'

/**
 * Lists the texts of the public pages, with the total number of matches. Leaves out texts whose
 * section (first part of the key) is in `hidden`.
 */
export const listTranslations = (
  query: ListQuery,
  hidden: string[] = [],
): Promise<Page<Translation>> =>
  queries.listTranslations(getDb(), listParams(query, queries.TRANSLATION_FIELDS), hidden)

/** Returns all texts by key, as the public pages show them. */
export async function readTexts(): Promise<Texts> {
  const { rows } = await listTranslations({})
  return toPageTexts(Object.fromEntries(rows.map(({ key, value }) => [key, value])))
}

export const {
  get: getTranslation,
  create: createTranslation,
  update: updateTranslation,
  delete: deleteTranslation,
} = crudService('translations', queries.translationRows, TRANSLATION_MESSAGES)
