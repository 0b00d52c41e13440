import { beforeEach, describe, expect, it } from 'vitest'
import { getDb, getSql } from '@/db/pool'
import { createSignIn, getUserOfSignIn } from '@/db/queries/sign-ins'
import {
  countUsersByPrivilege,
  lockUsers,
  createUser as storeUser,
  type UserRow,
  updateUser as writeUser,
} from '@/db/queries/users'
import { NO_PRIVILEGES } from '@/lib/auth/rules'
import { isStaffEmail, newUserBody } from '@/lib/users/schema'
import {
  countUsers,
  createUser,
  deleteUser,
  getUser,
  listUsers,
  updateUser,
} from '@/lib/users/service'
import { runConcurrently, runDuringTransaction } from '../support/programme'

process.env.GOOGLE_HOSTED_DOMAIN = 'primjer.hr'
const db = getDb()
let userCount = 0

beforeEach(async () => {
  await getSql()`delete from activities`
  await getSql()`delete from users`
})

const add = async (privilege: number) =>
  (await storeUser(db, {
    name: 'Ana',
    email: `osoba${++userCount}@primjer.hr`,
    privilege,
  })) as UserRow
const statusOf = (request: Promise<unknown>) =>
  request.then(
    () => 200,
    (error: { status?: number }) => error.status,
  )
const admins = async () => (await countUsersByPrivilege(db))[1]

describe('a user', () => {
  // Rules 9.10 and 9.20: an admin changes and deletes users, who are counted by privilege.
  it('is added, counted, found, renamed and deleted', async () => {
    const admin = await add(1)
    const body = newUserBody.parse({ name: ' Đuro ', email: ' Duro@Primjer.HR ', privilege: '3' })
    const user = await createUser(body, admin)
    expect(user).toEqual({ id: user.id, name: 'Đuro', email: 'duro@primjer.hr', privilege: 3 })
    await expect(createUser(body, admin)).rejects.toMatchObject({ status: 409 })
    expect((await listUsers({ search: 'duro' })).rows).toEqual([user])
    expect(await countUsers()).toEqual({
      total: 2,
      counts: [0, 1, 0, 1, 0].map((count, privilege) => ({ privilege, count })),
    })
    expect(await updateUser(user.id, { name: 'Đurđa' }, admin)).toEqual({ ...user, name: 'Đurđa' })
    await deleteUser(user.id, admin)
    await expect(getUser(user.id)).rejects.toMatchObject({ status: 404 })
    await expect(deleteUser(user.id, admin)).rejects.toMatchObject({ status: 404 })
    await expect(updateUser(user.id, { privilege: 1 }, admin)).rejects.toMatchObject({
      status: 404,
    })
  })

  // Rule 9.10: a deleted user leaves no personal data.
  it('is in no stored response after the deletion, also without a name', async () => {
    const admin = await add(1)
    const named = { name: 'Đuro Perić', email: 'duro@primjer.hr', privilege: 3 }
    const nameless = { name: '', email: 'bez.imena@primjer.hr', privilege: 3 }
    const responses = { name: named.name, 'e-mail': named.email, other: 'Netko Drugi' }
    for (const [id, text] of Object.entries(responses))
      await getSql()`insert into idempotency_keys (id, request_hash, run_id, status, answer)
        values (${id}, 'r', gen_random_uuid(), 201, ${Buffer.from(JSON.stringify({ text }))})`
    for (const person of [nameless, named]) {
      const user = (await storeUser(db, person)) as UserRow
      await deleteUser(user.id, admin)
    }
    expect(await getSql()`delete from idempotency_keys returning id`).toEqual([{ id: 'other' }])
  })

  // Rule 9.12: a user needs name, e-mail and privilege.
  it('needs a name, an e-mail and a privilege from 0 to 4', () => {
    const valid = { name: 'Ana', email: 'ana@primjer.hr', privilege: 2 }
    const wrong: object[] = [
      { name: ' ' },
      { email: '' },
      { email: 'ana' },
      { privilege: 5 },
      { privilege: -1 },
      { privilege: 1.5 },
      { privilege: null },
      { privilege: '' },
    ]
    for (const part of wrong)
      expect(newUserBody.safeParse({ ...valid, ...part }).success, JSON.stringify(part)).toBe(false)
    const messages = newUserBody.safeParse({}).error?.issues.map(({ message }) => message)
    expect(new Set(messages)).toEqual(new Set(['Unesite sve podatke']))
  })

  // Rule 9.12: the e-mail of a user is an address of the organisation.
  it('needs an e-mail in the domain of the organisation, if a domain is set', async () => {
    const admin = await add(1)
    const createWithEmail = (email: string) =>
      createUser({ name: 'Ana', email, privilege: 2 }, admin)
    for (const email of ['ana@drugdje.hr', 'ana@krivi-primjer.hr', 'primjer.hr@drugdje.hr'])
      await expect(createWithEmail(email)).rejects.toMatchObject({
        status: 400,
        more: { fields: { email: [expect.stringContaining('@primjer.hr')] } },
      })
    expect(isStaffEmail('Ana@PRIMJER.hr', 'primjer.hr')).toBe(true)
    expect(isStaffEmail('ana@drugdje.hr', undefined)).toBe(true)
  })

  // Rule 9.9: a demoted or deleted user loses access with the next request.
  it('loses access with the next request after a demotion or deletion', async () => {
    const admin = await add(1)
    const user = await add(2)
    const session = await createSignIn(db, {
      userId: user.id,
      device: '',
      lifetime: { idleS: 60, maxS: 60 },
    })
    await updateUser(user.id, { privilege: 0 }, admin)
    expect(await getUserOfSignIn(db, session)).toMatchObject({ user: { privilege: 0 } })
    await deleteUser(user.id, admin)
    expect(await getUserOfSignIn(db, session)).toBeNull()
  })
})

