import { eq, notInArray, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { translations } from '../schema'
import { fieldsOf, type ListParams, type ListShape, pageOfTable } from './list'
import { isEmptyPatch } from './patch'

export interface TranslationRow {
  id: number
  key: string
  value: string
}

const columns = { id: translations.id, key: translations.key, value: translations.value }

/** `kontakt` of `kontakt.text1`. */
const firstWord = sql<string>`split_part(${translations.key}, '.', 1)`

const shape: ListShape = {
  text: {
    key: sql`public.fold_text(${translations.key})`,
    value: sql`public.fold_text(${translations.value})`,
  },
  exact: {},
  order: { id: sql`${translations.id}`, key: sql`${translations.key}` },
}

export const TRANSLATION_FIELDS = fieldsOf(shape, ['key', 'value'])

/** Texts by key unless ordered otherwise, and how many match; none of the hidden first words. */
export const listTranslations = (
  db: Db,
  params: ListParams,
  hidden: string[] = [],
): Promise<{ rows: TranslationRow[]; total: number }> =>
  pageOfTable(
    db,
    {
      table: translations,
      columns,
      shape,
      last: [translations.key],
      where: hidden.length > 0 ? notInArray(firstWord, hidden) : undefined,
    },
    params,
  )

export async function getTranslation(db: Db, id: number): Promise<TranslationRow | null> {
  const [row] = await db.select(columns).from(translations).where(eq(translations.id, id))
  return row ?? null
}

/** The text, which nobody else changes until the end of the transaction. */
export async function lockTranslation(tx: Db, id: number): Promise<TranslationRow | null> {
  const [row] = await tx
    .select(columns)
    .from(translations)
    .where(eq(translations.id, id))
    .for('update')
  return row ?? null
}

/** Null when the key is taken. */
export async function createTranslation(
  db: Db,
  text: Omit<TranslationRow, 'id'>,
): Promise<TranslationRow | null> {
  const [row] = await db
    .insert(translations)
    .values(text)
    .onConflictDoNothing({ target: translations.key })
    .returning(columns)
  return row ?? null
}

/** Throws the database's unique violation when the new key is taken. */
export async function updateTranslation(
  db: Db,
  id: number,
  patch: Partial<Omit<TranslationRow, 'id'>>,
): Promise<TranslationRow | null> {
  if (isEmptyPatch(patch)) return getTranslation(db, id)
  const [row] = await db
    .update(translations)
    .set(patch)
    .where(eq(translations.id, id))
    .returning(columns)
  return row ?? null
}

/** The text as it was, or null when there is none. */
export async function deleteTranslation(db: Db, id: number): Promise<TranslationRow | null> {
  const [row] = await db.delete(translations).where(eq(translations.id, id)).returning(columns)
  return row ?? null
}
