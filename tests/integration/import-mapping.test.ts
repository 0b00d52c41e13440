import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import { randomUuidV1 } from '@/db/uuid'
import { changeGuest } from '@/lib/guests/change-guest'
import { findGuests } from '@/lib/guests/guest-queries'
import { readGuestHistory } from '@/lib/guests/history'
import { importGuestFile, previewGuestFile } from '@/lib/guests/import/import'
import type { GuestMapping, Shape } from '@/lib/guests/import/mapping-schema'
import { shapeOfFile } from '@/lib/guests/import/shape'
import { guestListQuery } from '@/lib/guests/schema'
import { check } from '@/lib/http/request'
import { acceptedMapping } from '../support/accepted-mapping'
import { empty } from '../support/empty'
import { makeGuest, makeSignup, staff } from '../support/factories'
import { makeSponsor, runConcurrently } from '../support/programme'
import { rowsXml, workbook } from '../support/xlsx-files'

const sql = getSql()
const admin = await staff(1)

const HEADINGS = ['R.br.', 'PREZIME I IME', 'JMBAG', 'E-mail', 'Plaćeno']
const sheet = (...rows: (string | number | null)[][]) =>
  rowsXml([['Popis brucoša, FER'], [], HEADINGS, ...rows])
const xlsx = (sheets: Record<string, string>) =>
  new File([new Uint8Array(workbook({ sheets }))], 'fer.xlsx')
const csv = (text: string) => new File([text], 'gosti.csv')

const shapeOf = (file: File, heading = {}) => shapeOfFile(file, heading, admin)
const fieldsOf = (shape: Shape, at = 0) => shape.sheets[at]?.columns.map(({ field }) => field)

const stored = () => sql`
  select g.name, surname, jmbag, email, l.name as list, conf_code is not null as bought
  from guests g join guest_lists l on l.id = list_id where g.deleted_at is null order by g.id`

beforeEach(async () => {
  await empty(sql, 'mails', 'guests', 'signups', 'import_mappings', 'activities')
})

it('recognizes the columns of a CSV file in which one quoted cell spans two of three rows', async () => {
  const shape = await shapeOf(
    csv('JMBAG;Ime;Prezime\n0036512345;Ana;Anić\n"0036512346;Ivo;Ivić\n0036512347;Ida;Idić"\n'),
  )
  expect(fieldsOf(shape)).toEqual(['jmbag', 'name', 'surname'])
})

describe('a sample file', () => {
  const sampleFile = (name: string) => new File([readFileSync(`tests/cases/${name}`)], name)
  const expected = (name: string) =>
    JSON.parse(readFileSync(`tests/cases/${name}.expected.json`, 'utf8'))

  it('with merged cells puts each guest on the list that the merged cell names', async () => {
    const file = sampleFile('09-merged-list.xlsx')
    const mapping = acceptedMapping(await shapeOf(file))
    await importGuestFile(file, 'skip', admin, { mapping })
    const guests = (await stored()).map(({ name, surname, list }) => [name, surname, list])
    expect(guests).toEqual(expected('09-merged-list').guests)
  })

  it('with a totals row and a signature adds neither as a guest, and notes both rows', async () => {
    const file = sampleFile('10-totals-row.xlsx')
    const mapping = acceptedMapping(await shapeOf(file))
    const preview = await previewGuestFile(file, { mapping })
    expect(preview.rows.map(({ row, state, text }) => [row, state, text])).toEqual([
      [5, 'noted', 'Ukupno: 2'],
      [6, 'noted', 'Popis izradila referada'],
    ])
    expect(preview.rows[0]?.reasons).toEqual(['Nije uvezeno: zbroj ili potpis, a ne gost'])
    const { imported } = await importGuestFile(file, 'skip', admin, { mapping })
    expect(imported).toBe(expected('10-totals-row').imported)
  })

  it('with hidden rows and columns is reported, maps visible columns, and can skip hidden rows', async () => {
    const file = sampleFile('12-hidden.xlsx')
    const shape = await shapeOf(file)
    expect(shape.sheets[0]?.columns.map(({ field, isHidden }) => [field, isHidden])).toEqual([
      ['name', false],
      ['surname', false],
      ['jmbag', false],
      ['bought', false],
      ['', true],
      ['email', false],
    ])
    const mapping = acceptedMapping(shape)
    const preview = await previewGuestFile(file, { mapping })
    expect(preview.hidden).toEqual({ count: 2, rows: [3, 5], columns: ['E'] })
    expect(preview).toMatchObject({ toAdd: 4, noted: 2 })
    expect(preview.rows.map(({ row, reasons }) => [row, reasons])).toEqual([
      [3, ['Red je skriven u datoteci']],
      [5, ['Red je skriven u datoteci']],
    ])
    const withoutHidden = await previewGuestFile(file, { mapping, hidden: 'skip' })
    expect(withoutHidden).toMatchObject({ toAdd: 2, noted: 2, hidden: { count: 2 } })
    await importGuestFile(file, 'skip', admin, { mapping, hidden: 'skip' })
    expect((await stored()).map(({ name, email }) => [name, email])).toEqual([
      ['Ana', 'novo0@primjer.hr'],
      ['Mia', 'novo2@primjer.hr'],
    ])
  })

  it('with invisible characters is imported without them, so that a search finds the guests', async () => {
    await importGuestFile(sampleFile('07-invisible.csv'), 'skip', admin)
    const guests = (await stored()).map((guest) => [
      guest.jmbag,
      guest.name,
      guest.surname,
      guest.email,
    ])
    expect(guests).toEqual(expected('07-invisible').guests)
    for (const search of ['Vidljiva', 'vidl\u00adjiva'])
      expect((await findGuests(check(guestListQuery, { search }), admin)).rows).toHaveLength(1)
  })
})