describe('the last admin', () => {
  // Rule 9.11: the last admin can be neither demoted nor deleted.
  it('can be neither demoted nor deleted until there is another admin', async () => {
    const admin = await add(1)
    const refusal = { status: 409, code: 'last_admin' }
    await expect(updateUser(admin.id, { privilege: 2 }, admin)).rejects.toMatchObject(refusal)
    await expect(deleteUser(admin.id, admin)).rejects.toMatchObject(refusal)
    expect(await updateUser(admin.id, { privilege: 1, name: 'Iva' }, admin)).toMatchObject({
      name: 'Iva',
    })
    await add(1)
    await deleteUser(admin.id, admin)
    expect(await admins()).toBe(1)
  })

  it('remains when two admins demote or delete each other at the same time', async () => {
    const demote = (id: number, actor: UserRow) => updateUser(id, { privilege: 0 }, actor)
    for (const action of [demote, deleteUser])
      for (let round = 0; round < 5; round++) {
        await getSql()`delete from users`
        const [a, b] = (await runConcurrently(2, () => add(1))) as [UserRow, UserRow]
        const statuses = await Promise.all([
          statusOf(action(a.id, b) as Promise<unknown>),
          statusOf(action(b.id, a) as Promise<unknown>),
        ])
        // The second request gets 403, because its sender is no admin any more.
        expect(statuses.sort()).toEqual([200, 403])
        expect(await admins()).toBe(1)
      }
  })

  it('remains when 20 admins demote and delete each other in a circle', async () => {
    const all = await runConcurrently(20, () => add(1))
    const next = (i: number) => all[(i + 1) % 20] as UserRow
    await runConcurrently(20, (i) => {
      const actor = all[i] as UserRow
      if (i % 2) return statusOf(deleteUser(next(i).id, actor))
      return statusOf(updateUser(next(i).id, { privilege: 2 }, actor))
    })
    expect(await admins()).toBeGreaterThanOrEqual(1)
  })

  it('cannot delete the own account while the only other admin is being demoted', async () => {
    const [a, b] = (await runConcurrently(2, () => add(1))) as [UserRow, UserRow]
    const deletion = runDuringTransaction(
      async (tx) => {
        await lockUsers(tx)
        await writeUser(tx, a.id, { privilege: 0 })
      },
      () => deleteUser(b.id, b),
    )
    await expect(deletion).rejects.toMatchObject({ code: 'last_admin' })
  })

  it('remains the only admin when a demoted admin tries to promote a user', async () => {
    const [admin, demoted, other] = [await add(1), await add(1), await add(2)]
    await updateUser(demoted.id, { privilege: 2 }, admin)
    await expect(updateUser(other.id, { privilege: 1 }, demoted)).rejects.toMatchObject({
      status: 403,
      detail: NO_PRIVILEGES,
    })
  })
})
