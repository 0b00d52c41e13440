import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { getSql } from '@/db/pool'
import { randomUuidV1 } from '@/db/uuid'
import { getConfig } from '@/lib/config/settings'
import { changeGuest } from '@/lib/guests/change-guest'
import { guestEndpoints } from '@/lib/guests/endpoints'
import { exportGuests, guestTemplate } from '@/lib/guests/export'
import { importGuestFile, previewGuestFile } from '@/lib/guests/import/import'
import { guestChange } from '@/lib/guests/schema'
import { check } from '@/lib/http/request'
import { createSponsorGuest, createSponsorGuests } from '@/lib/sponsors/own-list'
import { newSponsorGuest } from '@/lib/sponsors/own-list-schema'
import { readSheet } from '@/lib/spreadsheet/table'
import { templateResponse, writeWorkbook } from '@/lib/spreadsheet/workbook'
import { importUserFile, previewUserFile, USER_TEMPLATE } from '@/lib/users/import'
import { empty } from '../support/empty'
import { makeGuest, recordArrivals, staff } from '../support/factories'
import { signedIn } from '../support/gate'
import { makeSponsor } from '../support/programme'
import fc from '../support/property'

const sql = getSql()
const admin = await staff(1)
const { slug } = await makeSponsor({ name: 'Tvrtka & sinovi' })
const lists = await sql`select id from guest_lists order by id`

const csv = (text: string) => new File([text], 'gosti.csv')
const exported = async (query = {}) =>
  new File([new Uint8Array(await buffer(await exportGuests(query, admin)))], 'gosti.xlsx')

const bytesOf = async (file: File) => new Uint8Array(await file.arrayBuffer())

/** Reads all columns of each guest except id and time of change. */
const stored = () => sql`
  select name, surname, jmbag, email, phone, list_id, conf_code, bought_at, entered_at
  from guests where deleted_at is null order by id`

beforeEach(async () => {
  await empty(sql, 'mails', 'guests')
})

/**
 * Normalizes a name as the product stores it: trimmed, composed (NFC), without invisible
 * characters. Also removes U+FFFD, which stands for an unreadable letter, because an import refuses
 * it.
 */
const normalizeName = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\p{Cs}\p{Cn}\uFFFD]/gu, '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()

const name = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    fc.constantFrom('=1+1', '+385', '-1', '@SUM(A1)', '_x0041_', 'Đurđa "Žac"', "<a>&'b'", '007'),
  )
  .map((text) => normalizeName(text) || 'Ana')

