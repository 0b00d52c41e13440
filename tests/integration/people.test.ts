import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { dumpFestival } from '@/db/backup'
import { getDb, getSql } from '@/db/pool'
import { eraseChosen, lockGuests } from '@/db/queries/people'
import { randomUuidV1 } from '@/db/uuid'
import { toSelectedRecords } from '@/lib/people/rules'
import { chosenBody, fileBody } from '@/lib/people/schema'
import { erasePerson, exportPerson, findPeople } from '@/lib/people/service'
import { arrivals, dailyReport } from '@/lib/reports/service'
import { empty } from '../support/empty'
import { addPassages, makeGuest, staff } from '../support/factories'
import { makeSponsor } from '../support/programme'

const sql = getSql()
const CODE = randomUuidV1()
const PERSON = {
  name: 'Zvjezdana',
  surname: 'Obilježić',
  jmbag: '0036566601',
  email: 'zo66601@fer.hr',
}
/** Patterns that identify the test person. */
const PERSON_PATTERNS = [
  /zvjezdan/i,
  /obilje[zž]i[cć]/i,
  /0036566601/,
  /66601@/,
  new RegExp(CODE),
  /zvijezda/i,
  /91 555/,
]

beforeEach(async () => {
  await empty(
    sql,
    'activities',
    'mails',
    'signups',
    'leaderboard_entries',
    'idempotency_keys',
    'guests',
  )
  await sql`truncate cash_moves, cash_shifts`
})

/**
 * Stores the test person in every place where the product may store a person. Returns the guest id.
 */
async function storePersonEverywhere(): Promise<number> {
  const guest = await makeGuest({ ...PERSON, conf_code: CODE, bought_at: '2026-10-01T10:00Z' })
  await sql`update guests set phone = '+385 91 555', note = 'Zvijezda programa', ban_reason = null where id = ${guest.id}`
  await addPassages(sql, [guest.id])
  await sql`insert into signups ${sql([PERSON, { ...PERSON, name: 'Zvjezda' }])}`
  const score = { name: 'Zvijezda9', email: PERSON.email, score: 12 }
  const [entry] = await sql`insert into leaderboard_entries ${sql(score)} returning id`
  await sql`insert into mails ${sql({
    template: 'ticket-confirmation',
    state: 'sent',
    to_mail: PERSON.email,
    name: PERSON.name,
    subject: `Karta za ${PERSON.name}`,
    message: `Bok ${PERSON.name}`,
    html: `<p>${PERSON.surname}</p>`,
    conf_code: CODE,
    guest_id: guest.id,
    details: JSON.stringify({ surname: PERSON.surname }),
  })}`
  await sql`insert into mails ${sql({ template: 'text', to_mail: PERSON.email, name: PERSON.name, message: 'x' })}`
  await sql`insert into activities ${sql([
    {
      entity: 'guests',
      entity_id: String(guest.id),
      action: 'created',
      changes: JSON.stringify({
        name: [null, PERSON.name],
        surname: [null, PERSON.surname],
        jmbag: [null, PERSON.jmbag],
      }),
    },
    {
      entity: 'leaderboard',
      entity_id: String(entry?.id),
      action: 'changed',
      changes: JSON.stringify({ name: ['Zvijezda9', 'Zvijezda10'] }),
    },
  ] as never)}`
  await sql`insert into idempotency_keys ${sql({
    id: 'stored',
    request_hash: 'r',
    run_id: randomUuidV1(),
    status: 201,
    answer: Buffer.from(JSON.stringify({ surname: PERSON.surname })),
  })}`
  await sql`insert into emergency_lists ${sql({ guests: 1, salt: Buffer.alloc(16), sealed: Buffer.from(PERSON.surname) })}`
  const free = { kind: 'sale', method: 'free', cents: 0, reason: 'Zvijezda programa' }
  await sql`insert into cash_moves ${sql({ ...free, guest_id: guest.id })}`
  return guest.id
}

async function dump(): Promise<string> {
  const out = new PassThrough()
  const [compressed] = await Promise.all([buffer(out), dumpFestival(sql, out)])
  return gunzipSync(compressed).toString('utf8')
}

const selectAll = async (search: string) =>
  chosenBody.parse(toSelectedRecords((await findPeople(search)).traces))

