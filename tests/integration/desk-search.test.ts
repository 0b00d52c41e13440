import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { connect, getSql } from '@/db/pool'
import { listFreshersByName } from '@/db/queries/desk'
import { changeEdition } from '@/lib/festival/service'
import { startBulk } from '@/lib/guests/bulk/bulk'
import { runPendingJobs } from '@/lib/guests/bulk/worker'
import { changeGuest } from '@/lib/guests/change-guest'
import { addSignedUp } from '@/lib/guests/desk-adding'
import { findFreshersByName, findGuests, searchBrucosi } from '@/lib/guests/guest-queries'
import { signupSchema } from '@/lib/signups/schema'
import { submitSignup } from '@/lib/signups/service'
import { makeGuest, makeSignup, staff } from '../support/factories'
import { addConsent } from '../support/programme-rows'

const desk = await staff(3)

describe('the desk’s search by JMBAG', () => {
  // Rule 3.2: the desk search matches any part of a JMBAG among freshers.
  it('finds freshers by any part of the JMBAG, with the sign-ups of a single match', async () => {
    await makeGuest({ jmbag: '0036123450', name: '', surname: '' })
    await makeSignup('0036123450', 'Mara', 'Đurić')
    await makeSignup('0036123450', 'Marija', 'Đurić')
    const result = await searchBrucosi('0036123450', desk)
    expect(result.guests).toHaveLength(1)
    expect(result.submissions.map((s) => s.name)).toEqual(['Marija', 'Mara'])
    expect((await searchBrucosi('612345', desk)).guests).toHaveLength(1)
    expect((await searchBrucosi('99999', desk)).guests).toEqual([])
  })

  // Rule 14.6: at most 20 sign-ups of one JMBAG and address are accepted in ten minutes.
  it('shows a student’s own sign-up despite many false sign-ups with the same JMBAG', async () => {
    const jmbag = '0036987654'
    await addConsent(getSql())
    await makeGuest({ jmbag, name: '', surname: '' })
    const send = (name: string, surname: string, email: string) =>
      submitSignup({ name, surname, email, jmbag, gdpr_accepted: true })
    for (let i = 0; i < 20; i++) await send(`Lažni ${i}`, 'Xenos', 'lx98765@fer.hr')
    await expect(send('Lažni', 'Xenos', 'lx98765@fer.hr')).rejects.toMatchObject({ status: 429 })
    const real = { name: 'Iva', surname: 'Šarić', email: 'is98765@fer.hr', jmbag }
    expect(signupSchema('fer.hr').safeParse({ ...real, gdpr_accepted: true }).success).toBe(true)
    await send(real.name, real.surname, real.email)
    // A sign-up from the time before the form checked e-mail addresses.
    await getSql()`
      insert into signups (name, surname, email, jmbag, submitted_at)
      values ('Stara', 'Prijava', 'stara@primjer.hr', ${jmbag}, '2020-01-01')`
    const { submissions } = await searchBrucosi(jmbag, desk)
    expect(submissions.map(({ name }) => name)).toEqual([
      'Iva',
      ...[19, 18, 17, 16, 15].map((i) => `Lažni ${i}`),
      'Stara',
    ])
    // Returns at most 50 sign-ups. A sign-up with the guest's own e-mail is always among them.
    for (let i = 0; i < 60; i++) await makeSignup(jmbag, `Mnogi ${i}`, 'Xenos')
    const names = async () => (await searchBrucosi(jmbag, desk)).submissions.map(({ name }) => name)
    expect(await names()).not.toContain('Iva')
    await getSql()`update guests set email = ${real.email} where jmbag = ${jmbag}`
    expect((await names()).at(-1)).toBe('Iva')
  })

  it('returns no sign-ups while several freshers match', async () => {
    await makeGuest({ jmbag: '0036777701' })
    await makeGuest({ jmbag: '0036777702' })
    await makeSignup('0036777701')
    const found = await searchBrucosi('00367777', desk)
    expect(found.guests).toHaveLength(2)
    expect(found.submissions).toEqual([])
  })

  it('returns at most 20 freshers, and no guests of other tags', async () => {
    for (let i = 10; i < 35; i++) await makeGuest({ jmbag: `00365555${i}` })
    expect((await searchBrucosi('00365555', desk)).guests).toHaveLength(20)
    await makeGuest({ jmbag: '0036444401', tag: 'VIP' })
    expect((await searchBrucosi('0036444401', desk)).guests).toEqual([])
  })
})

