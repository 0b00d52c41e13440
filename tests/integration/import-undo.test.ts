import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import { admitGuest } from '@/lib/guests/admit-guest'
import { findBulk, readBulk, undoBulk } from '@/lib/guests/bulk/bulk'
import { runPendingJobs } from '@/lib/guests/bulk/worker'
import { changeGuest } from '@/lib/guests/change-guest'
import { restoreGuest } from '@/lib/guests/create-delete-restore'
import { readGuestHistory } from '@/lib/guests/history'
import { importGuestFile, importGuests } from '@/lib/guests/import/import'
import { guestChange } from '@/lib/guests/schema'
import { resendTicket } from '@/lib/guests/ticket-assistance'
import { check } from '@/lib/http/request'
import { numbered } from '@/lib/spreadsheet/rows'
import { importUsers } from '@/lib/users/import'
import { findUserImports, undoUserImport } from '@/lib/users/import-undo'
import { updateUser } from '@/lib/users/service'
import { empty } from '../support/empty'
import { addPassages, makeGuest, staff } from '../support/factories'

// Rule 11.7: an import can be undone for 60 minutes.

const sql = getSql()
const admin = await staff(1)
const change = (id: number, fields: object) => changeGuest(id, check(guestChange, fields), admin)
const add = (rows: object[]) => importGuests(numbered(rows), admin)
const update = (lines: string[]) =>
  importGuestFile(new File([lines.join('\n')], 'gosti.csv'), 'skip', admin, { existing: 'update' })
const vip = (name: string, fields: object = {}) => ({
  name,
  surname: 'Uvozić',
  tag: 'VIP',
  ...fields,
})
const names = async () =>
  (await sql`select name from guests where deleted_at is null order by id`).map(({ name }) => name)
const idOf = async (name: string) =>
  (await sql`select id from guests where name = ${name}`)[0]?.id as number

async function undoLast() {
  const { rows } = await findBulk()
  const id = rows[0]?.id as string
  await undoBulk(id, admin)
  await runPendingJobs(randomUUID())
  return readBulk(id)
}

beforeEach(async () => {
  await empty(sql, 'mails', 'guests', 'bulk_jobs', 'bulk_items', 'activities')
})

describe('the undo of a guest import', () => {
  it('deletes the added guests, and keeps guests who were on the list before', async () => {
    await makeGuest({ name: 'Stara', tag: 'VIP', jmbag: null })
    await add([vip('Ana', { bought: 1, entered: 1 }), vip('Ivo', { bought: 1 }), vip('Mara')])
    expect((await findBulk()).rows).toMatchObject([
      { kind: 'import', state: 'done', total: 3, changed: 3, createdBy: admin.name },
    ])
    expect(await undoLast()).toMatchObject({ state: 'undone', undone: 3, kept: {}, others: [] })
    expect(await names()).toEqual(['Stara'])
    const actions = await sql`select action, changes from activities order by id`
    expect(actions).toEqual([
      { action: 'imported', changes: { rows: [null, 3] } },
      {
        action: 'bulk_undone',
        changes: { chosen: [null, 3], undone: [null, 3], kept: [null, 0] },
      },
    ])
  })

  it('keeps guests who were changed, sold to, admitted or mailed since', async () => {
    await add([
      vip('Ana'),
      vip('Ivo'),
      vip('Mara', { bought: 1 }),
      vip('Iva', { bought: 1, email: 'iva@primjer.example' }),
      vip('Nika', { entered: 1 }),
      vip('Luka'),
    ])
    await change(await idOf('Ana'), { note: 'Kum' })
    await change(await idOf('Ivo'), { bought: '1' })
    const [mara] = await sql`select conf_code from guests where name = 'Mara'`
    await admitGuest({ confCode: mara?.conf_code }, admin)
    await resendTicket(await idOf('Iva'), admin)
    await change(await idOf('Nika'), { entered: '0' })
    expect(await undoLast()).toMatchObject({
      undone: 1,
      kept: { changed: 2, inside: 1, was_inside: 1, has_mail: 1 },
    })
    expect(await names()).toEqual(['Ana', 'Ivo', 'Mara', 'Iva', 'Nika'])
  })

  it('keeps guests who were admitted since and left, or were admitted a second time', async () => {
    await add([vip('Ana', { bought: 1 }), vip('Nika', { entered: 1 }), vip('Luka', { entered: 1 })])
    const [ana] = await sql`select id, conf_code from guests where name = 'Ana'`
    await admitGuest({ confCode: ana?.conf_code }, admin)
    await change(ana?.id, { entered: '0' })
    // The time of the first admission, which the import recorded, stays.
    await addPassages(sql, [await idOf('Nika')])
    expect(await undoLast()).toMatchObject({
      undone: 1,
      kept: { was_inside: 1, inside: 1 },
    })
    expect(await names()).toEqual(['Ana', 'Nika'])
  })

  it('puts back the texts and lists of updated guests, except those changed since', async () => {
    const file = ['name;surname;jmbag;email;tag', 'Ana;Anić;0036500001;ana@primjer.example;']
    const before = { name: 'Anna', surname: 'Stara', email: 'stara@primjer.example' }
    const { id } = await makeGuest({ ...before, jmbag: '0036500001' })
    const other = await makeGuest({ name: 'Ivo', jmbag: '0036500002' })
    await update([...file, 'Ivan;Šarić;0036500002;;'])
    await change(other.id, { surname: 'Novi' })
    await change(id, { bought: '1' })
    expect(await undoLast()).toMatchObject({ undone: 1, kept: { changed: 1 } })
    const rows = await sql`
      select name, surname, email, jmbag, conf_code is not null as bought from guests order by id`
    expect(rows).toEqual([
      { ...before, jmbag: '0036500001', bought: true },
      { name: 'Ivan', surname: 'Novi', email: null, jmbag: '0036500002', bought: false },
    ])
  })

  it('redacts the activities of the deleted guests, and an admin can restore them', async () => {
    await add([vip('Ana')])
    const id = await idOf('Ana')
    await change(id, { note: 'Tajna' })
    await change(id, { note: null })
    await undoLast()
    expect(await sql`select 1 from activities where changes::text like '%Tajna%'`).toEqual([])
    await restoreGuest(id, undefined, admin)
    expect(await names()).toEqual(['Ana'])
    const actions = (await readGuestHistory(id)).activities.map(({ action }) => action)
    expect(actions).toEqual(['restored', 'bulk_undone', 'changed', 'changed', 'imported'])
  })

  it('ends after 60 minutes, and is not offered for an import that changes no guest', async () => {
    await add([vip('Ana', { jmbag: null })])
    const { rows } = await findBulk()
    await sql`update bulk_jobs set ended_at = now() - interval '61 minutes'`
    await expect(undoBulk(rows[0]?.id as string, admin)).rejects.toMatchObject({ code: 'too_late' })
    await makeGuest({ jmbag: '0036500001' })
    await add([{ name: 'Ivo', surname: 'Ivić', jmbag: '0036500001' }])
    expect((await findBulk()).rows).toEqual([])
  })
})