describe('an unusual table', () => {
  it('with two rows of headings is read by the row with exact headings', async () => {
    const shape = await shapeOf(
      csv('Podaci o studentu;;Adresa;\nPrezime;Ime;E-mail;Mobitel\nAnić;Ana;a@b.hr;0911112222\n'),
    )
    expect(shape.sheets[0]?.headingRow).toBe(2)
    expect(fieldsOf(shape)).toEqual(['surname', 'name', 'email', 'phone'])
  })

  it('without names is imported with a notice at each guest', async () => {
    const file = csv('Oznaka;JMBAG\nGost 1;0036512345\nGost 2;0036512346\n')
    const mapping = acceptedMapping(await shapeOf(file))
    const preview = await previewGuestFile(file, { mapping })
    expect(preview).toMatchObject({ toAdd: 2, noted: 2 })
    expect(preview.rows[0]?.reasons).toEqual(['Bez imena i prezimena'])
    const named = csv('Ime;Prezime;JMBAG\nGost1;Prvi2;0036512345\n')
    expect(fieldsOf(await shapeOf(named))).toEqual(['name', 'surname', 'jmbag'])
  })

  it('with initials, titles and remarks in names, and phones without a zero, gets notices', async () => {
    const file = csv(
      [
        'Ime i prezime;E-mail;Mobitel',
        'Marko Đ. Perić;m@b.hr;911112222',
        '"Ivan Horvat, mag. ing.";i@b.hr;385911112222',
        'Iva Ivić (vegan);v@b.hr;(+385) 91 111 2222',
        'Sama;;',
      ].join('\n'),
    )
    const mapping = acceptedMapping(await shapeOf(file))
    const { rows } = await previewGuestFile(file, { mapping })
    expect(rows.map(({ row, reasons }) => [row, reasons[0]])).toEqual([
      [2, 'Telefon je zapisan kao broj, pa provjerite: 0911112222'],
      [3, 'Bez titule: mag. ing.. Telefon je zapisan kao broj, pa provjerite: +385911112222'],
      [4, 'U napomeni: vegan'],
      [5, 'U redu je samo ime: možda nije gost'],
    ])
    await importGuestFile(file, 'skip', admin, { mapping })
    const guests = await sql`select name, surname, phone, note from guests order by id`
    expect(guests.map((guest) => Object.values(guest))).toEqual([
      ['Marko Đ.', 'Perić', '0911112222', null],
      ['Ivan', 'Horvat', '+385911112222', null],
      ['Iva', 'Ivić', '+385 91 111 2222', 'vegan'],
      ['Sama', '', null, null],
    ])
  })
})

