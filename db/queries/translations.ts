import { notInArray, sql } from 'drizzle-orm'
import { TRANSLATIONS } from '../catalogue/content'
import type { Db } from '../pool'
import { normalized } from '../schema/columns'
import { translations } from '../schema/content'
import { fieldsOf, type ListParams, type ListShape, type Page, pageOfTable } from './list-query'
import { rowQueries } from './rows'
import { shownTo } from './shown-columns'

const columns = shownTo('public', translations, TRANSLATIONS)

export type TranslationRow = typeof translations.$inferSelect

/** SQL: the part of a text's key before the first dot, for example `kontakt` of `kontakt.text1`. */
const firstWord = sql<string>`split_part(${translations.key}, '.', 1)`

const shape: ListShape = {
  text: { key: normalized(translations.key), value: normalized(translations.value) },
  exact: {},
  order: { id: translations.id, key: translations.key },
}

export const TRANSLATION_FIELDS = fieldsOf(shape, ['key', 'value'])

/**
 * Lists site texts, by default by key, with the total number of matches. Texts whose key starts
 * with a word in `hidden` are left out.
 */
export const listTranslations = (
  db: Db,
  params: ListParams,
  hidden: string[] = [],
): Promise<Page<TranslationRow>> => {
  const list = { table: translations, columns, shape, last: [translations.key] }
  return pageOfTable(db, list, params, hidden.length ? notInArray(firstWord, hidden) : undefined)
}

/** Queries for single site texts. `create` returns null if the key is taken. */
export const translationRows = {
  ...rowQueries(translations, columns),
  async create(db: Db, text: Omit<TranslationRow, 'id'>): Promise<TranslationRow | null> {
    const [row] = await db
      .insert(translations)
      .values(text)
      .onConflictDoNothing({ target: translations.key })
      .returning(columns)
    return row ?? null
  },
}