describe('the person search', () => {
  it('finds all records of a person by name, JMBAG or e-mail, also those with only one of these', async () => {
    const guest = await storePersonEverywhere()
    await makeGuest({ name: 'Netko', surname: 'Drugi', email: 'netko@fer.hr' })
    for (const search of ['zvjezdana obiljezic', PERSON.jmbag, PERSON.email]) {
      const { traces } = await findPeople(search)
      const kinds = traces.map(({ kind }) => kind).sort()
      expect(kinds, search).toEqual(['guests', 'leaderboard', 'mails', 'signups', 'signups'])
      expect(traces.find(({ kind }) => kind === 'guests')).toMatchObject({
        id: String(guest),
        name: 'Zvjezdana Obilježić',
        jmbag: PERSON.jmbag,
      })
    }
    for (const search of ['nema takve', '%', '％'])
      expect((await findPeople(search)).traces, search).toEqual([])
  })

  it('finds a band contact by address and notes, together with the guest of the same address', async () => {
    await makeGuest({ ...PERSON, email: 'zo@bend.example' })
    await sql`insert into band_contacts ${sql({
      band_name: 'Bura',
      booker_name: 'Z. O.',
      booker_phone: '1',
      booker_email: 'ZO@bend.example',
      notes: 'Zvati i Obilježića starijeg',
    })}`
    for (const search of ['zo@bend', 'obiljezic', PERSON.jmbag]) {
      const { traces } = await findPeople(search)
      expect(traces.map(({ kind }) => kind).sort(), search).toEqual(['band-contacts', 'guests'])
      expect(traces.find(({ kind }) => kind === 'band-contacts')).toMatchObject({
        name: 'Z. O.',
        what: 'Bura',
        email: 'zo@bend.example',
      })
    }
    await sql`delete from band_contacts`
  })

  it('exports all records of a person as HTML and as JSON', async () => {
    await storePersonEverywhere()
    const chosen = await selectAll(PERSON.jmbag)
    const json = await (await exportPerson(chosen, { format: 'json' }, await staff(1))).json()
    expect(json).toMatchObject({
      guests: [{ ...PERSON, note: 'Zvijezda programa', confCode: CODE }],
      passages: [{ direction: 'in', verdict: 'admitted' }],
      signups: [PERSON, { name: 'Zvjezda' }],
      scores: [{ score: 12 }],
      payments: [{ kind: 'sale', method: 'free', reason: 'Zvijezda programa' }],
      record: [{ action: 'created' }, { action: 'changed' }],
    })
    expect(json.mails).toHaveLength(2)
    await sql`update guests set note = '<script>1</script>'`
    const page = await (await exportPerson(chosen, { format: 'html' }, await staff(1))).text()
    expect(page).toContain('Obilježić')
    expect(page).not.toContain('<script')
    const [entry] = await sql`select * from activities where entity = 'people'`
    expect(entry).toMatchObject({ action: 'exported' })
  })
})

it('the export of a person includes the records of users, band contacts and sponsor contacts', async () => {
  const email = 'sef@bend.example'
  const [user] = await sql`
    insert into users (name, email, privilege) values ('Šef Binić', ${email}, 2) returning id`
  await sql`insert into auth_sessions (user_id, device, expires_at) values (${user?.id}, 'Firefox', now())`
  await sql`insert into guest_reads values (${user?.id}, now(), 7)`
  await sql`insert into activities (user_id, entity, entity_id, action, changes)
    values (${user?.id}, 'guests', '1', 'changed', '{"name": ["Netko", "Drugi"]}')`
  await sql`insert into band_contacts (band_name, booker_name, booker_phone, booker_email)
    values ('Bura', 'Šef', '091 1', ${email})`
  await makeSponsor({ name: 'Zec d.o.o.', email })
  const { traces } = await findPeople(email)
  const chosen = fileBody.parse(toSelectedRecords(traces))
  const json = await (await exportPerson(chosen, { format: 'json' }, await staff(1))).json()
  expect(json).toMatchObject({
    staff: [{ name: 'Šef Binić', email, privilege: 2 }],
    signIns: [{ device: 'Firefox' }],
    guestsLookedAt: [{ guests: 7 }],
    actions: [{ entity: 'guests', action: 'changed' }],
    bandContacts: [{ bandName: 'Bura', bookerName: 'Šef', bookerPhone: '091 1' }],
    sponsors: [{ name: 'Zec d.o.o.', email }],
  })
  expect(JSON.stringify(json)).not.toContain('Netko')
  const page = await (await exportPerson(chosen, { format: 'html' }, await staff(1))).text()
  expect(page).toContain('Šef Binić')
  expect(page).not.toContain('undefined')
  expect(chosenBody.safeParse(toSelectedRecords(traces)).success).toBe(false)
  await sql`delete from band_contacts`
})