describe('a table that is not in the format of the template', () => {
  const file = xlsx({
    Upute: rowsXml([['Molimo ne mijenjajte stupce']]),
    '1. grupa': sheet(
      [1, 'Anić Ana', 36512345, 'Ana@fer.hr', 'da'],
      [2, 'Horvat Kovač Iva', 36512346, null, 'ne'],
    ),
    '2. grupa': rowsXml([HEADINGS, [1, 'Đurić Mara', '0036512347', null, 'x']]),
    Drugo: rowsXml([
      ['Ime', 'Prezime', 'Kategorija'],
      ['Ana', 'Val', 'VIP'],
    ]),
  })

  // Rule 11.12: a file with other field names is mapped column by column.
  it('gets a proposed mapping for each sheet, and is imported by the accepted mapping', async () => {
    const shape = await shapeOf(file)
    expect(shape.sheets.map(({ name, headingRow, alike }) => [name, headingRow, alike])).toEqual([
      ['Upute', 0, [0]],
      ['1. grupa', 3, [1, 2]],
      ['2. grupa', 1, [1, 2]],
      ['Drugo', 1, [3]],
    ])
    expect(shape).toMatchObject({ chosen: [1, 2], tag: '', isRemembered: false })
    expect(shape.lists[0]).toEqual({ tag: '', name: 'Brucoši', isSponsor: false })
    expect(fieldsOf(shape, 1)).toEqual(['', 'surnameName', 'jmbag', 'email', 'bought'])
    expect(fieldsOf(shape, 3)).toEqual(['name', 'surname', 'tag'])
    expect(shape.sheets[1]?.columns[1]).toMatchObject({
      letters: 'B',
      heading: 'PREZIME I IME',
      samples: ['Anić Ana', 'Horvat Kovač Iva'],
      isSure: true,
    })

    const mapping = acceptedMapping(shape)
    const preview = await previewGuestFile(file, { mapping })
    expect(preview).toMatchObject({ toAdd: 3, faulty: 0, toUpdate: 0, changes: [] })
    expect(preview.rows).toContainEqual({
      id: 4_000_005,
      row: 5,
      sheet: '1. grupa',
      state: 'noted',
      text: 'Iva Horvat Kovač · 0036512346',
      reasons: ['Ime: Iva · prezime: Horvat Kovač. JMBAG je nadopunjen nulama: 0036512346'],
    })
    expect(await stored()).toEqual([])
    expect(await importGuestFile(file, 'skip', admin, { mapping })).toMatchObject({ imported: 3 })
    expect(await stored()).toEqual([
      {
        name: 'Ana',
        surname: 'Anić',
        jmbag: '0036512345',
        email: 'ana@fer.hr',
        list: 'Brucoši',
        bought: true,
      },
      {
        name: 'Iva',
        surname: 'Horvat Kovač',
        jmbag: '0036512346',
        email: null,
        list: 'Brucoši',
        bought: false,
      },
      {
        name: 'Mara',
        surname: 'Đurić',
        jmbag: '0036512347',
        email: null,
        list: 'Brucoši',
        bought: true,
      },
    ])
  })

  it('is refused without a mapping, and errors of a mapped import name sheet and row', async () => {
    await expect(previewGuestFile(file)).rejects.toMatchObject({
      more: { code: 'unknown_columns' },
    })
    const shape = await shapeOf(file)
    const wrong = { ...acceptedMapping(shape), tag: 'Nema' }
    await expect(importGuestFile(file, 'skip', admin, { mapping: wrong })).rejects.toMatchObject({
      more: {
        code: 'faulty_rows',
        fields: {
          '4 na 2. listu': ['Nepoznat tag: Nema'],
          '2 na 3. listu': ['Nepoznat tag: Nema'],
        },
      },
    })
    expect(await stored()).toEqual([])
    expect(await sql`select from import_mappings`).toHaveLength(0)
  })

  it('has no heading row if none is found, but uses the row that the user chooses', async () => {
    const odd = csv('Ana;Anić;0036512345\nIvo;Ivić;0036512346')
    const shape = await shapeOf(odd)
    expect(shape.sheets[0]?.headingRow).toBe(0)
    expect(fieldsOf(shape)).toEqual(['name', 'surname', 'jmbag'])
    const preview = await previewGuestFile(odd, { mapping: acceptedMapping(shape) })
    expect(preview).toMatchObject({ toAdd: 2, faulty: 0 })
    const chosen = await shapeOf(odd, { sheet: 0, row: 1 })
    expect(chosen.sheets[0]).toMatchObject({ headingRow: 1, firstRows: [{ row: 1 }, { row: 2 }] })
    expect(chosen.sheets[0]?.columns[0]).toMatchObject({ heading: 'Ana', samples: ['Ivo'] })
  })

  it('gets the order of first and last names from sign-ups with the same JMBAG', async () => {
    const names = csv('Student;JMBAG\nZub Xena;0036512345\nVal Ykar;0036512346')
    expect(fieldsOf(await shapeOf(names))?.[0]).toBe('nameSurname')
    await makeSignup('0036512345', 'Xena', 'Zub')
    expect(fieldsOf(await shapeOf(names))?.[0]).toBe('surnameName')
  })

  it('is refused with a message if the file is empty, without data or damaged', async () => {
    await expect(shapeOf(csv('\n;;\n'))).rejects.toThrow('Tablica nema nijednog reda s podacima.')
    await expect(shapeOf(new File([], 'x.csv'))).rejects.toThrow('Datoteka je prazna.')
    await expect(shapeOf(new File(['PK\x03\x04x'], 'x.xlsx'))).rejects.toThrow('oštećena')
  })
})