describe('a ticket that has been sold', () => {
  it('is found with its seller, or without if the activity log has no seller', async () => {
    const sold = await makeGuest({ jmbag: '0036222201' })
    await changeGuest(sold.id, { bought: true }, desk)
    expect((await searchBrucosi('0036222201', desk)).soldBy).toBe(desk.name)
    await changeGuest(sold.id, { bought: false }, desk)
    expect((await searchBrucosi('0036222201', desk)).soldBy).toBeNull()
    await makeGuest({
      jmbag: '0036222202',
      bought_at: '2026-10-01T10:00:00Z',
      conf_code: '22222222-2222-1222-8222-222222222222',
    })
    expect((await searchBrucosi('0036222202', desk)).soldBy).toBeNull()
  })

  it('in bulk is found without the seller of an earlier ticket that was returned', async () => {
    const { id } = await makeGuest({ jmbag: '0036222203' })
    await changeGuest(id, { bought: true }, desk)
    await changeGuest(id, { bought: false }, desk)
    const selection = { ids: [id] }
    await startBulk({ selection, action: { kind: 'sell', mail: false } }, await staff(1))
    await runPendingJobs(randomUUID())
    const { guests, soldBy } = await searchBrucosi('0036222203', desk)
    expect(guests).toMatchObject([{ bought: '1' }])
    expect(soldBy).toBeNull()
  })
})

describe('the desk’s search by name', () => {
  const find = async (name: string) =>
    (await findFreshersByName(name, desk)).map((fresher) => `${fresher.name} ${fresher.surname}`)

  it('finds freshers ignoring case and diacritics, with ticket state and without contact data', async () => {
    const guest = await makeGuest({ name: 'Krešimir', surname: 'Žganjer', jmbag: '0036888801' })
    await makeGuest({ name: 'Krešo', surname: 'Žganjer', jmbag: null, tag: 'VIP' })
    expect(await findFreshersByName('zganj KRES', desk)).toEqual([
      {
        guest: guest.id,
        jmbag: '0036888801',
        name: 'Krešimir',
        surname: 'Žganjer',
        bought: '0',
      },
    ])
    expect(await find('%ganjer')).toEqual([])
    await expect(find('žg')).rejects.toMatchObject({ code: 'search_too_short' })
  })

  it('finds a fresher without a name once, by the name of the latest sign-up', async () => {
    const guest = await makeGuest({ name: '', surname: '', jmbag: '0036888802' })
    await makeSignup('0036888802', 'Dubravko', 'Stari')
    await makeSignup('0036888802', 'Dubravka', 'Nova')
    await makeSignup('0036888803', 'Dubravka', 'Bez Popisa')
    expect(await findFreshersByName('dubravk', desk)).toMatchObject([
      { guest: null, jmbag: '0036888803', surname: 'Bez Popisa' },
      { guest: guest.id, jmbag: '0036888802', surname: 'Nova' },
    ])
  })

  it('uses the trigram indexes of guests and sign-ups', async () => {
    await makeGuest({ name: 'Indeksirana', surname: 'Osoba', jmbag: '0036888811' })
    await makeSignup('0036888812', 'Indeksirana', 'Prijava')
    await getSql()`
      insert into guests (name, surname, list_id)
      select 'Mnogo', 'Drugih' || i, id from guest_lists, generate_series(1, 3000) i
      where role = 'brucosi'`
    await getSql()`vacuum analyze guests`
    // Sequential scans are off, because PostgreSQL would use no index for such a small table.
    const options = { max: 1, connection: { enable_seqscan: 'off' } }
    const { db, sql: own } = connect(process.env.DATABASE_URL as string, options)
    const scans = async () => {
      await own`select pg_stat_force_next_flush()`
      const rows = await own`
        select indexrelname as name, idx_scan::int as scans from pg_stat_user_indexes
        where indexrelname in ('guests_search_trgm', 'signups_name_trgm') order by 1`
      return rows.map(({ scans }) => scans as number)
    }
    const before = await scans()
    const found = await listFreshersByName(db, ['indeksiran'], 20)
    const after = await scans()
    await own.end()
    await getSql()`delete from guests where name = 'Mnogo'`
    expect(found.map(({ surname }) => surname)).toEqual(['Osoba', 'Prijava'])
    expect(after.map((count, i) => count > (before[i] as number))).toEqual([true, true])
  })

  it('returns at most 20 matches', async () => {
    for (let i = 0; i < 25; i++) await makeGuest({ name: 'Istoimeni', surname: `Student${i}` })
    expect(await find('istoimeni')).toHaveLength(20)
  })
})

