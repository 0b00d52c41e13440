import { beforeEach, describe, expect, it } from 'vitest'
import { getDb, getSql } from '@/db/pool'
import { createSignIn, getUserOfSignIn } from '@/db/queries/sign-ins'
import {
  countUsersByPrivilege,
  createUser,
  deleteUser,
  getUser,
  listUsers,
  USER_FIELDS,
  type UserRow,
  updateUser,
} from '@/db/queries/users'
import { listOf, runConcurrently } from '../support/programme'

const db = getDb()
let userCount = 0

beforeEach(async () => {
  await getSql()`delete from users`
})

const add = async (privilege: number, name = 'Ana', email = `osoba${++userCount}@primjer.hr`) =>
  (await createUser(db, { name, email, privilege })) as UserRow

describe('a user', () => {
  // Rules 10.3 and 10.5: a list has the full count, and a search ignores case and diacritics.
  it('is found by name or e-mail without diacritics, and the list has the full count', async () => {
    await add(1, 'Željko Đurić', 'zd@primjer.hr')
    await add(2, 'Ana Anić', 'ana@drugdje.hr')
    await add(2, 'Željka Babić', 'babic@primjer.hr')
    const find = async (search: string, searchFields = USER_FIELDS.byDefault) => {
      const { rows, total } = await listUsers(db, listOf({ search, searchFields, limit: 2 }))
      return [rows.map(({ name }) => name), total]
    }
    expect(await find('zelj')).toEqual([['Željka Babić', 'Željko Đurić'], 2])
    expect(await find('duric zeljko')).toEqual([['Željko Đurić'], 1])
    expect(await find('DRUGDJE')).toEqual([['Ana Anić'], 1])
    expect(await find('2', ['privilege'])).toEqual([['Ana Anić', 'Željka Babić'], 2])
    expect(await find('')).toEqual([['Ana Anić', 'Željka Babić'], 3])
  })

  it('is unique per e-mail regardless of case, also when added 20 times at once', async () => {
    const email = 'Nova@Primjer.hr'
    const results = await runConcurrently(20, () =>
      createUser(db, { name: 'Nova', email, privilege: 3 }),
    )
    const stored = results.filter((user) => user !== null)
    expect(stored).toEqual([
      { id: expect.any(Number), name: 'Nova', email: 'nova@primjer.hr', privilege: 3 },
    ])
  })

  it('is counted per privilege, 0 to 4', async () => {
    for (const privilege of [0, 1, 1, 4]) await add(privilege)
    expect(await countUsersByPrivilege(db)).toEqual([1, 2, 0, 0, 1])
  })

  it('loses all sign-ins when deleted', async () => {
    const user = await add(2)
    const session = await createSignIn(db, {
      userId: user.id,
      device: '',
      lifetime: { idleS: 60, maxS: 60 },
    })
    expect(await getUserOfSignIn(db, session)).toMatchObject({ user })
    await deleteUser(db, user.id)
    expect(await getUserOfSignIn(db, session)).toBeNull()
    expect(await getUser(db, user.id)).toBeNull()
    expect(await updateUser(db, user.id, { privilege: 1 })).toBeNull()
  })
})
