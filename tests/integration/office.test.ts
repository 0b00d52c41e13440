import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import ExcelJS from 'exceljs'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import type { UserRow } from '@/db/queries/users'
import { findActivities } from '@/lib/activities/record'
import { listedActivityResponse } from '@/lib/activities/schema'
import { bandContacts } from '@/lib/band-contacts/service'
import { previewRange, queueRange } from '@/lib/mail/bulk'
import { dailyReportWorkbook } from '@/lib/reports/service'
import { sponsorCountsWorkbook } from '@/lib/sponsors/invitations'
import { changeTag, createTag, deleteTag } from '@/lib/tags/service'
import { createTranslation, updateTranslation } from '@/lib/translations/service'
import { createUser, deleteUser, listUsers, updateUser } from '@/lib/users/service'
import { readVisibility, setVisibility } from '@/lib/visibility/service'
import { makeGuest, staff } from '../support/factories'
import { makeSponsor } from '../support/programme'

const sql = getSql()
let admin: UserRow

beforeAll(async () => {
  await sql`insert into users (name, email, privilege) values ('Ana', 'a@primjer.hr', 1)`
  admin = await staff(1)
})
beforeEach(async () => {
  await sql`delete from activities`
})

const conflict = { status: 409, code: 'changed_meanwhile' }

describe('the second of two conflicting changes is refused', () => {
  it('of a site text, but not if the changes concern different fields', async () => {
    const text = await createTranslation({ key: 'a.b', value: 'Staro' }, admin)
    await updateTranslation(text.id, { value: 'Prvo', seen: { value: 'Staro' } }, admin)
    await expect(
      updateTranslation(text.id, { value: 'Drugo', seen: { value: 'Staro' } }, admin),
    ).rejects.toMatchObject({ ...conflict, more: { fields: { value: ['Sada je: Prvo'] } } })
    const renamed = await updateTranslation(text.id, { key: 'a.c', seen: { key: 'a.b' } }, admin)
    expect(renamed).toEqual({ id: text.id, key: 'a.c', value: 'Prvo' })
  })

  it('of a band contact, a tag, a user and a visibility time', async () => {
    const contact = await bandContacts.create(
      { bandName: 'Bura', bookerName: 'Iva', bookerPhone: '1', bookerEmail: '', notes: '' },
      admin,
    )
    const outdated = { bandName: 'Bura', bookerName: 'Mia' }
    await expect(
      bandContacts.update(contact.id, { bookerName: 'Eva', seen: outdated }, admin),
    ).rejects.toMatchObject(conflict)
    const tag = await createTag('Press', admin)
    await expect(
      changeTag(tag.id, { name: 'X', seen: { name: 'Mediji' } }, admin),
    ).rejects.toMatchObject(conflict)
    const user = await createUser({ name: 'Iva', email: 'i@primjer.hr', privilege: 2 }, admin)
    await expect(
      updateUser(user.id, { privilege: 3, seen: { privilege: 4 } }, admin),
    ).rejects.toMatchObject(conflict)
    const [first, second] = ['2026-12-01T19:00:00.000Z', '2026-12-02T19:00:00.000Z'] as const
    await setVisibility('TIMER_TIME', { visible: first, seen: { visible: '' } }, admin)
    await expect(
      setVisibility('TIMER_TIME', { visible: second, seen: { visible: '' } }, admin),
    ).rejects.toMatchObject(conflict)
    expect((await readVisibility()).timerTime).toBe(first)
    await deleteTag(tag.id, admin)
  })
})

it('the activity log shows the current name of an entity, and is searched by user and text', async () => {
  const other = await createUser({ name: 'Đuro', email: 'd@primjer.hr', privilege: 1 }, admin)
  const tag = await createTag('Tisak', other)
  await changeTag(tag.id, { name: 'Mediji' }, other)
  const find = async (query: object) => {
    const { rows } = await findActivities(query)
    for (const row of rows) listedActivityResponse.parse(row)
    return rows.map(({ entity, action, subject }) => `${entity} ${action} ${subject}`)
  }
  expect(await find({})).toEqual([
    'tags changed Mediji',
    'tags created Mediji',
    'users created Đuro',
  ])
  expect(await find({ user: admin.id })).toEqual(['users created Đuro'])
  expect(await find({ search: 'tisak' })).toEqual(['tags changed Mediji', 'tags created Mediji'])
  await deleteTag(tag.id, other)
  await deleteUser(other.id, admin)
  expect(await find({ limit: 2 })).toEqual(['users deleted null', 'tags deleted null'])
})

it('the list of users can be filtered by privilege and searched at the same time', async () => {
  await createUser({ name: 'Pero', email: 'p3@primjer.hr', privilege: 3 }, admin)
  await createUser({ name: 'Pero', email: 'p2@primjer.hr', privilege: 2 }, admin)
  const found = await listUsers({ privilege: '3', search: 'pero' })
  expect(found).toMatchObject({ total: 1, rows: [{ email: 'p3@primjer.hr' }] })
  expect((await listUsers({ privilege: '4', search: 'pero' })).total).toBe(0)
})

// Rule 7.8: 'Send Emails' counts the mails before it sends them.
it('the preview of a mail range counts the mails and queues none', async () => {
  await sql`delete from guests`
  for (const n of [1, 2, 3])
    await makeGuest({
      jmbag: n === 3 ? null : `003612345${n}`,
      bought_at: '2026-11-01T10:00:00Z',
      conf_code: `00000000-0000-1000-8000-00000000000${n}`,
    })
  const range = { start: 1, end: 9 }
  expect(await previewRange(range)).toMatchObject({ queued: 2, skipped: 0, withoutAddress: 1 })
  expect(await sql`select id from mails`).toHaveLength(0)
  await queueRange({ start: 1, end: 1 }, admin)
  expect(await previewRange(range)).toMatchObject({ queued: 1, skipped: 1, withoutAddress: 1 })
})

it('the workbook of sponsor counts has sums, and a name like =1+1 stays text', async () => {
  await sql`delete from sponsors`
  await makeSponsor({ name: '=1+1', guestCap: 5 })
  await makeSponsor({ name: 'Zagrebačka', guestCap: 7 })
  expect(await readRows(await sponsorCountsWorkbook())).toEqual([
    ['Firma', 'Odobreno', 'Uneseno na popis', 'Ušlo'],
    ['=1+1', 5, 0, 0],
    ['Zagrebačka', 7, 0, 0],
    ['Ukupno', 12, 0, 0],
  ])
})

async function readRows(file: Readable): Promise<unknown[]> {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load((await buffer(file)) as never)
  const rows: unknown[] = []
  workbook.worksheets[0]?.eachRow((row) => rows.push((row.values as unknown[]).slice(1)))
  return rows
}

it('the workbook of the daily report has real dates, numbers and sums', async () => {
  const day = { total: 3, before12: 1, after12: 2 }
  const file = dailyReportWorkbook([
    { day: '2026-10-26', ...day },
    { day: '2026-10-25', ...day },
  ])
  expect(await readRows(file)).toEqual([
    ['Datum', 'Ukupno prodano', 'Prije 12:00', 'Nakon 12:00'],
    [new Date('2026-10-26T00:00:00Z'), 3, 1, 2],
    [new Date('2026-10-25T00:00:00Z'), 3, 1, 2],
    ['Ukupno', 6, 2, 4],
  ])
})