describe('an accepted column mapping', () => {
  const head = 'Gost;Adresa;Vrsta'
  const first = csv(`${head}\nAna Val;a@x.hr;1\nIvo Zub;i@x.hr;0`)
  const columns = [
    { column: 0, field: 'surnameName' as const },
    { column: 1, field: 'email' as const },
  ]
  const mapping = { sheets: [{ sheet: 0, headingRow: 1 }], columns, tag: 'VIP' }

  // Rule 11.12: the mapping is proposed again for the same headings.
  it('is proposed again for the same headings, in any order and below any title', async () => {
    await importGuestFile(first, 'skip', admin, { mapping })
    const next = csv('Popis za ulaz\n\nadresa;VRSTA;Gost:\nb@x.hr;1;Val Ana')
    const shape = await shapeOf(next)
    expect(shape).toMatchObject({ isRemembered: true, tag: 'VIP', chosen: [0] })
    expect(shape.sheets[0]?.headingRow).toBe(3)
    expect(fieldsOf(shape)).toEqual(['email', '', 'surnameName'])
    expect((await shapeOf(csv('Gost;Vrsta\nAna Val;1'))).isRemembered).toBe(false)
    expect((await shapeOf(next, { sheet: 0, row: 3 })).isRemembered).toBe(false)
    await importGuestFile(first, 'skip', admin, {
      mapping: { ...mapping, columns: [{ column: 0, field: 'nameSurname' }], tag: '' },
    })
    expect(await shapeOf(next)).toMatchObject({ isRemembered: true, tag: '' })
    expect(fieldsOf(await shapeOf(next))).toEqual(['', '', 'nameSurname'])
  })

  it('is stored without text of the file, and not stored for a file without headings', async () => {
    await importGuestFile(first, 'skip', admin, { mapping })
    const [row] = await sql`select hash, fields, list_id from import_mappings`
    expect(row).toMatchObject({ hash: /^[0-9a-f]{64}$/, fields: ['email', 'surnameName', null] })
    await sql`delete from import_mappings`
    const bare = { ...mapping, sheets: [{ sheet: 0, headingRow: 0 }] }
    await importGuestFile(csv('Ana Val;c@x.hr'), 'add', admin, { mapping: bare })
    expect(await sql`select from import_mappings`).toHaveLength(0)
  })

  it('is no longer proposed after its guest list is deleted', async () => {
    const [list] = await sql`insert into guest_lists (name) values ('Kratki') returning id`
    await importGuestFile(first, 'skip', admin, { mapping: { ...mapping, tag: 'Kratki' } })
    expect((await shapeOf(first)).isRemembered).toBe(true)
    await sql`delete from guests`
    await sql`update guest_lists set deleted_at = now() where id = ${list?.id}`
    expect((await shapeOf(first)).isRemembered).toBe(false)
  })
})

