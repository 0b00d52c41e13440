import { beforeEach, describe, expect, it } from 'vitest'
import { getDb, getSql } from '@/db/pool'
import {
  listTranslations,
  TRANSLATION_FIELDS,
  type TranslationRow,
  translationRows,
} from '@/db/queries/translations'
import { translateDatabaseError } from '@/lib/http/database-errors'
import { listOf, runConcurrently } from '../support/programme'

const db = getDb()

beforeEach(async () => {
  await getSql()`delete from translations`
})

const add = async (key: string, value = '') =>
  (await translationRows.create(db, { key, value })) as TranslationRow

describe('site texts', () => {
  it('are listed by key and found in key or value without diacritics', async () => {
    await add('terms.title1', 'Uvjeti korištenja')
    await add('kontakt.title1', 'Pišite nam')
    const find = async (search: string, searchFields = TRANSLATION_FIELDS.byDefault) => {
      const { rows } = await listTranslations(db, listOf({ search, searchFields }))
      return rows.map(({ key }) => key)
    }
    expect(await find('')).toEqual(['kontakt.title1', 'terms.title1'])
    expect(await find('pisite')).toEqual(['kontakt.title1'])
    expect(await find('TERMS koristenja')).toEqual(['terms.title1'])
    expect(await find('pisite', ['key'])).toEqual([])
    expect((await listTranslations(db, listOf({ limit: 1, offset: 1 }))).total).toBe(2)
  })

  it('are unique per key, also when 20 requests add the same key at once', async () => {
    const texts = await runConcurrently(20, (i) =>
      translationRows.create(db, { key: 'a.b', value: `${i}` }),
    )
    expect(texts.filter((text) => text !== null)).toHaveLength(1)
  })

  it('are changed in value or key, but not to a key that is taken', async () => {
    const first = await add('a.b', 'jedan')
    await add('a.c', 'dva')
    expect(await translationRows.update(db, first.id, { value: '' })).toEqual({
      ...first,
      value: '',
    })
    expect(await translationRows.update(db, first.id, { key: 'a.d' })).toMatchObject({ key: 'a.d' })
    expect(await translationRows.update(db, first.id, {})).toMatchObject({ key: 'a.d', value: '' })
    const error = await translationRows
      .update(db, first.id, { key: 'a.c' })
      .catch((e: unknown) => e)
    expect(translateDatabaseError(error)).toMatchObject({ status: 409, code: 'already_exists' })
    expect(await translationRows.update(db, 0, { value: 'x' })).toBeNull()
  })

  it('can be deleted only once', async () => {
    const text = await add('a.b', 'jedan')
    expect(await translationRows.delete(db, text.id)).toEqual(text)
    expect(await translationRows.delete(db, text.id)).toBeNull()
  })
})
