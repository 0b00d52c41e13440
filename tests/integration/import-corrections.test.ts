import { beforeEach, describe, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import { randomUuidV1 } from '@/db/uuid'
import { importGuestFile, previewGuestFile } from '@/lib/guests/import/import'
import { importSetFile, previewSetFile } from '@/lib/programme/import'
import type { Correction } from '@/lib/spreadsheet/corrections-schema'
import { rowOfSheet } from '@/lib/spreadsheet/places'
import type { FileAnswer } from '@/lib/spreadsheet/schema'
import { importUserFile, previewUserFile } from '@/lib/users/import'
import { empty } from '../support/empty'
import { makeGuest, staff } from '../support/factories'
import { addPerformers, clearProgramme } from '../support/programme-rows'
import { rowsXml, workbook } from '../support/xlsx-files'

const sql = getSql()
const admin = await staff(1)

const csv = (...lines: string[]) => new File([lines.join('\n')], 'gosti.csv')
const stored = async () =>
  (
    await sql`
      select g.name, surname, jmbag, l.label as tag from guests g
      join guest_lists l on l.id = list_id where g.deleted_at is null order by g.id`
  ).map(({ name, surname, jmbag, tag }) => [name, surname, jmbag, tag])
const faulty = ({ rows }: FileAnswer) =>
  rows.flatMap(({ id, state, reasons }) => (state === 'faulty' ? [[id, ...reasons]] : []))
/** Returns the faulty rows, each with its first cell that is at fault. */
const faultyCells = ({ rows }: FileAnswer) =>
  rows.flatMap(({ id, state, cells = [] }) =>
    state === 'faulty' ? [[id, cells.find(({ error }) => error)] as const] : [],
  )

beforeEach(async () => {
  await empty(sql, 'mails', 'guests', 'import_mappings')
})

// Rule 11.17: a faulty row can be skipped or corrected in the preview.
describe('a faulty row of a guest file', () => {
  const file = csv(
    'name;surname;jmbag;email;tag;bought;phone',
    'Ana;Anić;12;;;;',
    'Ivo;Ivić;;;Nema;;0912345678',
    'Iva;Ivić;;;VIP;;',
    'Mara;Marić;0036000009;;;možda;',
  )

  it('has its values by field in the preview, with the reason at the field at fault', async () => {
    const { rows } = await previewGuestFile(file)
    const values = { surname: 'Ivić', jmbag: '', email: '' }
    expect(rows.map(({ id, row, cells }) => [id, row, cells])).toEqual([
      [
        2,
        2,
        [
          { field: 'name', value: 'Ana' },
          { field: 'surname', value: 'Anić' },
          { field: 'jmbag', value: '12', error: 'JMBAG mora biti 10 znamenki' },
          { field: 'email', value: '' },
          { field: 'tag', value: '' },
        ],
      ],
      [
        3,
        3,
        [
          { field: 'name', value: 'Ivo' },
          ...Object.entries(values).map(([field, value]) => ({ field, value })),
          { field: 'tag', value: 'Nema', error: 'Nepoznat tag: Nema' },
          { field: 'phone', value: '0912345678' },
        ],
      ],
      [
        5,
        5,
        [
          { field: 'name', value: 'Mara' },
          { field: 'surname', value: 'Marić' },
          { field: 'jmbag', value: '0036000009' },
          { field: 'email', value: '' },
          { field: 'tag', value: '' },
          { field: 'bought', value: 'možda', error: 'Vrijednost mora biti 0 ili 1' },
        ],
      ],
    ])
  })

  it('is imported as it was corrected, or not at all if it was skipped', async () => {
    const corrections: Correction[] = [
      { row: 2, skip: true },
      { row: 3, fields: { tag: 'vip', name: ' Ivica ' } },
      { row: 5, fields: { bought: 'da' } },
    ]
    const preview = await previewGuestFile(file, { corrections })
    expect(preview).toMatchObject({ toAdd: 3, faulty: 0, noted: 0, skipped: 0, omitted: 1 })
    expect(preview.rows).toEqual([
      {
        id: 2,
        row: 2,
        state: 'omitted',
        text: 'Ana Anić · 12',
        reasons: ['Preskočeno u pregledu'],
      },
    ])
    const result = await importGuestFile(file, 'skip', admin, { corrections })
    expect(result).toMatchObject({ imported: preview.toAdd, faulty: 0, omitted: 1 })
    expect(await stored()).toEqual([
      ['Ivica', 'Ivić', null, 'VIP'],
      ['Iva', 'Ivić', null, 'VIP'],
      ['Mara', 'Marić', '0036000009', 'Brucoši'],
    ])
  })

  it('stays faulty after a wrong correction, and nothing is written', async () => {
    const corrections: Correction[] = [
      { row: 2, fields: { jmbag: '0036' } },
      { row: 3, skip: true },
      { row: 5, fields: { bought: 'možda' } },
    ]
    const preview = await previewGuestFile(file, { corrections })
    expect(faulty(preview)).toEqual([
      [2, 'jmbag: JMBAG mora biti 10 znamenki'],
      [5, 'bought: Vrijednost mora biti da ili ne (može i x, 1, 0)'],
    ])
    expect(preview.rows[0]?.cells?.[2]).toMatchObject({ field: 'jmbag', value: '0036' })
    const importing = importGuestFile(file, 'skip', admin, { corrections })
    await expect(importing).rejects.toMatchObject({ code: 'faulty_rows' })
    expect(await stored()).toEqual([])
  })

  it('with a formula is empty in the preview, and is imported with the typed value', async () => {
    const bytes = workbook({
      sheets: {
        Gosti:
          '<row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c><c r="B1" t="inlineStr"><is><t>surname</t></is></c></row>' +
          '<row r="2"><c r="A2"><f>1+1</f><v>2</v></c><c r="B2" t="inlineStr"><is><t>Anić</t></is></c></row>',
      },
    })
    const withFormula = new File([new Uint8Array(bytes)], 'gosti.xlsx')
    const [row] = (await previewGuestFile(withFormula)).rows
    expect(row?.cells?.[0]).toMatchObject({
      field: 'name',
      value: '',
      error: expect.stringContaining('Sadrži formulu'),
    })
    const corrections = [{ row: 2, fields: { name: 'Ana' } }]
    await importGuestFile(withFormula, 'skip', admin, { corrections })
    expect(await stored()).toEqual([['Ana', 'Anić', null, 'Brucoši']])
  })

  it('cannot be corrected if the file does not have it, since the user saw another file', async () => {
    const corrections: Correction[] = [{ row: 9, skip: true }]
    await expect(previewGuestFile(file, { corrections })).rejects.toMatchObject({
      code: 'unknown_row',
      message: expect.stringContaining('Reda 9 nema u datoteci'),
    })
  })
})

describe('a guest who is twice in a file, with other data', () => {
  const file = csv('name;surname;jmbag', 'Ana;Anić;0036000001', 'Anna;Anić;0036000001')
  const run = async (...corrections: Correction[]) => {
    const preview = await previewGuestFile(file, { corrections })
    if (preview.faulty > 0) return faulty(preview)
    const { imported, skipped } = await importGuestFile(file, 'skip', admin, { corrections })
    expect([imported, skipped]).toEqual([preview.toAdd, preview.skipped])
    return stored()
  }

  it('is imported from either row, or as two guests, as the user decides', async () => {
    const duplicate = '0036000001 je već u redu 2, s drugim podacima'
    expect(await run()).toEqual([[3, duplicate]])

    expect(await run({ row: 3, skip: true })).toEqual([['Ana', 'Anić', '0036000001', 'Brucoši']])
    await empty(sql, 'guests')
    expect(await run({ row: 2, skip: true })).toEqual([['Anna', 'Anić', '0036000001', 'Brucoši']])
    await empty(sql, 'guests')
    expect(await run({ row: 3, fields: { name: 'Ana' } })).toEqual([
      ['Ana', 'Anić', '0036000001', 'Brucoši'],
    ])
    await empty(sql, 'guests')
    expect(await run({ row: 3, fields: { jmbag: '0036000002' } })).toEqual([
      ['Ana', 'Anić', '0036000001', 'Brucoši'],
      ['Anna', 'Anić', '0036000002', 'Brucoši'],
    ])
  })

  it('is faulty also if a correction makes the second row equal to the first one', async () => {
    const different = csv('name;surname;jmbag', 'Ana;Anić;0036000001', 'Ivo;Ivić;12')
    const corrections = [{ row: 3, fields: { jmbag: '0036000001' } }]
    const preview = await previewGuestFile(different, { corrections })
    expect(faulty(preview)).toEqual([[3, '0036000001 je već u redu 2, s drugim podacima']])
    expect(preview.rows[0]?.cells?.[2]).toMatchObject({
      value: '0036000001',
      error: expect.stringContaining('je već u redu 2'),
    })
  })
})

it('a ticket code of a deleted guest and an ambiguous update are solved by a correction', async () => {
  const code = randomUuidV1()
  const deleted = await makeGuest({ conf_code: code, bought_at: '2026-10-01', jmbag: null })
  await sql`update guests set deleted_at = now() where id = ${deleted.id}`
  await makeGuest({ name: 'Ana', surname: 'Anić', jmbag: '0036000001', email: 'ana@x.hr' })
  const file = csv(
    'name;surname;jmbag;email;confCode',
    `Ivo;Ivić;;;${code}`,
    ';;0036000001;nova@x.hr;',
    ';Anić-Val;;ana@x.hr;',
  )
  const existing = 'update' as const
  const before = await previewGuestFile(file, { existing })
  expect(faulty(before)).toEqual([
    [2, 'Karta s tim kodom pripada obrisanom gostu: vratite ga ili izbrišite kod'],
    [4, 'Istog gosta već mijenja red 3, drukčije'],
  ])
  expect(before.rows[0]?.cells?.find(({ error }) => error)?.field).toBe('confCode')
  const corrections: Correction[] = [
    { row: 2, fields: { confCode: '' } },
    { row: 4, skip: true },
  ]
  const result = await importGuestFile(file, 'skip', admin, { existing, corrections })
  expect(result).toMatchObject({ imported: 1, updated: 1, omitted: 1 })
  const guests = await sql`
    select name, email from guests where deleted_at is null and name in ('Ana', 'Ivo') order by name`
  expect(guests).toEqual([
    { name: 'Ana', email: 'nova@x.hr' },
    { name: 'Ivo', email: null },
  ])
})

it('a row of the second sheet is corrected by its id, and only this row', async () => {
  const sheet = (...names: string[]) =>
    rowsXml([['Prezime i ime', 'JMBAG'], ...names.map((name) => [name, '12'])])
  const bytes = workbook({ sheets: { Prva: sheet('Anić Ana'), Druga: sheet('Ivić Ivo') } })
  const file = new File([new Uint8Array(bytes)], 'fer.xlsx')
  const mapping = {
    sheets: [0, 1].map((index) => ({ sheet: index, headingRow: 1 })),
    columns: [
      { column: 0, field: 'surnameName' as const },
      { column: 1, field: 'jmbag' as const },
    ],
    tag: '',
  }
  const before = await previewGuestFile(file, { mapping })
  expect(before.rows.map(({ id, row, sheet }) => [id, row, sheet])).toEqual([
    [rowOfSheet(2, 0), 2, 'Prva'],
    [rowOfSheet(2, 1), 2, 'Druga'],
  ])
  const corrections: Correction[] = [
    { row: rowOfSheet(2, 0), skip: true },
    { row: rowOfSheet(2, 1), fields: { jmbag: '0036 000 002', surname: 'Ivić-Val' } },
  ]
  await importGuestFile(file, 'skip', admin, { mapping, corrections })
  expect(await stored()).toEqual([['Ivo', 'Ivić-Val', '0036000002', 'Brucoši']])
  const unknown: Correction[] = [{ row: 2, skip: true }]
  await expect(previewGuestFile(file, { mapping, corrections: unknown })).rejects.toMatchObject({
    code: 'unknown_row',
  })
})

it('a row that looks like a total is a guest once the user has corrected it', async () => {
  const file = csv('name;surname;tag', 'Ukupno: 2;;', 'Ana;Anić;')
  const corrections = [{ row: 2, fields: { name: 'Uka', surname: 'Punoš' } }]
  expect(await previewGuestFile(file)).toMatchObject({ toAdd: 1, noted: 1 })
  expect(await previewGuestFile(file, { corrections })).toMatchObject({ toAdd: 2, noted: 0 })
})

// Rule 11.5: nothing is written while a faulty row remains.
it('a fault that arises after the preview refuses the import, and a further correction solves it', async () => {
  await sql`insert into guest_lists (name) values ('Prijatelji')`
  const file = csv('name;surname;jmbag;tag', 'Ana;Anić;12;', 'Ivo;Ivić;;Prijatelji')
  const corrections: Correction[] = [{ row: 2, fields: { jmbag: '0036000001' } }]
  expect(await previewGuestFile(file, { corrections })).toMatchObject({ toAdd: 2, faulty: 0 })

  await sql`update guest_lists set deleted_at = now() where name = 'Prijatelji'`
  const refused = importGuestFile(file, 'skip', admin, { corrections })
  await expect(refused).rejects.toMatchObject({ code: 'faulty_rows' })
  expect(await stored()).toEqual([])

  const moreCorrections = [...corrections, { row: 3, fields: { tag: 'VIP' } }]
  await importGuestFile(file, 'skip', admin, { corrections: moreCorrections })
  expect(await stored()).toEqual([
    ['Ana', 'Anić', '0036000001', 'Brucoši'],
    ['Ivo', 'Ivić', null, 'VIP'],
  ])
})

it('a faulty user is imported as corrected, or skipped', async () => {
  await sql`delete from users where email like '%.ispravak@brucosijada.example'`
  const file = csv(
    'email;name;privilege',
    'ana.ispravak@brucosijada.example;Ana;9',
    'ivo.ispravak;Ivo;3',
  )
  const before = await previewUserFile(file)
  expect(faultyCells(before).map(([row, cell]) => [row, cell?.field])).toEqual([
    [2, 'privilege'],
    [3, 'email'],
  ])
  const corrections: Correction[] = [
    { row: 2, fields: { privilege: '4' } },
    { row: 3, skip: true },
  ]
  expect(await previewUserFile(file, corrections)).toMatchObject({ toAdd: 1, faulty: 0 })
  const result = await importUserFile(file, admin, corrections)
  expect(result).toMatchObject({ imported: 1, omitted: 1 })
  const users = await sql`
    select name, privilege from users where email like '%.ispravak@%' order by email`
  expect(users).toEqual([{ name: 'Ana', privilege: 4 }])
})

it('a faulty set is imported as corrected, or skipped', async () => {
  await clearProgramme(sql)
  await addPerformers(sql, { Bura: '' })
  const file = csv(
    'Pozornica;Izvođač;Naziv;Od;Do',
    'Velika;Burra;;21.11.2026. 21:00;22:00',
    'Velika;;Tišina;25:00;23:00',
    'Velika;;Kraj;21.11.2026. 21:30;22:30',
  )
  const before = await previewSetFile(file)
  expect(faultyCells(before).map(([row, cell]) => [row, cell?.field])).toEqual([
    [2, 'Izvođač'],
    [3, 'Od'],
  ])
  const bura = { row: 2, fields: { Izvođač: 'Bura' } }
  const partlyCorrected = await previewSetFile(file, [bura, { row: 3, skip: true }])
  expect(faultyCells(partlyCorrected)).toEqual([
    [4, { field: 'Od', value: '21.11.2026. 21:30', error: expect.stringContaining('već Bura') }],
  ])
  const corrections: Correction[] = [
    bura,
    { row: 3, skip: true },
    { row: 4, fields: { Od: '21.11.2026. 22:00' } },
  ]
  expect(await importSetFile(file, admin, corrections)).toMatchObject({ imported: 2, omitted: 1 })
})