const instant = fc
  .date({ min: new Date('2025-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
  .map((at) => at.toISOString())

const guest = fc.record({
  name,
  surname: name,
  jmbag: fc.option(fc.nat(999_999), { freq: 2 }),
  email: fc.option(fc.constantFrom('a@b.hr', 'ana.anic@primjer.hr')),
  phone: fc.option(fc.constantFrom('+385 91 234 567', '0912345678')),
  list_id: fc.constantFrom(...lists.map(({ id }) => id as number)),
  bought_at: fc.option(instant),
  entered_at: fc.option(instant),
})

// Rule 11.8: an import of an export changes nothing.
it('an exported guest list that is imported again gives the same guests', async () => {
  type GeneratedGuest = typeof guest extends fc.Arbitrary<infer T> ? T : never
  const run = async (guests: GeneratedGuest[]) => {
    await sql`delete from guests`
    const rows = guests.map(({ jmbag, bought_at, ...fields }, i) => ({
      ...fields,
      jmbag: jmbag === null ? null : `00${String(jmbag * 50 + i).padStart(8, '0')}`,
      bought_at,
      conf_code: bought_at && randomUuidV1(),
    }))
    await sql`insert into guests ${sql(rows)}`
    await recordArrivals(sql)
    const before = await stored()
    const file = await exported()

    const repeated = await importGuestFile(file, 'skip', admin)
    expect([repeated.imported, repeated.skipped]).toEqual([0, rows.length])

    await sql`delete from guests`
    const preview = await previewGuestFile(file)
    expect(preview.rows.filter(({ state }) => state !== 'noted')).toEqual([])
    expect((await importGuestFile(file, 'add', admin)).imported).toBe(rows.length)
    expect(await stored()).toEqual(before)
  }
  await fc.assert(fc.asyncProperty(fc.array(guest, { minLength: 1, maxLength: 40 }), run), {
    numRuns: 12,
  })
})

// Rule 11.8. A guest without a JMBAG and a ticket is recognized only by name and list.
it('an export that a program imports changes nothing, unless the program adds namesakes', async () => {
  await makeGuest({ name: 'Iva', surname: 'Ivić', tag: 'VIP', jmbag: null })
  const file = await exported()
  const headers = { ...(await signedIn(1)), origin: new URL(getConfig().PUBLIC_URL).origin }
  const send = async (query: string) => {
    const body = new FormData()
    body.set('file', file)
    const url = `http://x/api/guests/import/${query}`
    const request = new Request(url, { method: 'POST', headers, body })
    const params = Promise.resolve({})
    return (await guestEndpoints['guests/import'].POST(request, { params })).json()
  }
  const reasons = ['Možda već na popisu: isto ime i prezime s istim tagom']
  expect(await send('')).toMatchObject({ imported: 0, skipped: 1, rows: [{ row: 2, reasons }] })
  expect(await send('?namesakes=add')).toMatchObject({ imported: 1, skipped: 0 })
})

// Rules 4.9 and 11.11: a file may have the whole name of a sponsor's guest in one column.
it('a namesake is found also if only one of the two has the whole name in one column', async () => {
  const list = await makeSponsor()
  const tag = `${list.slug} ${list.name}`
  const addByForm = (name: string) =>
    createSponsorGuest(check(newSponsorGuest, { slug: list.slug, name }))
  await addByForm('Ana Anić')
  const whole = csv(`name;tag\nAna Anić;${tag}\nIva Ivić;${tag}\nVedran;${tag}`)
  expect(await previewGuestFile(whole)).toMatchObject({ toAdd: 3, namesakes: 1 })
  expect(await importGuestFile(whole, 'skip', admin)).toMatchObject({ imported: 2 })
  const split = csv(`name;surname;tag\nIva;Ivić;${tag}\n;Vedran;${tag}\nIvo;Ivić;${tag}`)
  expect(await previewGuestFile(split)).toMatchObject({ toAdd: 3, namesakes: 2 })
  const pasted = { slug: list.slug, guests: [{ name: 'Iva Ivić', email: null, again: false }] }
  expect((await createSponsorGuests(pasted)).guests).toMatchObject([{ reason: 'same_name' }])
})

// Rule 4.1: one limit applies to a name, however the guest is entered.
it('a guest whom a sponsor entered with a long name can be changed and imported again', async () => {
  const name = `${'Ana '.repeat(34)}Anić`
  const { id } = await createSponsorGuest(check(newSponsorGuest, { slug, name }))
  const [names] = await sql`select name, surname from guests where id = ${id}`
  expect(`${names?.name} ${names?.surname}`).toBe(name)
  // The form of a guest sends the changed fields, but validates all of them.
  const change = check(guestChange, { ...names, note: 'Dolazi kasnije' })
  expect(await changeGuest(id, change, admin)).toMatchObject({ note: 'Dolazi kasnije' })
  expect(await previewGuestFile(await exported())).toMatchObject({ faulty: 0 })
})

/**
 * Reads the raw files inside a workbook, which is a ZIP archive, without the code of the import.
 */
async function readParts(file: File): Promise<Record<string, string>> {
  const zip = await fromBufferPromise(Buffer.from(await file.arrayBuffer()), { lazyEntries: true })
  const files: Record<string, string> = {}
  for await (const entry of zip.eachEntry()) {
    const stream: Readable = await zip.openReadStreamPromise(entry)
    files[entry.fileName] = (await buffer(stream)).toString()
  }
  return files
}

describe('the export of guests', () => {
  // Rules 11.8 and 11.9: the export has a sheet named People, and no cell of it runs as a formula.
  it('has the sheet People, with texts stored as text and no formula', async () => {
    await makeGuest({ name: '=1+1', surname: '@Šimić', jmbag: '0036000001' })
    await makeGuest({ name: '_x0041_', surname: 'B', jmbag: null })
    const files = await readParts(await exported())
    expect(files['xl/workbook.xml']).toMatch(/<sheet [^>]*name="People"/)
    const xml = files['xl/worksheets/sheet1.xml'] as string
    expect(xml).not.toMatch(/<f[\s>]/)
    expect(xml).toMatch(/<c r="A2"[^>]* t="str"><v>=1\+1<\/v>/)
    expect(xml).toMatch(/<c r="C2"[^>]* t="str"><v>0036000001<\/v>/)
    expect(xml).toContain('@Šimić')
    expect(xml).toContain('_x005F_x0041_')
    const [record] = await sql`
      select user_id from activities where entity = 'guests' and action = 'exported' limit 1`
    expect(record).toEqual({ user_id: admin.id })
  })

  it('leaves out characters that a workbook cannot contain', async () => {
    await makeGuest({ name: 'A\u0001n\u001fa\ufffe', surname: 'Anić\uffff\tx', tag: 'VIP' })
    const files = await readParts(await exported())
    const xml = files['xl/worksheets/sheet1.xml'] as string
    expect(xml).toContain('<v>Ana</v>')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: searches for control characters on purpose
    expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/)
  })

  it('contains the guests that match the filters of the list, and no deleted guest', async () => {
    await makeGuest({ name: 'Prva', tag: 'VIP' })
    const code = randomUuidV1()
    await makeGuest({ name: 'Druga', tag: 'VIP', conf_code: code, bought_at: '2025-10-03' })
    await makeGuest({ name: 'Treća' })
    const { id } = await makeGuest({ name: 'Četvrta' })
    await sql`update guests set deleted_at = now() where id = ${id}`
    const names = async (query: object) => {
      const values: unknown[] = []
      for await (const { cells } of readSheet(await bytesOf(await exported(query))))
        values.push(cells.get(0))
      return values.slice(1)
    }
    expect(await names({})).toEqual(['Prva', 'Druga', 'Treća'])
    expect(await names({ tag: 'VIP' })).toEqual(['Prva', 'Druga'])
    expect(await names({ tag: 'VIP', bought: '1' })).toEqual(['Druga'])
    expect(await names({ search: 'treca', search_fields: 'name' })).toEqual(['Treća'])
    expect(await names({ search: 'nitko' })).toEqual([])
    await expect(exported({ search: 'a', search_fields: 'x' })).rejects.toThrow('Nepoznato polje')
  })

  it('reads no more rows than the client consumes, and stops when the client disconnects', async () => {
    let rowsRead = 0
    let isOver = false
    async function* endless() {
      try {
        for (;;) yield { text: `${++rowsRead} ${randomUuidV1()}` }
      } finally {
        isOver = true
      }
    }
    const workbook = writeWorkbook(
      'People',
      [{ header: 'text', value: (row) => row.text }],
      endless(),
    )
    await once(workbook, 'readable')
    const rowsReadMeanwhile = async () => {
      const before = rowsRead
      await sleep(250)
      return rowsRead - before
    }
    await expect.poll(rowsReadMeanwhile).toBe(0)
    expect(rowsRead).toBeLessThan(50_000)
    workbook.destroy()
    await expect.poll(() => isOver).toBe(true)
  })
})

describe('the import of a file', () => {
  it('shows in a preview which rows it adds, skips and notes, and then adds them', async () => {
    await makeGuest({ name: 'Ana', surname: 'Anić', jmbag: '0036000001' })
    await makeGuest({ name: 'Iva', surname: 'Ivić', tag: 'VIP', jmbag: null })
    const file = csv(
      [
        'jmbag;name;surname;tag;bought',
        '36000001;Ana;Anić;;',
        ';iva;ivic;vip;',
        '36000002;Mara;Đurić;;1',
        ';Nova;Gošća;VIP;',
        ';Nova;Gošća;VIP;',
      ].join('\n'),
    )
    const preview = await previewGuestFile(file)
    expect(preview).toMatchObject({ toAdd: 4, skipped: 1, faulty: 0, noted: 3, namesakes: 2 })
    expect(preview.rows).toEqual([
      {
        id: 3,
        row: 3,
        state: 'noted',
        text: 'iva ivic',
        reasons: ['Možda već na popisu: isto ime i prezime s istim tagom'],
      },
      {
        id: 4,
        row: 4,
        state: 'noted',
        text: 'Mara Đurić · 0036000002',
        reasons: ['JMBAG je nadopunjen nulama: 0036000002'],
      },
      {
        id: 6,
        row: 6,
        state: 'noted',
        text: 'Nova Gošća',
        reasons: ['Možda isti kao red 5: isto ime i prezime s istim tagom'],
      },
      {
        id: 2,
        row: 2,
        state: 'skipped',
        text: 'Ana Anić · 0036000001',
        reasons: ['Gost s ovim JMBAG-om već postoji!!'],
      },
    ])
    expect(preview.sample[1]).toEqual({ row: 4, text: 'Mara Đurić · 0036000002' })
    expect(await stored()).toHaveLength(2)
    expect(await importGuestFile(file, 'skip', admin)).toMatchObject({ imported: 2, skipped: 3 })
    expect(await importGuestFile(file, 'add', admin)).toMatchObject({ imported: 3, skipped: 2 })
  })

  it('writes nothing while a row has an error, and lists the first 500 errors', async () => {
    const rows = Array.from({ length: 600 }, (_, i) => `A,B,${i < 550 ? 'x' : ''}`)
    const file = csv(['name,surname,entered', ...rows].join('\n'))
    const preview = await previewGuestFile(file)
    expect(preview).toMatchObject({ toAdd: 50, faulty: 550 })
    expect(preview.rows.filter(({ state }) => state === 'faulty')).toHaveLength(500)
    await expect(importGuestFile(file, 'add', admin)).rejects.toMatchObject({
      status: 400,
      more: { code: 'faulty_rows' },
    })
    expect(await stored()).toEqual([])
  })

  it('keeps the codes of tickets, except codes of existing and of deleted guests', async () => {
    const code = randomUuidV1()
    const header = 'name,surname,confCode,boughtTicketTime,enteredTime,bought'
    const row = `Ana,Anić,${code},2025-10-03T20:15:00+02:00,2025-10-04T00:30:00Z,`
    const file = csv(`${header}\n${row}`)
    expect(await importGuestFile(file, 'add', admin)).toMatchObject({ imported: 1 })
    expect(await stored()).toMatchObject([
      {
        conf_code: code,
        bought_at: '2025-10-03T18:15:00.000Z',
        entered_at: '2025-10-04T00:30:00.000Z',
      },
    ])
    const repeated = await previewGuestFile(file)
    expect(repeated.rows).toMatchObject([{ row: 2, reasons: ['Gost s tom kartom već postoji'] }])
    await sql`update guests set deleted_at = now()`
    const deleted = await previewGuestFile(file)
    expect(deleted.rows).toMatchObject([
      { state: 'faulty', reasons: [expect.stringContaining('pripada obrisanom gostu')] },
    ])
    const faulty = await previewGuestFile(
      csv(
        `${header}\n${row}0\nA,B,,x,,\nA,B,123,,,\nA,B,,2025-10-03T20:15:00,,\n${row}\n${row.replace('Ana', 'Iva')}`,
      ),
    )
    expect(
      faulty.rows.flatMap(({ row, reasons }) => reasons.map((reason) => `${row} ${reason}`)),
    ).toEqual([
      '2 bought: Kod ili vrijeme kupnje stoje uz 0',
      '3 boughtTicketTime: Vrijeme mora biti kao 2025-10-03T20:15:00+02:00',
      '4 confCode: Neispravan kod karte',
      '5 boughtTicketTime: Vrijeme mora biti kao 2025-10-03T20:15:00+02:00',
      '6 Karta s tim kodom pripada obrisanom gostu: vratite ga ili izbrišite kod',
      `7 ${code} je već u redu 6, s drugim podacima`,
    ])
  })

  it('adds users', async () => {
    const file = csv('email;name;privilege\nnova@brucosijada.example;;3\nx@y.hr;Iva;9')
    expect(await previewUserFile(file)).toMatchObject({ toAdd: 1, faulty: 1, namesakes: 0 })
    const good = csv('email;privilege\nnova@brucosijada.example;3')
    expect(await importUserFile(good, admin)).toMatchObject({ imported: 1 })
    expect(await importUserFile(good, admin)).toMatchObject({ imported: 0, skipped: 1 })
    await expect(previewUserFile(csv('email\na@b.hr'))).rejects.toThrow('stupac: privilege')
  })
})

// Rule 11.1: both imports, guests and users, have a template to download.
it('each import template is a table with the right columns and no rows', async () => {
  const guests = await guestTemplate()
  for (const [columns, names, preview] of [
    [guests, 'name,surname,jmbag,email,tag,bought,entered', previewGuestFile],
    [USER_TEMPLATE, 'name,email,privilege', previewUserFile],
  ] as const)
    for (const format of ['xlsx', 'csv'] as const) {
      const response = await templateResponse('x', columns, format)
      const file = new File([await response.arrayBuffer()], 'x')
      const rows = []
      for await (const { cells } of readSheet(await bytesOf(file))) rows.push([...cells.values()])
      expect(rows).toEqual([names.split(',')])
      await expect(preview(file)).rejects.toThrow('Tablica nema nijednog reda s podacima.')
    }
})
