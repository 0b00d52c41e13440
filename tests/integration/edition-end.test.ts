import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import ExcelJS from 'exceljs'
import { beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { dumpFestival } from '@/db/backup'
import { getDb, getSql } from '@/db/pool'
import { LOCK_TIMEOUTS, scrubStorage } from '@/db/queries/erasure'
import { eraseDeletedGuests } from '@/db/queries/guests-write'
import { randomUuidV1 } from '@/db/uuid'
import { exportEdition } from '@/lib/editions/pack'
import { editionResponse, endBody, endResponse } from '@/lib/editions/schema'
import {
  endEdition,
  eraseWhenDue,
  listEditions,
  previewEnd,
  resumeScrub,
} from '@/lib/editions/service'
import { toSelectedRecords } from '@/lib/people/rules'
import { chosenBody } from '@/lib/people/schema'
import { erasePerson, findPeople } from '@/lib/people/service'
import { addPassages, makeGuest, staff } from '../support/factories'
import { unzip } from '../support/unzip'

const sql = getSql()

const KEEP = {
  users: true,
  lineup: true,
  sponsors: true,
  priceList: true,
  texts: true,
  contacts: true,
  artwork: true,
}
const DROP = Object.fromEntries(Object.keys(KEEP).map((key) => [key, false])) as typeof KEEP
const NEXT = { name: 'Brucošijada', year: 2099, number: 900, opensAt: null, closesAt: null }

const currentEdition = async () => {
  const [row] = await sql`select * from editions where ended_at is null`
  return row as { id: number; name: string }
}

/** Request body that the screen sends to end the current edition. */
async function makeEndBody(fields: Partial<z.input<typeof endBody>> = {}) {
  const { id, name } = await currentEdition()
  const [{ number } = { number: 0 }] = await sql`select max(ordinal) as number from editions`
  const next = { ...NEXT, number: number + 1 }
  return endBody.parse({ edition: id, confirm: name, keep: KEEP, next, ...fields })
}

const PERSON = { name: 'Zvjezdana', surname: 'Obilježić', jmbag: '0036566601' }
const EMAIL = 'zo66601@fer.hr'
/** Texts that identify the test person. */
const PERSON_TEXT = ['zvjezdan', 'obiljež', 'obiljez', '0036566601', '66601@', 'zvijezda', '91 555']

/**
 * Writes one test person, with texts of `PERSON_TEXT`, into every text column of all tables about
 * people.
 */
async function fillEverything(code: string): Promise<number> {
  const guest = await makeGuest({
    ...PERSON,
    email: EMAIL,
    conf_code: code,
    bought_at: '2026-10-01T10:00Z',
  })
  await sql`update guests set phone = '+385 91 555', note = 'Zvijezda programa', ban_reason = 'Obilježena' where id = ${guest.id}`
  await addPassages(sql, [guest.id])
  await addPassages(sql, [guest.id])
  const [passage] = await sql`select id from passages limit 1`
  await sql`insert into dispute_resolutions ${sql({ passage: passage?.id, settled: 'stays' })}`
  const [signup] = await sql`insert into signups ${sql({ ...PERSON, email: EMAIL })} returning id`
  const [entry] = await sql`
    insert into leaderboard_entries ${sql({ name: 'Zvijezda9', email: EMAIL, score: 12 })} returning id`
  const [batch] =
    await sql`insert into mail_batches ${sql({ kind: 'range', total: 1 })} returning id`
  const mail = {
    to_mail: EMAIL,
    name: PERSON.name,
    message: `Bok ${PERSON.name}`,
    subject: 'Karta',
  }
  const texts = { html: `<p>${PERSON.surname}`, plain_text: PERSON.surname, last_error: EMAIL }
  await sql`insert into mails ${sql([
    { ...mail, ...texts, template: 'ticket-confirmation', conf_code: code, guest_id: guest.id },
    { ...mail, ...texts, template: 'message', conf_code: null, guest_id: null },
  ])}`
  await sql`update mails set batch_id = ${batch?.id}, details = ${JSON.stringify({ x: PERSON.surname })}`
  const activities = [
    {
      entity: 'guests',
      entity_id: `${guest.id}`,
      changes: { name: [null, PERSON.name], tag: [null, 'VIP'] },
    },
    { entity: 'signups', entity_id: `${signup?.id}`, changes: { jmbag: [PERSON.jmbag, null] } },
    {
      entity: 'leaderboard',
      entity_id: `${entry?.id}`,
      changes: { name: ['Zvijezda9', 'Zvijezda'] },
    },
  ]
  for (const activity of activities)
    await sql`insert into activities ${sql({ ...activity, action: 'changed', changes: JSON.stringify(activity.changes) } as never)}`
  await sql`insert into idempotency_keys ${sql({
    id: 'stored',
    request_hash: 'r',
    run_id: randomUuidV1(),
    status: 201,
    answer: Buffer.from(JSON.stringify({ surname: PERSON.surname })),
  })}`
  await sql`insert into emergency_lists ${sql({ guests: 1, salt: Buffer.alloc(16), sealed: Buffer.from(PERSON.surname) })}`
  const [job] = await sql`insert into bulk_jobs ${sql({
    kind: 'lift',
    params: '{}',
    state: 'done',
    total: 1,
    changed: 1,
    ended_at: new Date().toISOString(),
  } as never)} returning id`
  await sql`insert into bulk_items ${sql({
    job_id: job?.id,
    guest_id: guest.id,
    state: 'changed',
    before: JSON.stringify({ reason: 'Obilježena', code }),
  } as never)}`
  const free = { kind: 'sale', method: 'free', cents: 0, reason: `${PERSON.name} pomaže` }
  await sql`insert into cash_moves ${sql({ ...free, guest_id: guest.id })}`
  const [ticket] = await sql`
    insert into wallet_passes ${sql({ guest_id: guest.id, conf_code: code, is_google: true })} returning id`
  await sql`insert into wallet_phones ${sql({
    pass_id: ticket?.id,
    device: 'zvjezdanin-iphone',
    push_token: '915550036566601',
  })}`
  await sql`update guests set surname = surname || '-Zvijezda' where id = ${guest.id}`
  return guest.id
}

/**
 * Adds the data of volunteers and their phones. They belong to no guest, so the erasure of one
 * person leaves them.
 */
async function fillGates() {
  const label = 'Zvjezdanin mobitel'
  const secret = Buffer.alloc(32)
  const [device] = await sql`insert into gate_devices ${sql({
    gate_id: 1,
    label,
    is_staff: false,
    secret_hash: secret,
    ends_at: new Date().toISOString(),
  })} returning id`
  await sql`insert into gate_pairings ${sql({
    gate_id: 1,
    code_hash: secret,
    expires_at: new Date().toISOString(),
    ends_at: new Date().toISOString(),
    device_id: device?.id,
    last_try_by: label,
  })}`
  const [drill] =
    await sql`insert into gate_drills ${sql({ ends_at: new Date().toISOString() })} returning id`
  await sql`insert into gate_drill_reports ${sql({
    drill_id: drill?.id,
    device_id: device?.id,
    passages: JSON.stringify([label]),
    facts: JSON.stringify({ label }),
  })}`
  const [shift] =
    await sql`insert into cash_shifts ${sql({ note: 'Zvjezdani krivo vraćeno' })} returning id`
  const correction = { kind: 'correction', method: 'cash', cents: 100, reason: 'Zvijezda posudila' }
  await sql`insert into cash_moves ${sql({ ...correction, shift_id: shift?.id })}`
  const activities = [
    { entity: 'cash', entity_id: '1', changes: { reason: [null, 'Zvijezda posudila'] } },
    { entity: 'gates', entity_id: '1', changes: { device: [null, label] } },
    { entity: 'mails', entity_id: randomUuidV1(), changes: { to_mail: [null, EMAIL] } },
  ]
  for (const activity of activities)
    await sql`insert into activities ${sql({ ...activity, action: 'made', changes: JSON.stringify(activity.changes) } as never)}`
}

async function dump(): Promise<string> {
  const out = new PassThrough()
  const [packed] = await Promise.all([buffer(out), dumpFestival(sql, out)])
  return gunzipSync(packed).toString('utf8')
}

/** A dump contains binary columns as hex, so each text is also searched in that form. */
const formsOf = (text: string) => [text, Buffer.from(text).toString('hex')]
const personTextIn = (content: string) => {
  const lowerCase = content.toLowerCase()
  return PERSON_TEXT.filter((text) => formsOf(text).some((form) => lowerCase.includes(form)))
}

/**
 * Finds the texts of the test person in the data files of PostgreSQL. The write-ahead log is left
 * out, because PostgreSQL overwrites it in time.
 */
async function personTextInFiles(): Promise<string[]> {
  await sql`checkpoint`
  const nameOf = async (file: string) => {
    const [row] =
      await sql`select pg_filenode_relation(0, ${Number.parseInt(file, 10) || 0})::text as name`
    return row?.name ?? file
  }
  const [{ dir, oid } = { dir: '', oid: 0 }] = await sql<{ dir: string; oid: number }[]>`
    select current_setting('data_directory') as dir, oid::int from pg_database
    where datname = current_database()`
  const found = [join('base', String(oid)), 'global'].flatMap((folder) =>
    readdirSync(join(dir, folder), { withFileTypes: true })
      .filter((file) => file.isFile())
      .flatMap(({ name }) => {
        const content = readFileSync(join(dir, folder, name))
          .toString('utf8')
          .toLowerCase()
        return PERSON_TEXT.filter((text) => content.includes(text)).map(
          (text) => `${name}: ${text}`,
        )
      }),
  )
  return Promise.all(found.map(async (match) => `${await nameOf(match)} in ${match}`))
}

/**
 * Expects that no text of the test person is left in the data files. A row version that another
 * transaction could see survives the first cleanup, so the cleanup is repeated for up to 30 s.
 */
async function expectFilesClean() {
  expect(await sql`select from pg_stats where tablename = 'guests'`).toHaveLength(0)
  const remaining = async () => {
    const found = await personTextInFiles()
    if (found.length > 0) await scrubStorage(getDb())
    return found
  }
  await expect.poll(remaining, { timeout: 30_000, interval: 200 }).toEqual([])
}

async function clear() {
  await sql`truncate guests, guest_list_counts, passages, duplicate_admissions, dispute_resolutions, signups, mails,
    mail_batches, leaderboard_entries, activities, idempotency_keys, emergency_lists, gate_devices,
    gate_pairings, gate_drills, gate_drill_reports, edition_totals, wallet_passes, wallet_phones,
    wallet_outbox, guest_import_changes, bulk_jobs, bulk_items, cash_moves, cash_shifts`
  await sql`delete from editions where ended_at is not null`
  await sql`update editions set opens_at = null, closes_at = null, erased_at = null, year = 2026,
    retention_days = 60`
}

beforeEach(clear)

const countRows = async () => {
  const [row] = await sql`select (select count(*)::int from guests) as guests,
    (select count(*)::int from mails) as mails, (select count(*)::int from signups) as signups,
    (select count(*)::int from passages) as passages, (select count(*)::int from editions) as editions`
  return row
}
const NOTHING = { guests: 0, mails: 0, signups: 0, passages: 0 }

describe('no personal data remains', () => {
  it('after all records of one person are erased', async () => {
    const code = randomUuidV1()
    await fillEverything(code)
    const { traces } = await findPeople(PERSON.jmbag)
    await erasePerson(chosenBody.parse(toSelectedRecords(traces)), await staff(1))
    expect(personTextIn(await dump())).toEqual([])
    expect(await dump()).not.toContain(code)
  })

  it('in a dump, the data files or the statistics of the database after the edition ends', async () => {
    const code = randomUuidV1()
    await fillEverything(code)
    await fillGates()
    await sql`analyze`
    // Normalized texts are generated columns: the data files contain them, the dump does not.
    expect(personTextIn(await dump())).toEqual(PERSON_TEXT.filter((text) => text !== 'obiljez'))
    expect(await personTextInFiles()).not.toEqual([])
    await endEdition(await makeEndBody(), await staff(1))
    expect(personTextIn(await dump())).toEqual([])
    expect(await dump()).not.toContain(code)
    await expectFilesClean()
  })

  // Rule 8.18: personal data are erased automatically 60 days after the end of the night.
  it('after the retention days, while the edition and its visibility flags stay', async () => {
    const code = randomUuidV1()
    await fillEverything(code)
    await fillGates()
    await sql`update visibility_flags set visible = true where name = 'LINEUP_VISIBILITY'`
    await eraseWhenDue(getDb())
    expect(await countRows()).not.toMatchObject(NOTHING)
    await sql`update editions set opens_at = now() - interval '61 days', closes_at = now() - interval '59 days'`
    await eraseWhenDue(getDb())
    expect(await countRows()).not.toMatchObject(NOTHING)
    await sql`update editions set closes_at = now() - interval '60 days' - interval '1 second'`
    await eraseWhenDue(getDb())
    expect(await countRows()).toEqual({ ...NOTHING, editions: 1 })
    expect(personTextIn(await dump())).toEqual([])
    await expectFilesClean()
    const [activity] = await sql`select user_id, changes from activities where entity = 'editions'`
    expect(activity).toMatchObject({ user_id: null, changes: { guests: [1, 0], signups: [1, 0] } })
    const [flag] = await sql`select visible from visibility_flags where name = 'LINEUP_VISIBILITY'`
    expect(flag?.visible).toBe(true)
    // The erasure runs once: guests who are added later belong to the next year.
    await makeGuest()
    await eraseWhenDue(getDb())
    expect(await countRows()).toMatchObject({ guests: 1 })
    expect((await listEditions())[0]).toMatchObject({ sold: [{ day: '2026-10-01' }] })
  })

  it('of a deleted guest after seven days, and nothing is erased before that', async () => {
    const code = randomUuidV1()
    const guest = await fillEverything(code)
    await sql`delete from emergency_lists`
    await sql`update guests set deleted_at = now() - interval '6 days 23 hours' where id = ${guest}`
    expect(await eraseDeletedGuests(getDb())).toBe(0)
    await sql`update guests set deleted_at = now() - interval '7 days 1 second' where id = ${guest}`
    expect(await eraseDeletedGuests(getDb())).toBe(1)
    const [row] =
      await sql`select concat(name, surname, jmbag, email, phone, note, ban_reason, search) as texts from guests`
    expect(row?.texts.trim()).toBe('')
    const [mail] =
      await sql`select count(*)::int as n from mails where guest_id = ${guest} and name || to_mail <> ''`
    expect(mail?.n).toBe(0)
  })

  it('in the statistics after the cleanup of an interrupted erasure is resumed', async () => {
    await fillEverything(randomUuidV1())
    await sql`analyze guests`
    await sql`truncate guests, passages, duplicate_admissions, dispute_resolutions, mails, wallet_passes,
      wallet_phones, wallet_outbox, guest_import_changes`
    await resumeScrub(getDb())
    const [statistics] =
      await sql`select count(*)::int as n from pg_stats where tablename = 'guests'`
    expect(statistics?.n).toBe(0)
  })
})

describe('the end of an edition', () => {
  it('has a preview that counts the affected records and changes nothing', async () => {
    await fillEverything(randomUuidV1())
    await fillGates()
    const end = endResponse.parse(await previewEnd())
    expect(end).toMatchObject({
      isOn: false,
      edition: { name: 'Brucošijada' },
      counts: { guests: 1, bought: 1, inside: 1, signups: 1, mails: 2, waiting: 2, passages: 2 },
    })
    expect(await countRows()).toMatchObject({ guests: 1, mails: 2 })
  })

  // Rule 8.16: numbers without names are kept forever.
  it('keeps the numbers of sales, arrivals, lists and gates, without names', async () => {
    await sql`insert into gates (name) values ('Sjever') on conflict do nothing`
    const [north] = await sql`select id from gates where name = 'Sjever'`
    const sale = (bought_at: string, tag = 'Brucoši') =>
      makeGuest({ bought_at, tag, jmbag: null as never, conf_code: randomUuidV1() })
    // Times of sale in Zagreb: 11:59, 12:00, and 00:05 on the next day.
    const [ana, ivo] = [await sale('2026-10-01T09:59Z'), await sale('2026-10-01T10:00Z')]
    const vip = await sale('2026-10-01T22:05Z', 'VIP')
    await makeGuest({ tag: 'VIP', jmbag: null as never })
    const deleted = await sale('2026-10-01T09:00Z')
    await sql`update guests set deleted_at = now() where id = ${deleted.id}`
    await addPassages(sql, [ana.id, ivo.id], 'in', '2026-10-10T19:07Z')
    // A duplicate admission is not counted as a second arrival.
    await addPassages(sql, [ana.id], 'in', '2026-10-10T19:09Z')
    await addPassages(sql, [ana.id], 'out', '2026-10-10T20:20Z')
    await addPassages(sql, [ana.id], 'in', '2026-10-10T21:00Z')
    await sql`insert into passages (id, guest_id, gate_id, direction, verdict, decided, at)
      values (passage_id(now()), ${vip.id}, ${north?.id}, 'in', 'admitted', 'server', '2026-10-10T19:31Z')`
    await endEdition(await makeEndBody(), await staff(1))
    const [current, ended] = editionResponse.array().parse(await listEditions())
    expect(current).toMatchObject({ endedAt: null, sold: [], arrivals: [], lists: [], gates: [] })
    expect(ended).toMatchObject({
      sold: [
        { day: '2026-10-01', before12: 1, after12: 1 },
        { day: '2026-10-02', before12: 1, after12: 0 },
      ],
      arrivals: [
        { at: '2026-10-10T19:00:00.000Z', came: 2, went: 0 },
        { at: '2026-10-10T19:30:00.000Z', came: 1, went: 0 },
        { at: '2026-10-10T20:15:00.000Z', came: 0, went: 1 },
        { at: '2026-10-10T21:00:00.000Z', came: 1, went: 0 },
      ],
      lists: [
        { name: 'Brucoši', guests: 2, bought: 2, came: 2 },
        { name: 'VIP', guests: 2, bought: 1, came: 1 },
      ],
      gates: [
        { name: '', came: 3 },
        { name: 'Sjever', came: 1 },
      ],
    })
  })

  it('keeps the takings per day minus returns, and deletes cash shifts, cash movements and prices', async () => {
    await sql`update editions set cash_desk = true, ticket_price_cents = 1000`
    await sql`update guest_lists set price_cents = 1200 where role = 'brucosi'`
    const [shift] = await sql`insert into cash_shifts default values returning id`
    const sold = { kind: 'sale', method: 'cash', cents: 1200, price_cents: 1200, guest_id: 1 }
    const addMovement = async (fields: object) => {
      const at = '2026-10-01T22:30Z'
      const row = { ...sold, at, shift_id: shift?.id, ...fields }
      const [stored] = await sql`insert into cash_moves ${sql(row as typeof sold)} returning id`
      return stored?.id as number
    }
    const first = await addMovement({})
    await addMovement({ kind: 'return', cents: -1200, sale_id: first })
    await addMovement({ at: '2026-10-01T09:00Z' })
    await addMovement({ method: 'card', shift_id: null })
    await addMovement({ method: 'free', cents: 0, reason: 'Volonter' })
    await addMovement({ kind: 'float', cents: 5000, price_cents: null, guest_id: null })
    await endEdition(await makeEndBody(), await staff(1))
    const [current, ended] = editionResponse.array().parse(await listEditions())
    expect(current?.takings).toEqual([])
    expect(ended?.takings).toEqual([
      { day: '2026-10-01', cashCents: 1200, cardCents: 0, free: 0 },
      { day: '2026-10-02', cashCents: 0, cardCents: 1200, free: 1 },
    ])
    const [remaining] = await sql`select cash_desk, (select count(*)::int from cash_moves) as moves,
      (select count(*)::int from cash_shifts) as shifts,
      (select count(*)::int from guest_lists where price_cents is not null) as prices
      from editions where ended_at is null`
    expect(remaining).toEqual({ cash_desk: false, moves: 0, shifts: 0, prices: 0 })
  })

  it('adds sales after an automatic erasure to the totals that the erasure stored', async () => {
    const sale = () => makeGuest({ bought_at: '2026-10-01T08:00Z', conf_code: randomUuidV1() })
    await sale()
    await sql`update editions set opens_at = now() - interval '71 days', closes_at = now() - interval '70 days'`
    await eraseWhenDue(getDb())
    await sale()
    await endEdition(await makeEndBody(), await staff(1))
    expect((await listEditions())[1]).toMatchObject({
      sold: [{ day: '2026-10-01', before12: 2, after12: 0 }],
      lists: [{ name: 'Brucoši', guests: 2, bought: 2, came: 0 }],
    })
  })

  it('starts the next edition with the given settings, hides the site, and is logged', async () => {
    await sql`update editions set place = 'Studentski centar', ticket_shop_url = 'https://x.hr',
      ticket_price_cents = 1000, retention_days = 30, sales_state = 'sold_out',
      night_phone = '+385 91 000 0000'`
    await sql`update visibility_flags set visible = true where visible is not null`
    await sql`update visibility_flags set at = now() where visible is null`
    await sql`update night set show_crowd_level = true, capacity = 900`
    const next = {
      name: 'Brucošijada X',
      year: 2098,
      number: 500,
      opensAt: '2098-10-10T18:00:00Z',
      closesAt: '2098-10-11T02:00:00Z',
    }
    const before = await currentEdition()
    const { edition } = await endEdition(await makeEndBody({ next }), await staff(1))
    const [row] = await sql`select * from editions where ended_at is null`
    expect(row).toMatchObject({
      id: edition,
      name: 'Brucošijada X',
      year: 2098,
      ordinal: 500,
      retention_days: 30,
      place: 'Studentski centar',
      ticket_shop_url: '',
      ticket_price_cents: null,
      sales_state: 'open',
      erased_at: null,
    })
    expect(await sql`select from editions where night_phone <> ''`).toHaveLength(0)
    expect(new Date(row?.opens_at as string).toISOString()).toBe('2098-10-10T18:00:00.000Z')
    const [flags] =
      await sql`select count(*)::int as n from visibility_flags where visible or at is not null`
    expect(flags?.n).toBe(0)
    const [night] = await sql`select capacity, show_crowd_level from night`
    expect(night).toMatchObject({ capacity: 900, show_crowd_level: false })
    const [list] = await sql`select name from guest_lists where role = 'product'`
    expect(list?.name).toBe('Brucošijada X')
    const [activity] = await sql`select * from activities where action = 'ended'`
    expect(activity).toMatchObject({ entity: 'editions', entity_id: String(before.id) })
    expect(activity?.changes).toMatchObject({ kept: [null, expect.stringContaining('sponzori')] })
    await sql`update guest_lists set name = 'Brucošijada' where role = 'product'`
    await sql`update editions set name = 'Brucošijada'`
  })

  // Rule 8.17: sponsors that are kept get new slugs at the end of an edition.
  it('deletes only records that are not chosen to be kept, and gives kept sponsors new slugs', async () => {
    const image = {
      hash: 'a'.repeat(64),
      mime: 'image/webp',
      width: 1,
      height: 1,
      bytes: Buffer.alloc(1),
    }
    await sql`insert into images ${sql(image)} on conflict do nothing`
    const fill = async () => {
      await sql`insert into lineup_items ${sql({ name: 'Bend', slug: randomUuidV1(), image_hash: image.hash, order: 1 })}`
      await sql`insert into stages (name, "order") values ('Velika', 1)`
      await sql`insert into sets (stage_id, title, starts_at, ends_at)
        select id, 'Vrata', now(), now() + interval '1 hour' from stages`
      await sql`insert into sponsors ${sql({
        name: 'Pekara',
        slug: randomUuidV1(),
        url: 'https://x.hr',
        image_hash: image.hash,
        email: 'zvijezda@pekara.hr',
        order: 1,
        guests_enabled: 2,
        opened_at: new Date().toISOString(),
      })}`
      await sql`insert into price_items (name, category, "order", price_eur, volume_litres) values ('Sok', 'SOK', 1, 1, 1)`
      await sql`insert into translations (key, value) values ('a.b', 'c')`
      await sql`insert into band_contacts ${sql({
        band_name: 'Bend',
        booker_name: 'Zvjezdana',
        booker_phone: '+385 91 555',
        booker_email: EMAIL,
        notes: 'Zvjezdana se javlja navečer',
      })}`
      await sql`insert into artworks ${sql({ slot: 'poster', image_hash: image.hash, file_name: 'p.png' })}`
    }
    const countContent = async () => {
      const [row] = await sql`select (select count(*)::int from lineup_items) as lineup,
        (select count(*)::int from stages) as stages, (select count(*)::int from sets) as sets,
        (select count(*)::int from sponsors) as sponsors, (select count(*)::int from price_items) as prices,
        (select count(*)::int from translations) as texts, (select count(*)::int from band_contacts) as contacts,
        (select count(*)::int from artworks) as artwork, (select count(*)::int from users) as users,
        (select count(*)::int from guest_lists where kind = 'sponsor') as lists`
      return row
    }
    const oneOfEach = {
      lineup: 1,
      stages: 1,
      sponsors: 1,
      prices: 1,
      texts: 1,
      contacts: 1,
      artwork: 1,
      lists: 1,
    }
    await fill()
    const [old] = await sql`select slug from sponsors`
    const { users } = (await countContent()) as { users: number }
    await endEdition(await makeEndBody(), await staff(1))
    expect(await countContent()).toEqual({ ...oneOfEach, sets: 0, users })
    const [sponsor] =
      await sql`select s.*, l.slug as list from sponsors s join guest_lists l on l.sponsor_id = s.id`
    expect(sponsor).toMatchObject({ guests_enabled: 0, opened_at: null, list: sponsor?.slug })
    expect(sponsor?.slug).not.toBe(old?.slug)

    const admin = await staff(1)
    const changes = JSON.stringify({
      email: [null, 'zvjezdana@brucosijada.example'],
      privilege: [null, 1],
    })
    await sql`insert into activities ${sql({ user_id: admin.id, entity: 'users', entity_id: '9', action: 'created', changes } as never)}`
    await sql`insert into users (name, email) values ('Zvjezdana Obilježić', ${EMAIL})`
    await endEdition(await makeEndBody({ keep: DROP }), admin)
    const noneOfEach = Object.fromEntries(Object.keys(oneOfEach).map((key) => [key, 0]))
    expect(await countContent()).toEqual({ ...noneOfEach, sets: 0, users: 1 })
    expect((await sql`select id from users`)[0]?.id).toBe(admin.id)
    expect(personTextIn(await dump())).toEqual([])
    await expectFilesClean()
    const [activity] = await sql`select changes from activities where entity = 'users'`
    expect(activity?.changes).toEqual({ email: [null, '[obrisano]'], privilege: [null, 1] })
    for (const [i, name] of ['Nina', 'Edo', 'Karla', 'Bruno'].entries())
      await sql`insert into users ${sql({ name, email: `${i}@x.hr`, privilege: [0, 2, 3, 4][i] as number })}`
  })

  it('keeps activity entries that concern no person, with personal values redacted', async () => {
    const remaining = [
      { entity: 'guests', entity_id: 'import', action: 'imported', changes: { rows: [null, 9] } },
      { entity: 'price-list', entity_id: '3', action: 'changed', changes: { priceEUR: [1, 2] } },
      { entity: 'gates', entity_id: '1', action: 'paired', changes: { device: [null, 'Ana'] } },
      {
        entity: 'festival',
        entity_id: 'festival',
        action: 'changed',
        changes: { nightPhone: ['', '+385 91 000 0000'], salesState: ['open', 'last'] },
      },
    ]
    for (const { changes, ...activity } of [
      ...remaining,
      { ...remaining[0], entity_id: '12' } as (typeof remaining)[0],
    ])
      await sql`insert into activities ${sql({ ...activity, changes: JSON.stringify(changes) } as never)}`
    const [{ last } = { last: 0 }] = await sql`select max(id)::int as last from activities`
    await endEdition(await makeEndBody(), await staff(1))
    const activities =
      await sql`select id::int, entity, entity_id, changes from activities order by id`
    expect(activities.map(({ entity, entity_id }) => `${entity} ${entity_id}`).slice(0, 4)).toEqual(
      ['guests import', 'price-list 3', 'gates 1', 'festival festival'],
    )
    expect(activities[2]?.changes).toEqual({ device: [null, '[obrisano]'] })
    expect(activities[3]?.changes).toEqual({
      nightPhone: ['[obrisano]', '[obrisano]'],
      salesState: ['open', 'last'],
    })
    expect(activities).toHaveLength(5)
    expect(activities[4]?.id).toBeGreaterThan(last)
  })

  it.each([
    ['the name is not typed', { confirm: 'brucosi' }, 'confirm'],
    ['the number is not higher', { next: { ...NEXT, number: 1 } }, 'number'],
    ['the year is in the past', { next: { ...NEXT, year: 2001 } }, 'year'],
    [
      'the opening time has no closing time',
      { next: { ...NEXT, opensAt: '2099-01-01T20:00:00Z' } },
      'closesAt',
    ],
    [
      'the night is in the past',
      { next: { ...NEXT, opensAt: '2020-01-01T20:00:00Z', closesAt: '2020-01-01T21:00:00Z' } },
      'opensAt',
    ],
  ])('is refused and changes nothing while %s', async (_, input, field) => {
    await makeGuest()
    await expect(endEdition(await makeEndBody(input), await staff(1))).rejects.toMatchObject({
      more: { fields: { [field]: [expect.any(String)] } },
    })
    expect(await countRows()).toMatchObject({ guests: 1, editions: 1 })
  })

  // Rule 8.15: an edition cannot end while the night is on.
  it('is refused while the night is on', async () => {
    await sql`update editions set opens_at = now() - interval '1 hour', closes_at = now() + interval '1 hour'`
    await expect(endEdition(await makeEndBody(), await staff(1))).rejects.toMatchObject({
      code: 'night_on',
    })
    expect((await previewEnd()).isOn).toBe(true)
  })

  it('requested by two admins at once is refused to the second, and ends one edition', async () => {
    await makeGuest()
    const body = await makeEndBody()
    const admin = await staff(1)
    const both = await Promise.allSettled([endEdition(body, admin), endEdition(body, admin)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const failed = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    // On a busy machine the second may give up waiting for the tables before the first has ended.
    expect(failed.reason).toMatchObject({
      code: expect.stringMatching(/^(edition_over|lists_busy)$/),
      status: 409,
    })
    expect(await countRows()).toMatchObject({ editions: 2 })
    await expect(endEdition(body, admin)).rejects.toMatchObject({ code: 'edition_over' })
  })

  // Rule 8.14: the end of an edition succeeds completely or changes nothing.
  it('is rolled back completely when it is cancelled after the erasure', async () => {
    await fillEverything(randomUuidV1())
    await sql`insert into translations (key, value) values ('zadnji.tekst', 'x')`
    const before = await dump()
    // A lock on the last table makes the end wait after everything else has been erased.
    const other = await sql.reserve()
    await other`begin`
    await other`select from translations where key = 'zadnji.tekst' for update`
    const body = await makeEndBody({ keep: { ...KEEP, texts: false } })
    const ending = endEdition(body, await staff(1))
    ending.catch(() => {})
    const findWaitingPid = async () =>
      (
        await sql`select pid from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and query ilike '%delete from translations%'`
      )[0]?.pid
    try {
      let pid: number | undefined
      while (!pid) {
        pid = await findWaitingPid()
        await sleep(5)
      }
      await sql`select pg_cancel_backend(${pid})`
      await expect(ending).rejects.toThrow()
    } finally {
      await other`rollback`
      other.release()
    }
    const withoutFirstLine = (text: string) => text.slice(text.indexOf('\n'))
    expect(withoutFirstLine(await dump())).toBe(withoutFirstLine(before))
    await sql`delete from translations`
  })

  it('does not block other writes to guests, and is refused if it cannot lock the tables in time', async () => {
    await makeGuest()
    const { atMost } = LOCK_TIMEOUTS
    LOCK_TIMEOUTS.atMost = 1_000
    const other = await sql.reserve()
    await other`begin`
    await other`select from passages limit 1`
    try {
      const ending = endEdition(await makeEndBody(), await staff(1))
      ending.catch(() => {})
      // Meanwhile the ticket desk and the gate continue to work.
      for (let i = 0; i < 5; i++) await makeGuest()
      expect(await countRows()).toMatchObject({ guests: 6 })
      await expect(ending).rejects.toMatchObject({ code: 'lists_busy', status: 409 })
    } finally {
      LOCK_TIMEOUTS.atMost = atMost
      await other`rollback`
      other.release()
    }
    expect(await countRows()).toMatchObject({ guests: 6, editions: 1 })
    expect((await sql`select from edition_totals`).count).toBe(0)
  })

  it('makes every gate device load its roster again', async () => {
    await sql`insert into gate_changes (entity, entity_id) values ('origin', 'before')`
    await endEdition(await makeEndBody(), await staff(1))
    const origins = await sql`select from gate_changes where entity = 'origin'`
    expect(origins).toHaveLength(0)
  })
})

it('the export of an edition is one archive of spreadsheets, and is logged', async () => {
  await makeGuest({ ...PERSON, bought_at: '2026-10-01T08:00Z', conf_code: randomUuidV1() })
  await sql`insert into mails ${sql({ template: 'message', to_mail: 'a@b.hr', state: 'sent' })}`
  const archive = Buffer.from(await (await exportEdition(await staff(1))).arrayBuffer())
  const files = await unzip(archive)
  expect(Object.keys(files)).toEqual([
    'gosti.xlsx',
    'dnevni-izvjestaj.xlsx',
    'dolasci.xlsx',
    'blagajna.xlsx',
    'firme.xlsx',
    'posta.xlsx',
  ])
  const rows = async (name: string) => {
    const workbook = new ExcelJS.Workbook()
    await workbook.xlsx.load(files[name] as never)
    return JSON.stringify(workbook.worksheets[0]?.getSheetValues())
  }
  expect(await rows('gosti.xlsx')).toContain('Obilježić')
  expect(await rows('posta.xlsx')).toContain('["Poruka","Poslano",1]'.slice(1, -1))
  const [activity] = await sql`select action from activities where entity = 'editions'`
  expect(activity?.action).toBe('exported')
})
