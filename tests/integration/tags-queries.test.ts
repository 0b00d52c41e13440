import { beforeEach, describe, expect, it } from 'vitest'
import { getDb, getSql } from '@/db/pool'
import {
  createTag,
  deleteTag,
  getTag,
  renameTag,
  searchTags,
  TAG_FIELDS,
  type TagRow,
} from '@/db/queries/tags'
import { translateDatabaseError } from '@/lib/http/database-errors'
import { makeGuest } from '../support/factories'
import { listOf, runConcurrently } from '../support/programme'

const db = getDb()
const sql = getSql()

beforeEach(async () => {
  await sql`delete from guests`
  await sql`delete from guest_lists where kind = 'tag' and role is null`
})

const add = async (name: string) => (await createTag(db, name)) as TagRow

describe('tags', () => {
  it('have counts of their active guests, and can be ordered by the counts', async () => {
    const press = await add('Press')
    await makeGuest({ tag: 'Press', jmbag: null, entered_at: new Date().toISOString() })
    await makeGuest({
      tag: 'Press',
      jmbag: null,
      conf_code: '33333333-3333-1333-8333-333333333333',
      bought_at: new Date().toISOString(),
    })
    const deleted = await makeGuest({ tag: 'Press', jmbag: null })
    await sql`update guests set deleted_at = now() where id = ${deleted.id}`
    const counted = { ...press, count: 2, bought: 1, entered: 1 }
    expect(await getTag(db, press.id)).toEqual(counted)
    const ordering = { field: 'count', descending: true }
    expect(await searchTags(db, listOf({ ordering, limit: 1 }))).toEqual({
      rows: [counted],
      total: 4,
    })
    const search = listOf({ search: 'vip', searchFields: TAG_FIELDS.byDefault })
    expect((await searchTags(db, search)).rows.map(({ name }) => name)).toEqual(['VIP'])
    expect(await renameTag(db, press.id, 'Novinari')).toEqual({ ...counted, name: 'Novinari' })
  })

  it('have unique names regardless of case and diacritics, also when added at once', async () => {
    const tags = await runConcurrently(20, (i) => createTag(db, i % 2 ? 'Češnjak' : 'CESNJAK'))
    expect(tags.filter((tag) => tag !== null)).toHaveLength(1)
    expect(await createTag(db, 'BRUCOSI')).toBeNull()
    const { id } = await add('Press')
    const error = await renameTag(db, id, 'vip').catch((reason: unknown) => reason)
    expect(translateDatabaseError(error)).toMatchObject({ status: 409, code: 'already_exists' })
    expect(await renameTag(db, id + 1000, 'Nitko')).toBeNull()
  })
})

describe('deleting a tag', () => {
  it('is refused while the tag has active guests, and for the three built-in tags', async () => {
    const { id } = await add('Press')
    const guest = await makeGuest({ tag: 'Press', jmbag: null })
    expect(await deleteTag(db, id)).toBe('in_use')
    for (const tag of (await searchTags(db, listOf())).rows)
      if (tag.id !== id) expect(await deleteTag(db, tag.id)).toBe('has_role')
    await sql`update guests set deleted_at = now() where id = ${guest.id}`
    expect(await deleteTag(db, id)).toEqual({ id, name: 'Press' })
    expect(await deleteTag(db, id)).toBeNull()
    const [row] = await sql`select list_id, deleted_at from guests where id = ${guest.id}`
    expect(row).toMatchObject({ list_id: id, deleted_at: expect.anything() })
    await expect(
      sql`update guests set deleted_at = null where id = ${guest.id}`,
    ).rejects.toMatchObject({ constraint_name: 'guests_list_id_guest_lists_id_fk' })
  })

  it('either is refused or makes the guests who are being added fail', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await add(`Press ${round}`)
      const [deleted, ...guests] = await Promise.all([
        deleteTag(db, id),
        ...Array.from({ length: 5 }, () =>
          sql`insert into guests (list_id) values (${id})`.then(
            () => true,
            () => false,
          ),
        ),
      ])
      if (deleted === 'in_use') expect(guests).toContain(true)
      else expect(guests).toEqual([false, false, false, false, false])
      expect(await sql`select from guests where list_id = ${id}`).toHaveLength(
        guests.filter(Boolean).length,
      )
    }
  })
})
