import { beforeEach, describe, expect, it } from 'vitest'
import { type Db, getDb, getSql } from '@/db/client'
import {
  countUsersByPrivilege,
  createSession,
  createUser,
  deleteUser,
  getUserOfSession,
  listUsers,
  setUserPrivilege,
  USER_FIELDS,
  type UserRow,
} from '@/db/queries/users'
import { atOnce, during, listOf } from '../support/programme'

const db = getDb()
let made = 0

beforeEach(async () => {
  await getSql()`delete from users`
})

const add = async (privilege: number, name = 'Ana', email = `osoba${++made}@primjer.hr`) =>
  (await createUser(db, { name, email, privilege })) as UserRow
const addMany = (n: number, privilege: number) => atOnce(n, () => add(privilege))
const admins = async () => (await countUsersByPrivilege(db))[1]

describe('staff', () => {
  it('is found by name or e-mail, without diacritics, with the count of all', async () => {
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

  it('has one person per e-mail, whatever its case, also when added 20 times at once', async () => {
    const email = 'Nova@Primjer.hr'
    const tries = await atOnce(20, () => createUser(db, { name: 'Nova', email, privilege: 3 }))
    const stored = tries.filter((user) => user !== null)
    expect(stored).toEqual([
      { id: expect.any(Number), name: 'Nova', email: 'nova@primjer.hr', privilege: 3 },
    ])
  })

  it('is counted per privilege, 0 to 4', async () => {
    for (const privilege of [0, 1, 1, 4]) await add(privilege)
    expect(await countUsersByPrivilege(db)).toEqual([1, 2, 0, 0, 1])
  })

  it('ends the sign-ins of a person who is deleted', async () => {
    await add(1)
    const user = await add(2)
    const session = await createSession(db, user.id, 60)
    expect(await getUserOfSession(db, session)).toEqual(user)
    expect(await deleteUser(db, user.id)).toEqual(user)
    expect(await getUserOfSession(db, session)).toBeNull()
    expect(await deleteUser(db, user.id)).toBeNull()
    expect(await setUserPrivilege(db, user.id, 1)).toBeNull()
  })
})

describe('the last admin', () => {
  it('can be neither demoted nor deleted, but stays what it is', async () => {
    const admin = await add(1)
    const other = await add(3)
    expect(await setUserPrivilege(db, admin.id, 2)).toBe('last_admin')
    expect(await deleteUser(db, admin.id)).toBe('last_admin')
    expect(await setUserPrivilege(db, admin.id, 1)).toEqual(admin)
    expect(await setUserPrivilege(db, other.id, 4)).toEqual({ ...other, privilege: 4 })
    expect(await setUserPrivilege(db, other.id, 1)).toEqual({ ...other, privilege: 1 })
    expect(await setUserPrivilege(db, admin.id, 0)).toEqual({ ...admin, privilege: 0 })
    expect(await admins()).toBe(1)
  })

  it('is left when two admins demote or delete each other at the same time', async () => {
    for (const take of [deleteUser, (on: Db, id: number) => setUserPrivilege(on, id, 0)]) {
      await getSql()`delete from users`
      const [a, b] = (await addMany(2, 1)) as [UserRow, UserRow]
      const late = await during(
        (tx) => take(tx, a.id),
        () => take(db, b.id),
      )
      expect(late).toBe('last_admin')
      expect(await admins()).toBe(1)
    }
  })

  it('is left when 20 admins are demoted and deleted at once', async () => {
    const all = await addMany(20, 1)
    const outcomes = await atOnce(20, (i) => {
      const { id } = all[i] as UserRow
      return i % 2 ? deleteUser(db, id) : setUserPrivilege(db, id, i % 5 === 1 ? 0 : 2)
    })
    expect(outcomes.filter((outcome) => outcome === 'last_admin')).toHaveLength(1)
    expect(await admins()).toBe(1)
  })
})