describe('the undo of a user import', () => {
  const addUsers = (...list: string[]) =>
    importUsers(
      numbered(list.map((name) => ({ name, email: `${name}@uvoz.example`, privilege: 3 }))),
      admin,
    )
  const imported = async () =>
    (await sql`select name from users where email like '%@uvoz.example' order by id`).map(
      ({ name }) => name,
    )
  const userIdOf = async (name: string) =>
    (await sql`select id from users where email = ${`${name}@uvoz.example`}`)[0]?.id as number

  beforeEach(async () => {
    await sql`delete from users where email like '%@uvoz.example'`
  })

  it('deletes the added users, except those who signed in or were changed since', async () => {
    await addUsers('ana')
    await addUsers('ivo', 'iva', 'mara')
    await updateUser(await userIdOf('iva'), { privilege: 2 }, admin)
    await sql`insert into auth_sessions (user_id, expires_at, ended_at)
      values (${await userIdOf('mara')}, now(), now())`
    const { rows } = await findUserImports()
    expect(rows).toMatchObject([
      { added: 3, unchanged: 1, createdBy: admin.name },
      { added: 1, unchanged: 1 },
    ])
    const id = rows[0]?.id as number
    expect(await undoUserImport(id, admin)).toEqual({ undone: 1, kept: 2 })
    expect(await imported()).toEqual(['ana', 'iva', 'mara'])
    expect((await findUserImports()).rows).toMatchObject([{ added: 1 }])
    await expect(undoUserImport(id, admin)).rejects.toMatchObject({ status: 409 })
    const [last] = await sql`select action, changes from activities order by id desc limit 1`
    expect(last).toEqual({
      action: 'import_undone',
      changes: { undone: [null, 1], kept: [null, 2] },
    })
    expect(await sql`select 1 from activities where changes::text like '%ivo@uvoz%'`).toEqual([])
  })

  it('ends after 60 minutes', async () => {
    await addUsers('ana')
    const [first] = (await findUserImports()).rows
    await sql`update activities set at = at - interval '61 minutes'`
    expect((await findUserImports()).rows).toEqual([])
    await expect(undoUserImport(first?.id as number, admin)).rejects.toMatchObject({
      code: 'too_late',
    })
    expect(await imported()).toEqual(['ana'])
  })
})