describe('erasing a person', () => {
  // Rule 4.26: an admin erases everything that is stored about a person.
  it('leaves no personal data in the database, no ticket in the reports, and the payment at the till', async () => {
    const id = await storePersonEverywhere()
    const chosen = await selectAll(PERSON.jmbag)
    const before = await dump()
    for (const pattern of PERSON_PATTERNS) expect(before).toMatch(pattern)

    expect(await dailyReport()).toMatchObject([{ total: 1 }])
    expect(await arrivals({})).toMatchObject([{ entered: 1 }])
    expect(await erasePerson(chosen, await staff(1))).toEqual({
      guests: 1,
      signups: 2,
      leaderboard: 1,
      mails: 1,
    })
    const after = await dump()
    for (const pattern of PERSON_PATTERNS) expect(after).not.toMatch(pattern)
    const [row] = await sql`select deleted_at, bought_at from guests where id = ${id}`
    expect(row?.deleted_at).not.toBeNull()
    expect(row?.bought_at).not.toBeNull()
    const [counts] = await sql`
      select (select coalesce(sum(total), 0)::int from guest_list_counts) as stored,
        (select count(*)::int from guests where deleted_at is null) as counted`
    expect(counts?.stored).toBe(counts?.counted)
    expect(await dailyReport()).toEqual([])
    expect(await arrivals({})).toEqual([])
    expect(await sql`select kind, method from cash_moves`).toEqual([
      { kind: 'sale', method: 'free' },
    ])
    const [entry] = await sql`select changes from activities where entity = 'people'`
    expect(entry?.changes).toMatchObject({ guests: [null, 1], signups: [null, 2] })
  })

  it('deletes the stored responses that mention a chosen mail or score, and no others', async () => {
    const [entry] = await sql`insert into leaderboard_entries ${sql({
      name: 'Zvijezda9',
      email: PERSON.email,
      score: 12,
    })} returning id`
    const mails = [
      { template: 'text', to_mail: 'zo@drugdje.example', name: PERSON.name, message: 'x' },
      { template: 'text', to_mail: 'bez@imena.example', name: '', message: 'x' },
    ]
    const stored = await sql`insert into mails ${sql(mails)} returning id`
    const responses = {
      score: { name: 'Zvijezda9' },
      'address of the score': { email: PERSON.email },
      mail: { name: PERSON.name },
      'address of the mail': { to_mail: 'zo@drugdje.example' },
      other: { name: 'Netko Drugi' },
    }
    for (const [id, response] of Object.entries(responses))
      await sql`insert into idempotency_keys ${sql({
        id,
        request_hash: 'r',
        run_id: randomUuidV1(),
        status: 201,
        answer: Buffer.from(JSON.stringify(response)),
      })}`
    const ids = stored.map(({ id }) => id)
    const chosen = chosenBody.parse({ leaderboard: [entry?.id], mails: ids })
    await erasePerson(chosen, await staff(1))
    expect(await sql`select id from idempotency_keys`).toEqual([{ id: 'other' }])
  })

  it('works for 70,000 ids, which are more than a statement can have parameters', async () => {
    const numbers = Array.from({ length: 70_000 }, (_, i) => 1_000_000 + i)
    const mails = numbers.map(
      (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    )
    const all = { guests: numbers, signups: numbers, leaderboard: numbers, mails }
    await getDb().transaction(async (tx) => {
      expect(await lockGuests(tx, numbers)).toEqual([])
      expect(await eraseChosen(tx, all)).toMatchObject({ signups: 0, leaderboard: 0, mails: 0 })
    })
  })

  it('twice at once erases the records only once, and leaves other guests unchanged', async () => {
    await storePersonEverywhere()
    const other = await makeGuest({ name: 'Netko', surname: 'Drugi' })
    const chosen = await selectAll(PERSON.jmbag)
    const admin = await staff(1)
    const results = await Promise.all([erasePerson(chosen, admin), erasePerson(chosen, admin)])
    expect(results.map(({ guests }) => guests).sort()).toEqual([0, 1])
    expect(results.map(({ signups }) => signups).sort()).toEqual([0, 2])
    const [row] = await sql`select name, deleted_at from guests where id = ${other.id}`
    expect(row).toEqual({ name: 'Netko', deleted_at: null })
  })

  it('is refused if no record is selected or an id is invalid', () => {
    expect(chosenBody.safeParse({}).error?.issues[0]?.message).toBe('Odaberite barem jedan zapis.')
    expect(chosenBody.safeParse({ guests: ['x'] }).success).toBe(false)
  })
})
