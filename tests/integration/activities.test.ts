import { beforeEach, expect, it } from 'vitest'
import { getDb, getSql } from '@/db/pool'
import { insertActivity, REDACTED, redactActivities } from '@/db/queries/activities'
import { findActivities } from '@/lib/activities/record'
import { activityResponse } from '@/lib/activities/schema'
import { createUser, deleteUser } from '@/lib/users/service'
import { empty } from '../support/empty'
import { staff } from '../support/factories'

const db = getDb()
const sql = getSql()

beforeEach(async () => {
  await empty(sql, 'activities', 'users')
  await sql`insert into users (name, email, privilege) values ('Željka', 'z@primjer.hr', 1)`
})

it('lists activities newest first, filtered by record, action and user', async () => {
  const { id: userId, name, email } = await staff(1)
  const write = (entityId: number, action: string) =>
    insertActivity(db, { userId, entity: 'guests', entityId, action, changes: { a: [1, null] } })
  await write(1, 'sold')
  await write(2, 'sold')
  await write(1, 'admitted')
  await insertActivity(db, { userId, entity: 'lineup', entityId: 1, action: 'created' })
  const find = async (query: object) => {
    const { rows, total } = await findActivities(query)
    for (const row of rows) activityResponse.parse(row)
    return [total, ...rows.map(({ entity, entityId, action }) => `${entity} ${entityId} ${action}`)]
  }
  expect(await find({ limit: 2 })).toEqual([4, 'lineup 1 created', 'guests 1 admitted'])
  expect(await find({ entity: 'guests', entityId: '1' })).toEqual([
    2,
    'guests 1 admitted',
    'guests 1 sold',
  ])
  expect(await find({ action: 'sold', ordering: 'id' })).toEqual([
    2,
    'guests 1 sold',
    'guests 2 sold',
  ])
  expect((await find({ search: 'zeljka' }))[0]).toBe(4)
  expect(await find({ search: 'nitko' })).toEqual([0])
  expect(await find({ search: 'lineup', search_fields: 'entity' })).toEqual([1, 'lineup 1 created'])
  const { rows } = await findActivities({ action: 'admitted' })
  expect(rows[0]).toMatchObject({ user: { id: userId, name, email }, changes: { a: [1, null] } })
})

// Rule 9.19: each write of staff is logged, but the log contains nothing of a deleted person.
it('redacts a deleted person as user and as record of an activity', async () => {
  const admin = await staff(1)
  const person = { name: 'Đurđa Tajnić', email: 'tajna@primjer.hr', privilege: 1 }
  const user = await createUser(person, admin)
  await insertActivity(db, { userId: user.id, entity: 'tags', entityId: 1, action: 'changed' })
  await deleteUser(user.id, user)
  const { rows } = await findActivities({})
  expect(JSON.stringify(rows)).not.toMatch(/Tajnić|tajna/)
  expect(rows.map(({ entity, action, user }) => [entity, action, user?.id ?? null])).toEqual([
    ['users', 'deleted', null],
    ['tags', 'changed', null],
    ['users', 'created', admin.id],
  ])
  expect(rows[0]?.changes).toEqual({
    name: [REDACTED, null],
    email: [REDACTED, null],
    privilege: [1, null],
  })
})

it('redacts no other records, fields, or activities without changes', async () => {
  const { id: userId } = await staff(1)
  const write = (entity: string, entityId: number, changes?: Record<string, [unknown, unknown]>) =>
    insertActivity(db, { userId, entity, entityId, action: 'changed', changes })
  await write('guests', 1, { name: ['Ana', 'Iva'], jmbag: [null, '0036'], bought: [false, true] })
  await write('guests', 2, { surname: ['Anić', null] })
  await write('guests', 3, { name: ['Ana', 'Iva'] })
  await write('guests', 1, { bought: [true, false] })
  await write('guests', 1)
  await write('users', 1, { name: ['Ana', 'Iva'] })
  await redactActivities(db, 'guests', [1, 2])
  await redactActivities(db, 'guests', [])
  await redactActivities(db, 'tags', 1)
  const { rows } = await findActivities({ ordering: 'id' })
  expect(rows.map(({ changes }) => changes)).toEqual([
    { name: [REDACTED, REDACTED], jmbag: [null, REDACTED], bought: [false, true] },
    { surname: [REDACTED, null] },
    { name: ['Ana', 'Iva'] },
    { bought: [true, false] },
    null,
    { name: ['Ana', 'Iva'] },
  ])
})