describe('an import of existing guests', () => {
  const update = { existing: 'update' as const }
  const makeKnownGuest = () =>
    makeGuest({ name: 'Ana', surname: 'Anić', jmbag: '0036512345', email: 'stara@x.hr' })
  const makeTicketHolder = (code: string) =>
    makeGuest({
      name: 'Ivo',
      surname: 'Zub',
      jmbag: null,
      tag: 'VIP',
      conf_code: code,
      bought_at: '2026-10-01',
    })

  // Rule 11.13: an import may also change guests who are on the list.
  it('changes guests only on request, and reports old and new values', async () => {
    const ana = await makeKnownGuest()
    const code = randomUuidV1()
    await makeTicketHolder(code)
    await makeGuest({ name: 'Eva', surname: 'Val', jmbag: null, tag: 'VIP', email: 'eva@x.hr' })
    await makeGuest({ name: 'Isti', surname: 'Gost', jmbag: '0036512399' })
    const file = csv(
      [
        'name;surname;jmbag;email;tag;bought;confCode',
        'Ana;Anić Zub;0036512345;Nova@x.hr;VIP;1;',
        `;Zubić;;;;;${code}`,
        'Evica;;;eva@x.hr;;;',
        ';;0036512399;;;;',
        'Nova;Gošća;0036512400;;;;',
      ].join('\n'),
    )
    expect(await previewGuestFile(file)).toMatchObject({ toAdd: 2, skipped: 3, toUpdate: 0 })
    const preview = await previewGuestFile(file, update)
    expect(preview).toMatchObject({ toAdd: 1, skipped: 1, faulty: 0, toUpdate: 3, updated: 0 })
    expect(preview.changes).toEqual([
      {
        row: 2,
        by: 'jmbag',
        text: 'Ana Anić · 0036512345 · stara@x.hr',
        fields: [
          { field: 'surname', before: 'Anić', after: 'Anić Zub' },
          { field: 'email', before: 'stara@x.hr', after: 'nova@x.hr' },
          { field: 'tag', before: 'Brucoši', after: 'VIP' },
        ],
      },
      {
        row: 3,
        by: 'confCode',
        text: 'Ivo Zub',
        fields: [{ field: 'surname', before: 'Zub', after: 'Zubić' }],
      },
      {
        row: 4,
        by: 'email',
        text: 'Eva Val · eva@x.hr',
        fields: [{ field: 'name', before: 'Eva', after: 'Evica' }],
      },
    ])
    const before = await stored()
    expect(before[0]).toMatchObject({ surname: 'Anić' })

    const result = await importGuestFile(file, 'skip', admin, update)
    expect(result).toMatchObject({ imported: 1, updated: 3, changes: preview.changes })
    expect(await stored()).toMatchObject([
      { name: 'Ana', surname: 'Anić Zub', email: 'nova@x.hr', list: 'VIP', bought: false },
      { name: 'Ivo', surname: 'Zubić', list: 'VIP', bought: true },
      { name: 'Evica', surname: 'Val', email: 'eva@x.hr', list: 'VIP' },
      { name: 'Isti', surname: 'Gost', email: null },
      { name: 'Nova', surname: 'Gošća' },
    ])
    const record = await sql`select entity_id, changes from activities where entity = 'guests'`
    expect(record).toEqual([
      { entity_id: 'import', changes: { rows: [null, 1], updated: [null, 3] } },
    ])
    const { activities } = await readGuestHistory(ana.id)
    expect(activities).toMatchObject([{ action: 'imported', user: { name: admin.name } }])
    const repeated = await importGuestFile(file, 'skip', admin, update)
    expect(repeated).toMatchObject({ imported: 0, updated: 0, skipped: 5 })
  })

  it('reports rows that break a rule, repeat a guest or match several guests', async () => {
    const code = randomUuidV1()
    await makeKnownGuest()
    await makeTicketHolder(code)
    await makeGuest({ name: 'Dva', surname: 'Ista', jmbag: null, email: 'dva@x.hr' })
    await makeGuest({ name: 'Dvije', surname: 'Ista', jmbag: null, email: 'dva@x.hr' })
    const file = csv(
      [
        'name;surname;jmbag;email;tag;confCode',
        `A;B;0036512345;;;${code}`,
        `A;B;0036512999;;;${code}`,
        'A;B;0036512345;;Nema;',
        'Treća;Ista;;dva@x.hr;;',
      ].join('\n'),
    )
    const reasonsOf = async (text: File) =>
      (await previewGuestFile(text, update)).rows.map(({ row, reasons }) => `${row} ${reasons}`)
    expect(await reasonsOf(file)).toEqual([
      '2 JMBAG i kod karte pripadaju različitim gostima',
      `3 ${code} je već u redu 2, s drugim podacima`,
      '4 0036512345 je već u redu 2, s drugim podacima',
      '5 Adresu dva@x.hr ima više gostiju, pa se ne zna koga ažurirati',
    ])
    expect(await reasonsOf(csv(`jmbag;confCode\n0036512998;${code}`))).toEqual([
      '2 JMBAG se upisuje samo za brucoše.',
    ])
    expect(await reasonsOf(csv(`jmbag;confCode;tag\n0036512998;${code};Brucoši`))).toEqual([])
    expect(await reasonsOf(csv('jmbag;tag\n0036512345;Nema'))).toEqual(['2 Nepoznat tag: Nema'])
    const twice = 'name;surname;email\nEva;Val;eva@x.hr\nEva;Val;eva@x.hr\nIva;Val;eva@x.hr'
    await makeGuest({ name: 'E', surname: 'V', jmbag: null, email: 'eva@x.hr' })
    expect(await reasonsOf(csv(twice))).toEqual([
      '4 Istog gosta već mijenja red 2, drukčije',
      '3 Isti red je već na popisu (red 2)',
    ])
  })

  it('shows in its preview that the guests move to the list of the mapping', async () => {
    const sponsor = await makeSponsor()
    await makeKnownGuest()
    const mapping: GuestMapping = {
      sheets: [{ sheet: 0, headingRow: 1 }],
      columns: [{ column: 0, field: 'jmbag' }],
      tag: `${sponsor.slug} ${sponsor.name}`,
    }
    const preview = await previewGuestFile(csv('Matični broj\n36512345'), { mapping, ...update })
    expect(preview.changes[0]?.fields).toEqual([
      { field: 'tag', before: 'Brucoši', after: sponsor.name },
    ])
  })

  it('reports real old values when two imports and other users change the same guests at once', async () => {
    const count = 60
    const jmbag = (i: number) => `00366${String(i).padStart(5, '0')}`
    const guests: { id: number }[] = []
    for (let i = 0; i < count; i++) guests.push(await makeGuest({ jmbag: jmbag(i), name: 'Prva' }))
    const file = (name: string) =>
      csv(`name;jmbag\n${guests.map((_, i) => `${name};${jmbag(i)}`).join('\n')}`)
    const [results] = await Promise.all([
      runConcurrently(2, (i) => importGuestFile(file(`Ime${i}`), 'skip', admin, update)),
      ...guests.map(({ id }) => changeGuest(id, { name: 'Usput', surname: 'Novo' }, admin)),
    ])
    const rows = await sql`select name, surname from guests`
    expect(rows.every(({ surname }) => surname === 'Novo')).toBe(true)
    // Concurrent imports report only old values that were really stored.
    const changedGuests = results.flatMap(({ changes }) => changes)
    expect(
      changedGuests.every(({ fields }) => fields.every(({ before, after }) => before !== after)),
    ).toBe(true)
    const firstNames = new Set(changedGuests.map(({ fields }) => fields[0]?.before))
    expect([...firstNames].every((name) => /^(Prva|Usput|Ime[01])$/.test(`${name}`))).toBe(true)
    const [{ n } = {}] = await sql`select count(*)::int as n from guest_import_changes`
    expect(n).toBe(results.reduce((sum, { updated }) => sum + updated, 0))
  })

  it('changes 20,000 guests in less than 60 seconds', { tags: ['full'] }, async () => {
    const rows = Array.from(
      { length: 20_000 },
      (_, i) => `Ime${i};P;00370${String(i).padStart(5, '0')}`,
    )
    const file = (tag: string) =>
      csv(`name;surname;jmbag;tag\n${rows.map((r) => `${r};${tag}`).join('\n')}`)
    await importGuestFile(file(''), 'skip', admin)
    const started = performance.now()
    const result = await importGuestFile(file('VIP'), 'skip', admin, update)
    const seconds = (performance.now() - started) / 1000
    process.stdout.write(`update of 20,000: ${seconds.toFixed(2)} s\n`)
    expect(result).toMatchObject({ updated: 20_000, imported: 0 })
    expect(seconds).toBeLessThan(60)
  })
})
