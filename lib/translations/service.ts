import { getDb } from '@/db/client'
import * as queries from '@/db/queries/translations'
import type { UserRow } from '@/db/queries/users'
import { record } from '@/lib/activities/record'
import { invalidate } from '@/lib/cache/invalidate'
import { notFound, ServiceError } from '@/lib/http/errors'
import { whenTaken } from '@/lib/http/failure'
import { type ListQuery, listParams } from '@/lib/http/list-params'
import { requireUnchanged } from '@/lib/http/precondition'
import {
  type NewTranslation,
  TRANSLATION_MESSAGES,
  type Translation,
  type TranslationChange,
} from './schema'

/** Texts of the public pages, but those whose key begins with a hidden word; how many match. */
export const listTranslations = (
  query: ListQuery,
  hidden: string[] = [],
): Promise<{ rows: Translation[]; total: number }> =>
  queries.listTranslations(getDb(), listParams(query, queries.TRANSLATION_FIELDS), hidden)

/** Throws not_found. */
export async function getTranslation(id: number): Promise<Translation> {
  const row = await queries.getTranslation(getDb(), id)
  if (!row) throw notFound(TRANSLATION_MESSAGES.notThere)
  return row
}

/** Throws conflict when the key has a text. */
export function createTranslation(text: NewTranslation, user: UserRow): Promise<Translation> {
  return getDb().transaction(async (tx) => {
    const row = await queries.createTranslation(tx, text)
    if (!row) throw keyTaken()
    await record(tx, user, 'translations', [null, row])
    await invalidate(tx, 'translations')
    return row
  })
}

/** Throws not_found, or conflict when the new key has a text or somebody was faster. */
export function updateTranslation(
  id: number,
  { seen, ...change }: TranslationChange,
  user: UserRow,
): Promise<Translation> {
  return getDb().transaction(async (tx) => {
    const before = await queries.lockTranslation(tx, id)
    if (!before) throw notFound(TRANSLATION_MESSAGES.notThere)
    requireUnchanged(seen, before)
    const after = await queries.updateTranslation(tx, id, change).catch(whenTaken(keyTaken))
    await record(tx, user, 'translations', [before, after])
    await invalidate(tx, 'translations')
    return after as Translation
  })
}

/** Throws not_found. */
export function deleteTranslation(id: number, user: UserRow): Promise<void> {
  return getDb().transaction(async (tx) => {
    const gone = await queries.deleteTranslation(tx, id)
    if (!gone) throw notFound(TRANSLATION_MESSAGES.notThere)
    await record(tx, user, 'translations', [gone, null])
    await invalidate(tx, 'translations')
  })
}

const keyTaken = () =>
  new ServiceError('conflict', TRANSLATION_MESSAGES.taken, { code: 'already_exists' })
