import { beforeEach, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import { findTags, readTag } from '@/lib/tags/lists'
import { newTagBody, type Tag, tagChange } from '@/lib/tags/schema'
import { changeTag, createTag, deleteTag } from '@/lib/tags/service'
import { makeGuest, staff } from '../support/factories'
import { runConcurrently } from '../support/programme'

const sql = getSql()

beforeEach(async () => {
  await sql`insert into users (email, privilege) values ('a@primjer.hr', 1) on conflict do nothing`
  await sql`delete from guests`
  await sql`delete from guest_lists where kind = 'tag' and role is null`
})

// Rules 4.4 and 4.5: the name of a tag is unique, and its counts cannot be set.
it('a tag is created only once, can be renamed, and its counts cannot be set', async () => {
  const admin = await staff(1)
  const results = await runConcurrently(10, () => createTag('Press', admin).catch((e) => e.status))
  const [press, ...others] = results.filter((result) => result !== 409) as Tag[]
  expect(others).toEqual([])
  if (!press) throw new Error('no tag was created')
  await makeGuest({ tag: 'Press', jmbag: null, entered_at: new Date().toISOString() })
  const counted = { ...press, count: 1, bought: 0, entered: 1 }
  const counts = tagChange.parse({ count: 99, bought: '98', entered: 97 })
  expect(await changeTag(press.id, counts, admin)).toEqual(counted)
  expect(await changeTag(press.id, { name: 'Novinari' }, admin)).toEqual({
    ...counted,
    name: 'Novinari',
  })
  await expect(changeTag(press.id, { name: 'vip' }, admin)).rejects.toMatchObject({
    status: 409,
    detail: 'Tag s tim nazivom već postoji.',
  })
  await expect(changeTag(0, counts, admin)).rejects.toMatchObject({ status: 404 })
  const { rows, total } = await findTags({ search: 'NOVIN', limit: 5 })
  expect([rows.map(({ id }) => id), total]).toEqual([[press.id], 1])
})

// Rules 4.3 and 4.6: a tag is deleted only while no guest is on it. The three tags of a fresh
// festival are never deleted.
it('a tag is deleted only without active guests, and the three built-in tags never', async () => {
  const admin = await staff(1)
  const { id } = await createTag('Press', admin)
  const guest = await makeGuest({ tag: 'Press', jmbag: null })
  await expect(deleteTag(id, admin)).rejects.toMatchObject({ status: 409, code: 'in_use' })
  await sql`update guests set deleted_at = now() where id = ${guest.id}`
  await deleteTag(id, admin)
  await expect(readTag(id)).rejects.toMatchObject({ status: 404 })
  await expect(deleteTag(id, admin)).rejects.toMatchObject({ status: 404 })
  for (const tag of (await findTags({})).rows)
    await expect(deleteTag(tag.id, admin)).rejects.toMatchObject({ code: 'has_role' })
})

// Rule 4.4: the name '...' is not allowed, since it means no tag.
it('a tag needs a name, and the name “...” is refused', () => {
  for (const body of [{}, { name: ' ' }, { name: '...' }, { name: 5 }])
    expect(newTagBody.safeParse(body).success).toBe(false)
  for (const body of [{}, { count: 'x' }, { nesto: 1 }, { count: -1 }])
    expect(tagChange.safeParse(body).success).toBe(false)
})
