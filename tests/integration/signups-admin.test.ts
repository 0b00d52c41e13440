import { beforeEach, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import { randomUuidV1 } from '@/db/uuid'
import { deleteSignup, findMissing, findSignups, readSignupCounts } from '@/lib/signups/admin'
import { empty } from '../support/empty'
import { makeGuest, makeSignup, staff } from '../support/factories'

const ON_LIST = '0036500001'
const CORRECTED = '0036500002'
const NOT_ON_LIST = '0036500003'
const NO_SIGNUP = '0036500004'

beforeEach(async () => {
  const sql = getSql()
  await empty(sql, 'activities', 'signups', 'guests')
  await makeGuest({ jmbag: ON_LIST })
  await makeGuest({ jmbag: CORRECTED })
  await makeGuest({
    jmbag: NO_SIGNUP,
    name: 'Tiha',
    surname: 'Čutić',
    bought_at: '2026-10-01T10:00Z',
    conf_code: randomUuidV1(),
  })
  // The first is on another list, the second is deleted: neither is on the freshers' list.
  await makeGuest({ jmbag: NOT_ON_LIST, tag: 'VIP' })
  const deleted = await makeGuest({ jmbag: '0036500005' })
  await sql`update guests set deleted_at = now() where id = ${deleted.id}`
  await makeSignup(ON_LIST, 'Ana', 'Anić')
  await makeSignup(CORRECTED, 'Ivo', 'Ivić')
  await makeSignup(CORRECTED, 'Ivo', 'Ivčić')
  await makeSignup(NOT_ON_LIST, 'Stipe', 'Stranić')
})

const surnames = async (query: Parameters<typeof findSignups>[0]) =>
  (await findSignups(query)).rows.map(({ surname }) => surname)

it('sign-ups are listed newest first, and filtered by whether they are on the freshers’ list', async () => {
  expect(await surnames({})).toEqual(['Stranić', 'Ivčić', 'Ivić', 'Anić'])
  expect(await surnames({ listed: '1' })).toEqual(['Ivčić', 'Ivić', 'Anić'])
  expect(await surnames({ listed: '0' })).toEqual(['Stranić'])
  expect(await surnames({ search: 'ivcic' })).toEqual(['Ivčić'])
  expect(await surnames({ search: '500003' })).toEqual(['Stranić'])
})

it('freshers without a sign-up are listed and counted', async () => {
  const { rows, total } = await findMissing({})
  expect({ rows, total }).toMatchObject({
    rows: [{ name: 'Tiha', surname: 'Čutić', jmbag: NO_SIGNUP, bought: '1' }],
    total: 1,
  })
  expect(await readSignupCounts()).toEqual({ everyone: 4, listed: 3, missing: 1 })
})

it('deleting a sign-up erases its personal data, and the log keeps only the deletion', async () => {
  const { rows } = await findSignups({ search: 'Stranić' })
  const id = rows[0]?.id as number
  await deleteSignup(id, await staff(1))
  expect(await surnames({ search: 'Stranić' })).toEqual([])
  const entries =
    await getSql()`select action, changes::text from activities where entity = 'signups'`
  expect(entries).toHaveLength(1)
  expect(JSON.stringify(entries)).toContain('deleted')
  expect(JSON.stringify(entries)).not.toMatch(/Stranić|0036500003|@fer/)
  await expect(deleteSignup(id, await staff(1))).rejects.toMatchObject({ code: 'not_found' })
})
