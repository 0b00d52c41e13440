import { beforeEach, describe, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import { changeGuest } from '@/lib/guests/change-guest'
import { createGuest } from '@/lib/guests/create-delete-restore'
import { readGuestHistory } from '@/lib/guests/history'
import { importGuests, previewGuestImport } from '@/lib/guests/import/import'
import { planGuestImport } from '@/lib/guests/import/plan'
import { isConfirmationCode } from '@/lib/guests/rules'
import { newGuestBody } from '@/lib/guests/schema'
import { check } from '@/lib/http/request'
import { numbered } from '@/lib/spreadsheet/rows'
import { importUsers, previewUserImport } from '@/lib/users/import'
import { empty } from '../support/empty'
import { makeGuest, staff } from '../support/factories'
import { makeSponsor, runConcurrently } from '../support/programme'

const sql = getSql()
const admin = await staff(1)
const add = (rows: unknown[]) => importGuests(numbered(rows), admin)
const jmbag = (n: number) => `00${36_600_000 + n}`
const guestRows = (n: number, from = 0) =>
  Array.from({ length: n }, (_, i) => ({
    name: `Ime${i}`,
    surname: `Prezime${i}`,
    jmbag: jmbag(from + i),
    bought: i % 2,
  }))
const stored = () => sql`
  select g.*, l.label as tag from guests g join guest_lists l on l.id = list_id order by g.id`

beforeEach(async () => {
  await empty(sql, 'mails', 'guests')
})

describe('a row of the guest import', () => {
  const planRow = (fields: unknown) => planGuestImport([{ row: 7, fields }])
  const reasons = async (fields: unknown) =>
    (await planRow(fields)).faulty.flatMap((row) => row.reasons)

  // Rule 11.2: fields of a guest import, and the values of empty cells.
  it('may have numbers, empty cells, extra spaces and a JMBAG without its leading zeros', async () => {
    const fields = { name: ' Mara  Ana ', surname: 'Đurić', jmbag: 36512345, bought: 1, tag: null }
    const [row] = (await planRow(fields)).add
    expect(row).toEqual({
      row: 7,
      name: 'Mara Ana',
      surname: 'Đurić',
      jmbag: '0036512345',
      email: null,
      tag: '',
      bought: true,
      entered: false,
      phone: null,
      note: null,
      banReason: null,
      confCode: null,
      boughtTicketTime: null,
      enteredTime: null,
    })
    const formula = { name: '=1+1', surname: '@x', bought: '', entered: '' }
    expect((await planRow(formula)).add[0]).toMatchObject({
      name: '=1+1',
      surname: '@x',
      bought: null,
    })
  })

  it.each([
    [{ jmbag: '36512345' }, 'jmbag: JMBAG mora biti 10 znamenki'],
    [{ jmbag: 123 }, 'jmbag: JMBAG mora biti 10 znamenki'],
    [{ name: 'A', email: 'a@' }, 'email: Neispravna e-mail adresa'],
    [{ name: 'A', bought: 'da' }, 'bought: Vrijednost mora biti 0 ili 1'],
    [{ name: 'A', bought: 1 }, 'bought: Ispunite polja ime i prezime!'],
    [{ tag: 'VIP' }, 'Nema ni imena ni JMBAG-a'],
    [{ name: 'A\u0000B' }, 'name: Sadrži nedopušten znak'],
    [{ name: 'A\ufffeB' }, 'name: Sadrži nedopušten znak'],
    [{ name: 'A', bought: 'constructor' }, 'bought: Vrijednost mora biti 0 ili 1'],
    [{ name: { a: 1 } }, 'name: Vrijednost mora biti tekst'],
    [{ name: 'A', ime: 'B' }, 'Nepoznato polje: ime'],
    [[], 'Red mora biti popis polja s vrijednostima'],
    [null, 'Red mora biti popis polja s vrijednostima'],
  ])('has a validation error: %j', async (fields, reason) =>
    expect(await reasons(fields)).toEqual([reason]),
  )
})

describe('importing guests', () => {
  // Rules 11.11 and 11.16: a sponsor's imported guest counts as bought, and no mail is sent.
  it('adds guests in file order, with codes and times for tickets, and sends no mail', async () => {
    const sponsor = await makeSponsor()
    const result = await add([
      { name: 'Mara', surname: 'Đurić', jmbag: jmbag(1), bought: '1', entered: '1' },
      { jmbag: jmbag(2), tag: '' },
      { name: 'Ana', surname: '', tag: 'vip', email: 'Ana@Primjer.hr' },
      { name: 'Iva', surname: 'Ivić', tag: `${sponsor.slug} Tvrtka` },
    ])
    expect(result).toMatchObject({ preview: false, toAdd: 4, imported: 4, skipped: 0, rows: [] })
    const [mara, second, ana, iva] = await stored()
    expect(mara).toMatchObject({ tag: 'Brucoši', bought_at: expect.anything() })
    expect(isConfirmationCode(mara?.conf_code)).toBe(true)
    expect(mara?.entered_at).not.toBeNull()
    expect(second).toMatchObject({ jmbag: jmbag(2), tag: 'Brucoši', conf_code: null, name: '' })
    expect(ana).toMatchObject({ tag: 'VIP', email: 'ana@primjer.hr', conf_code: null })
    expect(iva).toMatchObject({
      tag: `${sponsor.slug} ${sponsor.name}`,
      conf_code: expect.any(String),
    })
    expect(await sql`select 1 from mails`).toHaveLength(0)
    const { activities } = await readGuestHistory(ana?.id)
    expect(activities).toMatchObject([
      { action: 'imported', changes: { rows: [null, 4] }, user: { name: admin.name } },
    ])
  })

  // Rule 11.4: a preview shows which rows are added, skipped or faulty.
  it('shows the outcome in a preview, and skips guests who are on the list already', async () => {
    await makeGuest({ jmbag: jmbag(1) })
    const rows = [
      { name: 'A', surname: 'B', jmbag: jmbag(1) },
      { name: 'C', surname: 'D', jmbag: jmbag(2) },
      { name: 'C', surname: 'D', jmbag: jmbag(2) },
    ]
    const outcome = {
      toAdd: 1,
      skipped: 2,
      faulty: 0,
      rows: [
        { row: 1, state: 'skipped', reasons: ['Gost s ovim JMBAG-om već postoji!!'] },
        { row: 3, state: 'skipped', reasons: ['Isti red je već na popisu (red 2)'] },
      ],
    }
    const preview = await previewGuestImport(numbered(rows))
    expect(preview).toEqual({ ...outcome, preview: true, imported: 0 })
    expect(await stored()).toHaveLength(1)
    expect(await add(rows)).toEqual({ ...outcome, preview: false, imported: 1 })
    expect(await add(rows)).toMatchObject({ imported: 0, skipped: 3 })
  })

  // Rule 11.5: nothing is written while a faulty row remains.
  it('writes nothing while a row has an error, and returns the errors by row number', async () => {
    const rows = [
      ...guestRows(3),
      { name: 'X', tag: 'Nepostojeći' },
      { name: 'Drugi', surname: 'Ljudi', jmbag: jmbag(0) },
      { name: 'Y', entered: 'x' },
    ]
    const more = {
      code: 'faulty_rows',
      fields: {
        4: ['Nepoznat tag: Nepostojeći'],
        5: [`${jmbag(0)} je već u redu 1, s drugim podacima`],
        6: ['entered: Vrijednost mora biti 0 ili 1'],
      },
    }
    await expect(add(rows)).rejects.toMatchObject({ status: 400, more })
    expect(await stored()).toHaveLength(0)
    expect(await previewGuestImport(numbered(rows))).toMatchObject({ toAdd: 3, faulty: 3 })
  })

  it('adds 10,000 guests in less than 30 seconds while the desk sells', {
    tags: ['full'],
  }, async () => {
    const guest = await makeGuest()
    const started = performance.now()
    let isDone = false
    const importing = add(guestRows(10_000)).then((result) => {
      isDone = true
      return { result, seconds: (performance.now() - started) / 1000 }
    })
    let sales = 0
    let slowest = 0
    while (!isDone) {
      const at = performance.now()
      await changeGuest(guest.id, { bought: sales++ % 2 === 0 }, admin)
      slowest = Math.max(slowest, performance.now() - at)
    }
    const { result, seconds } = await importing
    expect(result).toMatchObject({ imported: 10_000, skipped: 0 })
    expect(seconds).toBeLessThan(30)
    expect(sales).toBeGreaterThan(3)
    process.stdout.write(`import: ${seconds.toFixed(2)} s, slowest sale ${slowest.toFixed(0)} ms\n`)
    const [counted] = await sql`
      select count(*)::int as n, count(distinct conf_code)::int as codes from guests
      where jmbag like '00366%'`
    expect(counted).toEqual({ n: 10_000, codes: 5_000 })
  })

  it('adds each guest once when overlapping lists and single guests are added at once', async () => {
    const [results, creations] = await Promise.all([
      runConcurrently(4, (i) => {
        const rows = guestRows(600, i * 200)
        return add(i % 2 === 0 ? rows : rows.reverse())
      }),
      Promise.allSettled(
        Array.from({ length: 10 }, (_, i) =>
          createGuest(
            check(newGuestBody, {
              name: 'A',
              surname: 'B',
              tag: 'Brucoši',
              jmbag: jmbag(i * 100),
              bought: false,
              entered: false,
            }),
            admin,
          ),
        ),
      ),
    ])
    const created = creations.filter(({ status }) => status === 'fulfilled').length
    const imported = results.reduce((sum, result) => sum + result.imported, 0)
    expect(imported + created).toBe(1200)
    expect(results.every((result) => result.imported + result.skipped === 600)).toBe(true)
    expect(await stored()).toHaveLength(1200)
  })
})

describe('importing users', () => {
  // Rule 11.3: a user import has name, email and privilege, and the name may be empty.
  it('adds users with or without a name, and leaves existing users unchanged', async () => {
    const rows = [
      { name: '', email: 'Nova@Brucosijada.example', privilege: '3' },
      { name: 'Stara', email: admin.email, privilege: 0 },
      { name: '', email: 'nova@brucosijada.example', privilege: 3 },
    ]
    expect(await previewUserImport(numbered(rows))).toMatchObject({ toAdd: 1, skipped: 2 })
    expect(await importUsers(numbered(rows), admin)).toMatchObject({ imported: 1, skipped: 2 })
    expect(await staff(1)).toEqual(admin)
    const [row] = await sql`select id, name, privilege from users where email like 'nova@%'`
    expect(row).toMatchObject({ name: '', privilege: 3 })
    const activities = await sql`
      select action, user_id from activities where entity = 'users' and entity_id = ${String(row?.id)}`
    expect(activities).toEqual([{ action: 'imported', user_id: admin.id }])
  })

  it('writes nothing while a row has an error', async () => {
    const rows = [
      { name: 'A', email: 'a1@brucosijada.example', privilege: 0 },
      { name: 'B', email: 'b', privilege: 0 },
      { name: 'C', email: 'c1@brucosijada.example', privilege: 5 },
      { name: 'D', email: 'd1@brucosijada.example' },
      { name: 'A', email: 'a1@brucosijada.example', privilege: 1 },
    ]
    const importing = importUsers(numbered(rows), admin)
    await expect(importing).rejects.toMatchObject({
      status: 400,
      more: {
        fields: {
          2: ['email: Neispravna e-mail adresa'],
          3: ['privilege: Privilegija mora biti broj od 0 do 4'],
          4: ['privilege: Privilegija mora biti broj od 0 do 4'],
          5: ['a1@brucosijada.example je već u redu 1, s drugim podacima'],
        },
      },
    })
    expect(await sql`select 1 from users where email like 'a1@%'`).toHaveLength(0)
  })
})
