import { createHash } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { getDb, getSql } from '@/db/pool'
import { deleteOldEmergencyLists } from '@/db/queries/emergency-lists'
import { findActivities } from '@/lib/activities/record'
import {
  createEmergencyList,
  createEmergencyListIfDue,
  emergencyListFile,
  readEmergencyLists,
  setEmergencyPassword,
} from '@/lib/night/emergency-list/emergency-list'
import { emergencyPasswordBody } from '@/lib/night/emergency-list/emergency-list-schema'
import { openEmergencyList } from '../support/emergency-list'
import { empty } from '../support/empty'
import { makeGuest, staff } from '../support/factories'
import { runConcurrently } from '../support/programme'

const sql = getSql()
const admin = await staff(1)
const PASSWORD = 'kiša u Zagrebu 2026'
const CODE = '11111111-1111-1111-8111-111111111111'

beforeEach(async () => {
  await empty(sql, 'guests', 'emergency_lists', 'activities')
  await sql`update night set emergency_key = null, emergency_salt = null`
  await sql`update editions set opens_at = null, closes_at = null`
})

const open = (password: string, id?: number) => openEmergencyList(password, admin, id)

const ids = async () => (await readEmergencyLists()).packs.map(({ id }) => id)

// Rule 6.28: the emergency list is encrypted with a password and opens without a server.
it('the emergency list has exactly the active ticket holders, and opens only with the password', async () => {
  const ticket = { conf_code: CODE, bought_at: '2026-11-01T10:00:00Z' }
  const { id } = await makeGuest({ name: 'Čedo', surname: 'Đurić', tag: 'VIP', ...ticket })
  await sql`update guests set note = 'invalidska kolica', ban_reason = '</script>' where id = ${id}`
  await makeGuest({ name: 'Bez', surname: 'Karte' })
  const deleted = await makeGuest({
    ...ticket,
    conf_code: CODE.replace('8', '9'),
    surname: 'Obrisan',
  })
  await sql`update guests set deleted_at = now() where id = ${deleted.id}`
  const inside = await makeGuest({
    ...ticket,
    conf_code: CODE.replace('8', 'a'),
    name: 'Ana',
    surname: 'Anić',
    entered_at: '2026-11-21T21:00:00Z',
  })

  await setEmergencyPassword({ password: PASSWORD }, admin)
  const { html, pack, content } = await open(PASSWORD)
  const hash = (code: string) =>
    createHash('sha256')
      .update(Buffer.from(code.replaceAll('-', ''), 'hex'))
      .digest()
      .subarray(0, 16)
      .toString('base64')
  expect(content).toEqual({
    lists: ['VIP', 'Brucoši'],
    guests: [
      ['Đurić', 'Čedo', 0, 'invalidska kolica', '</script>', null, hash(CODE)],
      [
        'Anić',
        'Ana',
        1,
        null,
        null,
        Date.parse('2026-11-21T21:00:00Z'),
        hash(inside.conf_code as string),
      ],
    ],
  })
  expect(html).not.toContain('Đurić')
  expect(html).not.toContain(CODE)
  expect(html.length - pack.sealed.length).toBeLessThan(16_000)
  await expect(open('kiša u Zagrebu 2027')).rejects.toThrow()
  // The password is stored neither in the database nor in the activity log.
  const [stored] = await sql`select octet_length(emergency_key) as key, emergency_key from night`
  expect(stored?.key).toBe(32)
  expect(pack.sealed).not.toContain(stored?.emergency_key.toString('base64'))
  const { rows } = await findActivities({ entity: 'night' })
  expect(rows.map(({ action }) => action)).toEqual(['exported', 'exported', 'changed'])
  expect(JSON.stringify(rows)).not.toContain(PASSWORD)
})

it('a new password creates a new emergency list and deletes the old lists', async () => {
  await expect(createEmergencyList(admin)).rejects.toMatchObject({ code: 'no_password' })
  await expect(emergencyListFile({}, admin)).rejects.toMatchObject({ status: 404 })
  expect(await readEmergencyLists()).toEqual({ hasPassword: false, isOn: false, packs: [] })
  const first = await setEmergencyPassword({ password: PASSWORD }, admin)
  await createEmergencyList(admin)
  const last = await setEmergencyPassword({ password: 'sasvim druga lozinka' }, admin)
  expect(await ids()).toEqual([last.id])
  await expect(open(PASSWORD)).rejects.toThrow()
  await open('sasvim druga lozinka')
  await expect(emergencyListFile({ id: first.id }, admin)).rejects.toMatchObject({ status: 404 })
  for (const password of ['devetznak', 'x'.repeat(201)])
    expect(emergencyPasswordBody.safeParse({ password }).success).toBe(false)
})

it('the newest three emergency lists are kept, and lists older than a week are deleted', async () => {
  const lists = [await setEmergencyPassword({ password: PASSWORD }, admin)]
  for (let i = 0; i < 4; i++) lists.push(await createEmergencyList(admin))
  expect(await ids()).toEqual(
    lists
      .slice(-3)
      .map(({ id }) => id)
      .reverse(),
  )
  await open(PASSWORD, lists[2]?.id)
  await sql`update emergency_lists set made_at = now() - interval '8 days' where id = ${lists[2]?.id as number}`
  await deleteOldEmergencyLists(getDb())
  expect(await ids()).toHaveLength(2)
})

it('the emergency list is created once an hour during the night, also by several instances', async () => {
  const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
  await setEmergencyPassword({ password: PASSWORD }, admin)
  await sql`delete from emergency_lists`
  const createIfDue = () => runConcurrently(5, () => createEmergencyListIfDue(getDb()))
  await createIfDue()
  expect(await ids()).toEqual([])
  // The night counts as on from one hour before the opening.
  await sql`update editions set opens_at = ${hours(0.9)}, closes_at = ${hours(6)}`
  await createIfDue()
  await createIfDue()
  expect(await ids()).toHaveLength(1)
  await sql`update emergency_lists set made_at = now() - interval '61 minutes'`
  await createIfDue()
  expect(await ids()).toHaveLength(2)
  await sql`update emergency_lists set made_at = now() - interval '61 minutes'`
  await sql`update editions set opens_at = ${hours(-9)}, closes_at = ${hours(-0.1)}`
  await createIfDue()
  expect(await ids()).toHaveLength(2)
  await sql`update night set emergency_key = null, emergency_salt = null`
  await sql`update editions set closes_at = ${hours(2)}`
  await createIfDue()
  expect(await ids()).toHaveLength(2)
})
