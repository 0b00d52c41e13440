import { beforeEach, describe, expect, it } from 'vitest'
import { getDb, getSql } from '@/db/pool'
import { decideAndRecord, type ScanCommand } from '@/db/queries/passages'
import { newPassageId, presenceOf } from '@/lib/admission/rules'
import { arrivals } from '@/lib/reports/service'
import { empty } from '../support/empty'
import { addPassages, makeGuest, staff } from '../support/factories'
import { type Night, night, playNight } from '../support/passages'
import fc, { costlyRuns } from '../support/property'

const sql = getSql()
const scanner = await staff(2)

beforeEach(async () => {
  await empty(sql, 'guests', 'activities')
})

const TICKET = {
  conf_code: '11111111-1111-1111-8111-111111111111',
  bought_at: '2025-09-01T10:00:00Z',
}

const scan = (
  who: ScanCommand['who'],
  direction: 'in' | 'out' = 'in',
  fields: Partial<ScanCommand> = {},
) =>
  decideAndRecord(getDb(), {
    id: newPassageId(),
    who,
    direction,
    despite: { ban: false, noTicket: false },
    by: { userId: scanner.id },
    ...fields,
  })

describe('passages', () => {
  // Rule 6.12: the order, repetition and late arrival of passages do not change presence.
  it('of a random night give the same presence and duplicates in every order', async () => {
    const run = async (randomNight: Night) => {
      const { computed, stored } = await playNight(getDb(), sql, randomNight)
      expect(stored).toEqual(computed)
    }
    await fc.assert(fc.asyncProperty(night, run), { numRuns: costlyRuns(200) })
    const [counts] = await sql`select sum(entered)::int as count from guest_list_counts`
    const [inside] =
      await sql`select count(*)::int as count from guests where entered_at is not null`
    expect(counts).toEqual(inside)
  }, 120_000)

  // Rule 6.11: passages are added and never changed.
  it('cannot be changed or deleted', async () => {
    const { id } = await makeGuest(TICKET)
    await scan({ id })
    await expect(sql`update passages set verdict = 'left'`).rejects.toThrow('neither changed')
    await expect(sql`delete from passages where guest_id = ${id}`).rejects.toThrow(
      'neither changed',
    )
  })
})

describe('a scan', () => {
  it('is decided by the rules, and refusals are recorded', async () => {
    const holder = await makeGuest(TICKET)
    const guest = await makeGuest()
    const verdicts = [
      await scan({ code: TICKET.conf_code }, 'out'),
      await scan({ code: TICKET.conf_code }),
      await scan({ id: holder.id }),
      await scan({ id: guest.id }),
      await scan({ id: guest.id }, 'in', { despite: { ban: false, noTicket: true } }),
      await scan({ id: guest.id }, 'out'),
    ].map((passage) => passage?.verdict)
    expect(verdicts).toEqual(['outside', 'admitted', 'inside', 'no_ticket', 'admitted', 'left'])
    await sql`update guests set ban_reason = 'tučnjava' where id = ${guest.id}`
    expect((await scan({ id: guest.id }))?.verdict).toBe('banned')
    const despite = { ban: true, noTicket: true }
    expect((await scan({ id: guest.id }, 'in', { despite }))?.verdict).toBe('admitted')
    const stored = await sql`select verdict from passages where guest_id = ${guest.id} order by at`
    expect(stored.map(({ verdict }) => verdict)).toEqual([
      'no_ticket',
      'admitted',
      'left',
      'banned',
      'admitted',
    ])
    const entries =
      await sql`select action, changes from activities where entity_id = ${guest.id} order by id`
    expect(entries.map(({ action }) => action)).toEqual(['admitted', 'let_out', 'admitted'])
    expect(entries[2]?.changes).toEqual({ entered: ['0', '1'], override: [null, 'zabrana ulaska'] })
  })

  it('stores the hash of an unknown code, and recognizes a returned ticket', async () => {
    const unknown = '99999999-9999-1999-8999-999999999999'
    expect(await scan({ code: unknown })).toMatchObject({ verdict: 'unknown', guest: null })
    await sql`insert into mails (template, to_mail, conf_code) values ('x', 'a@b.hr', ${unknown})`
    expect(await scan({ code: unknown })).toMatchObject({ verdict: 'returned', guest: null })
    expect(
      await sql`select guest_id, length(code_hash) as bytes from passages where guest_id is null`,
    ).toEqual([
      { guest_id: null, bytes: 16 },
      { guest_id: null, bytes: 16 },
    ])
    expect(await scan({ id: 999_999 })).toBeNull()
  })

  it('returns the first result when repeated, also fifty times at once', async () => {
    const guest = await makeGuest(TICKET)
    const id = newPassageId()
    const results = await Promise.all(
      Array.from({ length: 50 }, () => scan({ code: TICKET.conf_code }, 'in', { id })),
    )
    expect(new Set(results.map((passage) => `${passage?.verdict} ${passage?.at}`)).size).toBe(1)
    expect(results[0]?.verdict).toBe('admitted')
    expect(await sql`select from passages where guest_id = ${guest.id}`).toHaveLength(1)
  })

  it('is serialized per guest when many gates scan at once', async () => {
    const { id } = await makeGuest(TICKET)
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, i) => scan({ id }, i % 2 ? 'out' : 'in')),
    )
    const inside = results.filter((passage) => passage?.verdict === 'admitted').length
    const outside = results.filter((passage) => passage?.verdict === 'left').length
    expect(inside - outside).toBe((await isInside(id)) ? 1 : 0)
    expect(await sql`select from duplicate_admissions`).toHaveLength(0)
    const passages =
      await sql`select id, guest_id, verdict, voids, extract(epoch from at)::float8 * 1000000 as at from passages`
    const { since } = presenceOf(
      passages.map((row) => ({
        id: row.id,
        guestId: row.guest_id,
        verdict: row.verdict,
        at: row.at,
        takesBack: row.voids,
      })),
    )
    expect(since !== null).toBe(await isInside(id))
  })
})

const isInside = async (id: number) =>
  (await sql`select from guests where id = ${id} and entered_at is not null`).length === 1

it('later passages do not change earlier arrivals', async () => {
  const [ana, iva] = [
    await makeGuest({ jmbag: null }),
    await makeGuest({ jmbag: null, tag: 'VIP' }),
  ]
  await addPassages(sql, [ana.id, iva.id], 'in', '2025-10-03T20:05:00Z')
  await addPassages(sql, [ana.id], 'in', '2025-10-03T20:06:00Z')
  const arrivalRows = async (query: Parameters<typeof arrivals>[0]) =>
    (await arrivals(query)).map(({ time, entered, left, inside }) => [time, entered, left, inside])
  const evening = ['22:00', 2, 0, 2]
  expect(await arrivalRows({})).toEqual([evening])
  await addPassages(sql, [ana.id], 'out', '2025-10-03T20:20:00Z')
  await addPassages(sql, [ana.id], 'in', '2025-10-04T20:20:00Z')
  const [exit, readmission] = [
    ['22:15', 0, 1, 1],
    ['22:15', 1, 0, 2],
  ]
  expect(await arrivalRows({})).toEqual([evening, exit, readmission])
  expect(await arrivalRows({ from: new Date('2025-10-04T10:00:00Z') })).toEqual([readmission])
  expect(await arrivalRows({ to: new Date('2025-10-03T20:10:00Z') })).toEqual([evening])
  expect(await arrivalRows({ tag: 'VIP' })).toEqual([['22:00', 1, 0, 1]])
})
