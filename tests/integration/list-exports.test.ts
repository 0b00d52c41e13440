import ExcelJS from 'exceljs'
import { beforeEach, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import { bandContacts } from '@/lib/band-contacts/service'
import { exportEndpoints } from '@/lib/endpoints/exports'
import { awaitDayBoundary } from '../support/day-boundary'
import { empty } from '../support/empty'
import { staff } from '../support/factories'
import { call, signedIn } from '../support/gate'
import { makeSponsor } from '../support/programme'

const sql = getSql()

type ExportPath = keyof typeof exportEndpoints

const requestExport = async (path: ExportPath, query = '', privilege = 1) =>
  call(exportEndpoints[path].GET, 'GET', { headers: await signedIn(privilege), query })

async function rowsOf(path: ExportPath, query = ''): Promise<unknown[][]> {
  const response = await requestExport(path, query)
  expect(response.status).toBe(200)
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load(await response.arrayBuffer())
  const rows: unknown[][] = []
  workbook.worksheets[0]?.eachRow((row) => rows.push((row.values as unknown[]).slice(1)))
  return rows
}

beforeEach(async () => {
  await empty(sql, 'activities', 'band_contacts', 'guests')
  await sql`delete from guest_lists where kind = 'tag' and role is null`
})

// Rule 11.9: cells of an export are safe against formulas.
it('the export of band contacts follows search and order, and stores formulas as text', async () => {
  const admin = await staff(1)
  const emptyFields = { bookerEmail: '', notes: '' }
  for (const contact of [
    { bandName: 'Žabe', bookerName: 'Ana', bookerPhone: '+385 91 1', ...emptyFields },
    {
      bandName: '=1+1',
      bookerName: 'Ana',
      bookerPhone: '-2',
      bookerEmail: 'a@b.hr',
      notes: '@a\nb',
    },
    { bandName: 'Bura', bookerName: 'Iva', bookerPhone: '3', ...emptyFields },
  ])
    await bandContacts.create(contact, admin)
  const heading = ['Bend', 'Osoba za kontakt', 'Telefon', 'E-mail', 'Napomena']
  expect(await rowsOf('contact/export', '?search=ana&ordering=-bandName')).toEqual([
    heading,
    ['Žabe', 'Ana', '+385 91 1'],
    ['=1+1', 'Ana', '-2', 'a@b.hr', '@a\nb'],
  ])
  expect(await rowsOf('contact/export')).toHaveLength(4)
})

it('the export of tags contains their counts', async () => {
  await sql`insert into guest_lists (name) values ('Mediji')`
  await sql`insert into guests (name, surname, list_id, bought_at, conf_code)
    select 'Ana', 'Anić', id, now(), gen_random_uuid() from guest_lists where name = 'Mediji'`
  expect(await rowsOf('tags/export', '?search=med')).toEqual([
    ['Naziv', 'Ukupno', 'Kupljeno', 'Ušlo'],
    ['Mediji', 1, 1, 0],
  ])
  expect((await rowsOf('tags/export', '?ordering=-count'))[1]?.[0]).toBe('Mediji')
})

it('the export of users contains e-mail and privilege, for all users or one privilege', async () => {
  await sql`insert into users (name, email, privilege) values ('Iva', 'iva@primjer.hr', 3), ('', 'nova@primjer.hr', 0)
    on conflict do nothing`
  const find = (query: string) => rowsOf('users/export', `?search=primjer.hr&${query}`)
  const heading = ['Ime i prezime', 'E-mail', 'Privilegija']
  const withoutPrivilege = [undefined, 'nova@primjer.hr', 'Bez privilegija']
  const iva = ['Iva', 'iva@primjer.hr', 'Karte']
  expect(await find('privilege=3')).toEqual([heading, iva])
  expect(await find('ordering=privilege')).toEqual([heading, withoutPrivilege, iva])
})

it('the export of sponsors contains the sums of the matching sponsors', async () => {
  await sql`delete from sponsors`
  for (const [name, guestCap] of [
    ['Pekara', 5],
    ['Pekara Dva', 7],
    ['Tiskara', 9],
  ] as const)
    await makeSponsor({ name, guestCap })
  expect(await rowsOf('sponsors/counts/export', '?search=pekara&ordering=-guestCap')).toEqual([
    ['Firma', 'Odobreno', 'Uneseno na popis', 'Ušlo'],
    ['Pekara Dva', 7, 0, 0],
    ['Pekara', 5, 0, 0],
    ['Ukupno', 12, 0, 0],
  ])
})

it('each export is for admins only, has the date in its file name, and is logged', async () => {
  await awaitDayBoundary()
  for (const [path, entity, file] of [
    ['contact/export', 'band-contacts', 'kontakti'],
    ['sponsors/counts/export', 'sponsors', 'firme'],
    ['tags/export', 'tags', 'tagovi'],
    ['users/export', 'users', 'korisnici'],
  ] as const) {
    for (const privilege of [0, 2, 3, 4])
      expect((await requestExport(path, '', privilege)).status).toBe(403)
    const response = await requestExport(path)
    expect(response.headers.get('content-disposition')).toMatch(
      new RegExp(`filename="${file}-\\d{4}-\\d\\d-\\d\\d\\.xlsx"`),
    )
    await response.arrayBuffer()
    const activities = await sql`select action, entity_id from activities where entity = ${entity}`
    expect(activities).toEqual([{ action: 'exported', entity_id: 'export' }])
    expect(await (await requestExport(path, '?ordering=izmisljeno')).json()).toMatchObject({
      fields: { ordering: ['Nepoznato polje: izmisljeno'] },
    })
  }
})