// Rule 3.14: the desk finds a student who signed up and is on no list, and may add the student.
describe('a student who signed up and is on no list', () => {
  const setDeskAdds = async (deskAdds: boolean) => changeEdition({ deskAdds }, await staff(1))
  const signupOf = async (jmbag: string) =>
    (await searchBrucosi(jmbag, desk)).submissions[0]?.id as number

  it('is found only by the whole JMBAG, newest sign-up first', async () => {
    await makeSignup('0036333301', 'Prva', 'Prijava')
    await makeSignup('0036333301', 'Druga', 'Prijava')
    const { guests, submissions, mayAdd } = await searchBrucosi('0036333301', desk)
    expect(guests).toEqual([])
    expect(submissions.map(({ name }) => name)).toEqual(['Druga', 'Prva'])
    expect(mayAdd).toBe('0')
    expect((await searchBrucosi('003633330', desk)).submissions).toEqual([])
  })

  it('is added to the list by an admin, and by the desk only if an admin allows it', async () => {
    await makeSignup('0036333302', 'Nova', 'Studentica')
    const signup = await signupOf('0036333302')
    const refusal = { status: 403, code: 'admin_adds' }
    await expect(addSignedUp(signup, desk)).rejects.toMatchObject(refusal)
    await expect(addSignedUp(signup, await staff(4))).rejects.toMatchObject(refusal)
    await setDeskAdds(true)
    expect((await searchBrucosi('0036333302', desk)).mayAdd).toBe('1')
    await expect(addSignedUp(signup, await staff(2))).rejects.toMatchObject(refusal)
    const added = await addSignedUp(signup, desk)
    expect(added).toMatchObject({
      name: 'Nova',
      surname: 'Studentica',
      jmbag: '0036333302',
      tag: 'Brucoši',
      bought: '0',
      entered: '0',
      confCode: null,
    })
    await expect(addSignedUp(signup, desk)).rejects.toMatchObject({ code: 'jmbag_taken' })
    expect((await searchBrucosi('0036333302', desk)).guests).toMatchObject([{ id: added.id }])
    const activities = await getSql()`select user_id, action from activities
      where entity = 'guests' and entity_id = ${String(added.id)}`
    expect(activities).toMatchObject([{ user_id: desk.id, action: 'created' }])
    await setDeskAdds(false)
    await makeSignup('0036333303')
    const other = await signupOf('0036333303')
    await expect(addSignedUp(other, desk)).rejects.toMatchObject(refusal)
    expect(await addSignedUp(other, await staff(1))).toMatchObject({ jmbag: '0036333303' })
    await expect(addSignedUp(999_999, await staff(1))).rejects.toMatchObject({ status: 404 })
  })
})

describe('the search of guests by name', () => {
  const search = async (text: string, more = {}) =>
    (
      await findGuests(
        { search: text, search_fields: 'name,surname', total: '1', ...more },
        await staff(2),
      )
    ).rows.map((guest) => `${guest.name} ${guest.surname}`)

  it('ignores case and diacritics, and finds the words of a name in any order', async () => {
    await makeGuest({ name: 'Željko', surname: 'Čačić-Đurđević' })
    await makeGuest({ name: 'Zvonko', surname: 'Horvat', tag: 'VIP' })
    expect(await search('zeljko')).toEqual(['Željko Čačić-Đurđević'])
    expect(await search('ĐURĐ žel')).toEqual(['Željko Čačić-Đurđević'])
    expect(await search('horvat zvo', { tag: 'VIP' })).toEqual(['Zvonko Horvat'])
    expect(await search('horvat zvo', { tag: 'Brucoši' })).toEqual([])
    expect(await search('%von')).toEqual([])
    expect(await search('_vonko')).toEqual([])
  })

  it('finds a guest by confirmation code, and refuses the gate the whole list', async () => {
    const code = '33333333-3333-1333-8333-333333333333'
    await makeGuest({
      name: 'Kod',
      surname: 'Kodić',
      conf_code: code,
      bought_at: '2026-10-01T10:00:00Z',
    })
    expect(await search(code, { search_fields: 'confCode' })).toEqual(['Kod Kodić'])
    await expect(search('nije-kod', { search_fields: 'confCode' })).rejects.toMatchObject({
      code: 'search_too_short',
    })
    await expect(findGuests({ total: '1' }, await staff(2))).rejects.toMatchObject({ status: 403 })
    expect((await findGuests({ total: '1' }, await staff(1))).rows.length).toBeGreaterThan(2)
  })

  it('returns at most 30 guests to the gate, and all to an admin who sets no limit', async () => {
    for (let i = 0; i < 105; i++) await makeGuest({ name: 'Mnogi', surname: `Gost${i}` })
    const query = { search: 'mnogi', search_fields: 'name,surname', total: '0' } as const
    expect((await findGuests(query, await staff(1))).rows).toHaveLength(105)
    expect((await findGuests(query, await staff(2))).rows).toHaveLength(30)
    expect((await findGuests({ ...query, limit: 7 }, await staff(1))).rows).toHaveLength(7)
  })

  it('returns the total number of matches with each page', async () => {
    for (let i = 0; i < 7; i++) await makeGuest({ name: 'Brojni', surname: `Gost${i}` })
    const admin = await staff(1)
    const page = await findGuests(
      { search: 'brojni', search_fields: 'name,surname', limit: 3, offset: 3, total: '1' },
      admin,
    )
    expect(page.total).toBe(7)
    expect(page.rows.map((g) => g.surname)).toEqual(['Gost3', 'Gost4', 'Gost5'])
    const last = await findGuests(
      { search: 'brojni', ordering: '-surname', limit: 1, total: '1' },
      admin,
    )
    expect(last.rows[0]?.surname).toBe('Gost6')
  })
})
