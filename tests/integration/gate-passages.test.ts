import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getDb, getSql } from '@/db/pool'
import { readLogPosition } from '@/db/queries/roster'
import { checksumOf, newPassageId } from '@/lib/admission/rules'
import { gateBoardEndpoints } from '@/lib/gate/board-endpoints'
import { gateEndpoints } from '@/lib/gate/endpoints'
import { cursorOf } from '@/lib/gate/roster'
import { empty } from '../support/empty'
import { makeGuest, staff } from '../support/factories'
import {
  call,
  offlinePassage,
  pairPhone,
  registerStaffPhone,
  signedIn,
  type TestDevice,
} from '../support/gate'
import { countStatements } from '../support/statements'

const changesRoute = gateEndpoints['gate/changes']
const passagesRoute = gateEndpoints['gate/passages']
const scanRoute = gateEndpoints['gate/scan']
const boardRoute = gateBoardEndpoints['gates/board']
const objectionRoute = gateBoardEndpoints['gates/objections/[passage]']
const doubleRoute = gateBoardEndpoints['gates/doubles/[first]/[second]']

const sql = getSql()
const phone = await pairPhone('Vrata 1')
const other = await pairPhone('Vrata 2')
const admin = await signedIn(1)

beforeEach(async () => {
  await empty(sql, 'guests', 'mails')
})

const CODE = '11111111-1111-1111-8111-111111111111'
const TICKET = { conf_code: CODE, bought_at: '2025-09-01T10:00:00Z' }
const HOUR = 3_600_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

const scan = (body: object, { headers }: TestDevice = phone) =>
  call(scanRoute.POST, 'POST', { headers, body: { id: newPassageId(), direction: 'in', ...body } })

const deliver = async (passages: unknown[], { headers }: TestDevice = phone, sentAt = ago(0)) => {
  const response = await call(passagesRoute.POST, 'POST', { headers, body: { sentAt, passages } })
  expect(response.status).toBe(200)
  return response.json()
}

const outcomesOf = ({ results }: { results: { outcome: string; code?: string }[] }) =>
  results.map(({ outcome, code }) => code ?? outcome)

const since = async (id: number) =>
  (await sql`select entered_at from guests where id = ${id}`)[0]?.entered_at

const ticketOf = (code: string) =>
  createHash('sha256')
    .update(Buffer.from(code.replaceAll('-', ''), 'hex'))
    .digest()
    .subarray(0, 16)
    .toString('base64')

const objections = async () =>
  (
    await sql`select guest_id, server_refusal from passages where server_refusal is not null order by guest_id`
  ).map(({ guest_id, server_refusal }) => [guest_id, server_refusal])

describe('a scan', () => {
  it('is decided in at most three statements, and returns only fields for the gate', async () => {
    const guest = await makeGuest({ name: 'Ana', surname: 'Anić', ...TICKET })
    await scan({ code: CODE, direction: 'out' })
    const id = newPassageId()
    const [response, statements] = await countStatements(() =>
      scan({ id, code: CODE.toUpperCase() }),
    )
    expect(statements).toBeLessThanOrEqual(3)
    const first = await response.json()
    expect(first).toEqual({
      verdict: 'admitted',
      at: first.at,
      guest: {
        id: guest.id,
        name: 'Ana',
        surname: 'Anić',
        list: expect.any(Number),
        since: first.at,
        note: null,
        ban: null,
        hash: expect.stringMatching(/^.{22}==$/),
      },
    })
    expect(await (await scan({ id, code: CODE })).json()).toEqual(first)
    expect((await (await scan({ code: CODE })).json()).verdict).toBe('inside')
    const [stored] = await sql`select device_id, gate_id, decided from passages where id = ${id}`
    expect(stored).toEqual({ device_id: phone.id, gate_id: expect.any(Number), decided: 'server' })
  })

  // Rules 6.4 and 6.6: a code must be a UUID of version 1; a code that is not stored is unknown.
  it('distinguishes invalid, unknown and returned codes', async () => {
    const invalid = await scan({ code: 'https://primjer.hr' })
    expect([invalid.status, (await invalid.json()).code]).toEqual([400, 'invalid_qr'])
    expect(await (await scan({ code: CODE })).json()).toMatchObject({
      verdict: 'unknown',
      guest: null,
    })
    await sql`insert into mails (template, to_mail, conf_code) values ('x', 'a@b.hr', ${CODE})`
    expect(await (await scan({ code: CODE })).json()).toMatchObject({ verdict: 'returned' })
    expect(await (await scan({ guestId: 999_999 })).json()).toMatchObject({ verdict: 'unknown' })
  })

  // Rule 6.9: 'no ticket' may be overridden at the gate, a ban by an admin alone.
  it('lets any user override a missing ticket, and only an admin a ban', async () => {
    const { id } = await makeGuest()
    const verdict = async (body: object, by?: TestDevice) =>
      (await (await scan({ guestId: id, ...body }, by)).json()).verdict
    expect(await verdict({})).toBe('no_ticket')
    expect(await verdict({ override: 'no_ticket' })).toBe('admitted')
    expect(await verdict({ direction: 'out' })).toBe('left')
    await sql`update guests set ban_reason = 'tučnjava', conf_code = ${CODE}, bought_at = now() where id = ${id}`
    expect(await verdict({})).toBe('banned')
    expect((await scan({ guestId: id, override: 'banned' })).status).toBe(403)
    expect(
      (await scan({ guestId: id, override: 'banned' }, await registerStaffPhone(2))).status,
    ).toBe(403)
    expect(await verdict({ override: 'banned' }, await registerStaffPhone(1))).toBe('admitted')
    const stored =
      await sql`select verdict, decided from passages where guest_id = ${id} order by at, id`
    expect(stored.map(({ verdict, decided }) => `${verdict} ${decided}`)).toEqual([
      'no_ticket server_name',
      'admitted server_override',
      'left server_name',
      'banned server_name',
      'admitted server_override',
    ])
  })
})

describe('an uploaded queue of passages', () => {
  it('counts each passage once when repeated, sent concurrently, or twice in one request', async () => {
    const { id } = await makeGuest(TICKET)
    const device = await pairPhone()
    // The two passages differ by one second, because passages of the same millisecond are ordered
    // by id.
    const before = new Date(Date.now() - 1_000).toISOString()
    const queue = [
      offlinePassage(id, { at: before }),
      offlinePassage(id, { verdict: 'left', direction: 'out' }),
    ]
    const both = await Promise.all([deliver([...queue, ...queue], device), deliver(queue, device)])
    const outcomes = both.flatMap(outcomesOf)
    expect(outcomes.filter((outcome) => outcome === 'counted')).toHaveLength(2)
    expect(outcomes.filter((outcome) => outcome === 'known')).toHaveLength(4)
    const { tally } = await deliver(queue, device)
    expect(tally).toEqual(checksumOf(queue.map((passage) => passage.id)))
    expect(await since(id)).toBeNull()
  })

  it('returns the presence of its guests, except to a device that may no longer see them', async () => {
    const [{ id }, deleted] = [await makeGuest(TICKET), await makeGuest()]
    const first = offlinePassage(id, { at: ago(HOUR) })
    expect(await deliver([first, offlinePassage(deleted.id)])).toMatchObject({
      presence: [
        { guest: id, since: first.at },
        { guest: deleted.id, since: expect.any(String) },
      ],
    })
    await sql`update guests set deleted_at = now() where id = ${deleted.id}`
    await deliver(
      [offlinePassage(id, { verdict: 'left', direction: 'out', at: ago(HOUR / 2) })],
      other,
    )
    const passages = [first, offlinePassage(deleted.id), offlinePassage(999_999)]
    expect(await deliver(passages)).toMatchObject({ presence: [{ guest: id, since: null }] })
    const device = await pairPhone()
    await sql`update gate_devices set revoked_at = now() where id = ${device.id}`
    const result = await deliver([offlinePassage(id, { at: ago(HOUR / 4) })], device)
    expect(result).toMatchObject({ results: [{ outcome: 'counted' }], presence: [] })
  })

  it('disputes a returned ticket, also when the guest has a new one', async () => {
    const ticket = ticketOf(CODE)
    const [same, resold, returned, named] = [
      await makeGuest(TICKET),
      await makeGuest({ conf_code: '22222222-2222-1222-8222-222222222222', bought_at: ago(HOUR) }),
      await makeGuest(),
      await makeGuest({ conf_code: '33333333-3333-1333-8333-333333333333', bought_at: ago(HOUR) }),
    ]
    await deliver([
      offlinePassage(same.id, { ticket }),
      offlinePassage(resold.id, { ticket }),
      offlinePassage(returned.id, { ticket }),
      // Admitted by name, or uploaded by a phone that runs the previous release.
      offlinePassage(named.id, { decided: 'name' }),
    ])
    expect(await objections()).toEqual([
      [resold.id, 'returned'],
      [returned.id, 'returned'],
    ])
    expect(await since(resold.id)).not.toBeNull()
  })

  it('of a revoked device is disputed, and cannot void passages', async () => {
    const [inside, outside] = [await makeGuest(TICKET), await makeGuest()]
    const device = await pairPhone()
    const before = offlinePassage(inside.id, { at: ago(HOUR) })
    await deliver([before], device)
    await sql`update gate_devices set revoked_at = now() where id = ${device.id}`
    const out = { verdict: 'left', direction: 'out', at: ago(HOUR / 2) }
    const voiding = { verdict: 'inside', takesBack: before.id, at: ago(HOUR / 2) }
    const result = await deliver(
      [
        offlinePassage(inside.id, voiding),
        offlinePassage(inside.id, out),
        offlinePassage(outside.id, { decided: 'override', at: ago(HOUR / 2) }),
        offlinePassage(outside.id, { verdict: 'no_ticket', at: ago(HOUR / 2) }),
      ],
      device,
    )
    expect(outcomesOf(result)).toEqual(['late_taking_back', 'counted', 'counted', 'counted'])
    expect(await objections()).toEqual([
      [inside.id, 'revoked'],
      [outside.id, 'revoked'],
    ])
    const board = await (await call(boardRoute.GET, 'GET', { headers: admin })).json()
    expect(
      board.objections.map((dispute: { verdict: string; guest: { id: number } }) => [
        dispute.guest.id,
        dispute.verdict,
      ]),
    ).toEqual(
      expect.arrayContaining([
        [inside.id, 'left'],
        [outside.id, 'admitted'],
      ]),
    )
    // An admin voids the exit.
    const [exit] =
      await sql`select id from passages where server_refusal = 'revoked' and verdict = 'left'`
    expect(await since(inside.id)).toBeNull()
    const response = await call(objectionRoute.PUT, 'PUT', {
      headers: admin,
      params: { passage: exit?.id },
      body: { settled: 'taken_back' },
    })
    expect(response.status).toBe(204)
    expect(await since(inside.id)).not.toBeNull()
  })

  // Rule 6.12: late arrival of passages changes nothing, also for a guest who left meanwhile.
  it('of a guest who was scanned at an exit meanwhile leaves the guest outside', async () => {
    const { id } = await makeGuest(TICKET)
    const late = offlinePassage(id)
    const body = await (await scan({ code: CODE, direction: 'out' })).json()
    expect(body.verdict).toBe('outside')
    await deliver([late], other)
    expect(await since(id)).toBeNull()
    expect((await (await scan({ code: CODE })).json()).verdict).toBe('admitted')
    expect(await sql`select from duplicate_admissions`).toHaveLength(0)
  })

  it('with the verdict "outside" by a fast clock stays before the admission that followed it', async () => {
    const { id } = await makeGuest(TICKET)
    await scan({ code: CODE })
    // The clock is 20 s fast. The scan was 5 s before the admission.
    const exit = { verdict: 'outside', direction: 'out', at: ago(-15_000) }
    await deliver([offlinePassage(id, exit)], other, ago(-20_000))
    expect(await since(id)).not.toBeNull()
  })

  it('with the verdict "outside" lets out a guest whom another phone had admitted', async () => {
    const [ana, eva] = [await makeGuest(TICKET), await makeGuest()]
    const device = await registerStaffPhone(2)
    await scan({ guestId: ana.id, direction: 'in' })
    const exit = { verdict: 'outside', direction: 'out', takesBack: newPassageId() }
    await deliver([offlinePassage(ana.id, exit), offlinePassage(eva.id, exit)], device)
    expect(await since(ana.id)).toBeNull()
    expect(
      await sql`select entity_id as guest from activities
        where action = 'let_out' and entity_id in ${sql([String(ana.id), String(eva.id)])}`,
    ).toEqual([{ guest: String(ana.id) }])
  })

  it('from before the registration is disputed, unless an earlier device of the user recorded it', async () => {
    const [ana, eva, iva] = [await makeGuest(TICKET), await makeGuest(), await makeGuest()]
    const setRegisteredAgo = (id: string, minutes: number) =>
      sql`update gate_devices set created_at = now() - make_interval(mins => ${minutes}) where id = ${id}`
    const device = await pairPhone()
    await setRegisteredAgo(device.id, 30)
    await deliver(
      [offlinePassage(ana.id, { at: ago(HOUR) }), offlinePassage(eva.id, { decided: 'override' })],
      device,
    )
    const { id: userId } = await staff(2)
    const [first, second] = [
      await registerStaffPhone(2, userId),
      await registerStaffPhone(2, userId),
    ]
    await sql`update gate_devices set left_at = now() - interval '10 minutes' where id = ${first.id}`
    await setRegisteredAgo(second.id, 5)
    const at = ago(7 * 60_000)
    await deliver([offlinePassage(iva.id, { decided: 'override', at })], second)
    expect(await objections()).toEqual([[ana.id, 'before_joining']])
  })

  it('of a phone that was paired again is disputed where it would void a passage of its old device', async () => {
    const [refused, admitted] = [await makeGuest(), await makeGuest(TICKET)]
    const [old, device] = [await pairPhone(), await pairPhone()]
    // The server decided, but its responses were lost, so the phone decided alone.
    const [first, second] = [newPassageId(), newPassageId()]
    await scan({ id: first, guestId: refused.id }, old)
    await scan({ id: second, code: CODE }, old)
    const result = await deliver(
      [
        offlinePassage(refused.id, { decided: 'override', takesBack: first }),
        offlinePassage(admitted.id, { takesBack: second }),
      ],
      device,
    )
    expect(outcomesOf(result)).toEqual(['counted', 'counted'])
    expect(await since(refused.id)).not.toBeNull()
    expect(await objections()).toEqual([
      [refused.id, 'before_joining'],
      [admitted.id, 'before_joining'],
    ])
    expect(await sql`select from passages where voids is not null`).toHaveLength(0)
    expect(await sql`select guest_id from duplicate_admissions`).toEqual([
      { guest_id: admitted.id },
    ])
  })

  it('voids a passage of an earlier device of the same user, unless that device was revoked', async () => {
    const { id } = await makeGuest(TICKET)
    const { id: userId } = await staff(2)
    const [old, device] = [await registerStaffPhone(2, userId), await registerStaffPhone(2, userId)]
    const late = newPassageId()
    await scan({ id: late, code: CODE }, old)
    const own = offlinePassage(id, { takesBack: late })
    await deliver([own], device)
    expect(await objections()).toEqual([])
    expect(await sql`select id from passages where voids = ${late}`).toEqual([{ id: own.id }])
    await sql`update gate_devices set revoked_at = now() where id = ${old.id}`
    await deliver([offlinePassage(id, { takesBack: late })], device)
    expect(await objections()).toEqual([[id, 'before_joining']])
    expect(await sql`select from passages where voids = ${late}`).toHaveLength(1)
  })

  it('is recorded except for invalid passages, which are reported', async () => {
    const { id } = await makeGuest(TICKET)
    const foreign = offlinePassage(id)
    await deliver([foreign], other)
    const body = await deliver([
      offlinePassage(999_999),
      offlinePassage(id, { at: new Date(Date.now() + HOUR).toISOString() }),
      offlinePassage(id, { at: ago(49 * HOUR) }),
      offlinePassage(id, { id: 'x' }),
      null,
      offlinePassage(id, { guestId: null, code: 'https://primjer.hr' }),
      offlinePassage(id, { takesBack: foreign.id }),
      foreign,
      offlinePassage(id),
    ])
    expect(outcomesOf(body)).toEqual([
      'unknown_guest',
      'from_future',
      'too_old',
      'malformed',
      'malformed',
      'invalid_qr',
      'counted',
      'foreign_passage',
      'counted',
    ])
    // A device never voids a passage of another one.
    expect(await sql`select from passages where voids = ${foreign.id}`).toHaveLength(0)
    expect(await objections()).toEqual([[id, 'before_joining']])
    for (const { outcome, detail } of body.results)
      if (outcome === 'refused') expect(detail).toMatch(/^\p{Lu}.+/u)
  })

  it('that repeats one passage a hundred times counts the passage once', async () => {
    const { id } = await makeGuest(TICKET)
    const passage = offlinePassage(id, { at: ago(HOUR) })
    const { results } = await deliver(Array.from({ length: 100 }, () => passage))
    expect(outcomesOf({ results }).filter((outcome) => outcome === 'counted')).toHaveLength(1)
    expect(await sql`select from passages where guest_id = ${id}`).toHaveLength(1)
  })

  it('is no longer stored as the unsent queue of its device', async () => {
    const device = await pairPhone()
    const passages = [
      offlinePassage((await makeGuest()).id),
      offlinePassage((await makeGuest()).id),
    ]
    const status = { rosterAt: null, release: 'x', battery: null, storage: null, camera: 'off' }
    const body = { sentAt: ago(0), passages, status: { ...status, queue: 3 } }
    await call(passagesRoute.POST, 'POST', { headers: device.headers, body })
    const [stored] = await sql`select status from gate_devices where id = ${device.id}`
    expect(stored?.status).toEqual({ ...status, queue: 1 })
  })

  it('gets corrected times when the clock of the phone is two hours off', async () => {
    const { id } = await makeGuest(TICKET)
    const device = await pairPhone()
    await deliver([offlinePassage(id, { at: ago(3 * HOUR) })], device, ago(2 * HOUR))
    const [passage] = await sql`
      select clock_offset::int, abs(extract(epoch from at - (now() - interval '1 hour'))) as off
      from passages where guest_id = ${id}`
    expect(Math.abs(passage?.clock_offset - 2 * HOUR)).toBeLessThan(30_000)
    expect(Number(passage?.off)).toBeLessThan(30)
    // A slow request does not change the stored clock offset, so the order of the passages stays.
    await deliver(
      [offlinePassage(id, { verdict: 'left', direction: 'out', at: ago(2.9 * HOUR) })],
      device,
      ago(2 * HOUR + 9_000),
    )
    const offsets = await sql`select distinct clock_offset from passages where guest_id = ${id}`
    expect(offsets).toHaveLength(1)
  })

  // Rules 6.15 and 6.21: passages from before the end count, by a clock that may be wrong.
  it.each(['revoked_at', 'ends_at'])(
    'counts a passage from before %s although the clock of the phone is 25 s fast',
    async (column) => {
      const [before, after] = [await makeGuest(), await makeGuest()]
      const device = await pairPhone()
      await sql`update gate_devices set ${sql(column)} = now() - interval '10 seconds' where id = ${device.id}`
      const fast = (ms: number) => ago(ms - 25_000)
      const result = await deliver(
        [
          offlinePassage(before.id, { at: fast(20_000) }),
          offlinePassage(after.id, { at: fast(1_000) }),
        ],
        device,
        fast(0),
      )
      expect(outcomesOf(result)).toEqual([
        'counted',
        column === 'ends_at' ? 'shift_over' : 'device_revoked',
      ])
      const [stored] = await sql`
        select extract(epoch from ${sql(column)} - at)::float8 as before
        from passages join gate_devices d on d.id = device_id where guest_id = ${before.id}`
      expect(stored?.before).toBeCloseTo(0, 2)
      expect(stored?.before).toBeGreaterThanOrEqual(0)
    },
  )

  it('keeps its times when the clock of the instance is hours off', async () => {
    const { id } = await makeGuest(TICKET)
    const device = await pairPhone()
    const [passage, sentAt] = [offlinePassage(id, { at: ago(60_000) }), ago(0)]
    const real = Date.now
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + 5 * HOUR)
    const { results } = await deliver([passage], device, sentAt).finally(() => clock.mockRestore())
    expect(results).toMatchObject([{ outcome: 'counted' }])
    const [stored] = await sql`select at, clock_offset::int from passages where guest_id = ${id}`
    expect([new Date(stored?.at).toISOString(), stored?.clock_offset]).toEqual([passage.at, 0])
  })

  it('stores the refusals that the server would have given', async () => {
    const guests = {
      banned: await makeGuest(),
      noTicket: await makeGuest(),
      deleted: await makeGuest(),
      valid: await makeGuest(TICKET),
    }
    await sql`update guests set ban_reason = 'tučnjava' where id = ${guests.banned.id}`
    await sql`update guests set deleted_at = now() where id = ${guests.deleted.id}`
    const returned = '22222222-2222-1222-8222-222222222222'
    const unknown = '33333333-3333-1333-8333-333333333333'
    await sql`insert into mails (template, to_mail, conf_code) values ('x', 'a@b.hr', ${returned})`
    await deliver([
      offlinePassage(guests.banned.id, { decided: 'override' }),
      offlinePassage(guests.noTicket.id),
      offlinePassage(guests.deleted.id),
      offlinePassage(guests.valid.id),
      offlinePassage(0, { guestId: null, code: CODE, decided: 'alone' }),
      offlinePassage(0, { guestId: null, code: returned }),
      offlinePassage(0, { guestId: null, code: unknown }),
      offlinePassage(guests.noTicket.id, { decided: 'override', at: ago(1000) }),
    ])
    const rows = (await readBoard()).objections as {
      objection: string
      guest: { id: number } | null
    }[]
    expect(rows.map(({ objection, guest }) => [objection, guest?.id ?? null])).toEqual(
      expect.arrayContaining([
        ['banned', guests.banned.id],
        ['no_ticket', guests.noTicket.id],
        ['gone', guests.deleted.id],
        ['returned', null],
        ['unknown', null],
      ]),
    )
    expect(rows).toHaveLength(5)
    // The code that the phone did not know is this guest's ticket, so the guest is inside.
    expect(await since(guests.valid.id)).not.toBeNull()
  })

  it('makes no duplicate when it voids a late response of the server, and is logged once', async () => {
    const { id } = await makeGuest(TICKET)
    await sql`update guests set ban_reason = 'tučnjava' where id = ${id}`
    const device = await registerStaffPhone(1)
    const late = newPassageId()
    await scan({ id: late, code: CODE, override: 'banned' }, device)
    await deliver([offlinePassage(id, { decided: 'override', takesBack: late })], device)
    expect(await sql`select from duplicate_admissions`).toHaveLength(0)
    expect(await since(id)).not.toBeNull()
    expect(
      await sql`select action, changes->'override' as override from activities where entity_id = ${String(id)}`,
    ).toEqual([{ action: 'admitted', override: [null, 'zabrana ulaska'] }])
  })
})

const readBoard = async () => (await call(boardRoute.GET, 'GET', { headers: admin })).json()

describe('a duplicate admission', () => {
  const findDuplicate = async (id: number) =>
    (await readBoard()).doubles.find(({ guest }: { guest: { id: number } }) => guest.id === id)
  const makeDuplicate = async () => {
    const { id } = await makeGuest(TICKET)
    await deliver([offlinePassage(id, { at: ago(60_000) })])
    await deliver([offlinePassage(id)], other)
    return { id, duplicate: await findDuplicate(id) }
  }
  const resolve = (pair: { first: { id: string }; second: { id: string } }, resolution: string) =>
    call(doubleRoute.PUT, 'PUT', {
      headers: admin,
      params: { first: pair.first.id, second: pair.second.id },
      body: { settled: resolution },
    })

  // Rule 6.13: duplicates are shown to an admin, who resolves each.
  it('is found and resolved, and the history of the guest shows it', async () => {
    const { id, duplicate } = await makeDuplicate()
    expect(duplicate).toMatchObject({
      guest: { id },
      first: { device: 'Vrata 1', gate: 'Ulaz', user: null, decided: 'alone' },
      second: { device: 'Vrata 2' },
      settled: null,
    })
    expect((await resolve(duplicate, 'copied_ticket')).status).toBe(204)
    expect(await findDuplicate(id)).toMatchObject({
      settled: 'copied_ticket',
      settledBy: expect.any(String),
    })
    const [activity] =
      await sql`select changes from activities where action = 'settled' and entity_id = ${String(id)}`
    expect(activity?.changes).toEqual({ settled: [null, 'copied_ticket'] })
    const swapped = { first: duplicate.second, second: duplicate.first }
    expect((await resolve(swapped, 'mistake')).status).toBe(404)
    expect((await resolve(duplicate, 'tko zna')).status).toBe(400)
  })

  it('resolved as a mistake voids the second admission and keeps the presence', async () => {
    const { id, duplicate } = await makeDuplicate()
    await resolve(duplicate, 'mistake')
    expect((await resolve(duplicate, 'mistake')).status).toBe(409)
    const voiding = await sql`select verdict from passages where voids = ${duplicate.second.id}`
    expect(voiding).toHaveLength(1)
    expect(new Date(await since(id)).toISOString()).toBe(duplicate.first.at)
    await scan({ guestId: id, direction: 'out' })
    expect(await since(id)).toBeNull()
  })

  it('disappears when a late exit explains it, and its phones are notified', async () => {
    const cursor = cursorOf(await readLogPosition(getDb()))
    const readChanges = async () => {
      const query = `?since=${cursor}`
      return (await call(changesRoute.GET, 'GET', { headers: phone.headers, query })).json()
    }
    const { id, duplicate } = await makeDuplicate()
    const { first, second } = duplicate
    const pairIds = `${first.id} ${second.id}`
    // The response may repeat earlier changes, because another test database on this server has a
    // running transaction.
    const before = await readChanges()
    expect(before.doubles).toContainEqual(expect.objectContaining({ first, second }))
    expect(before.doublesGone).not.toContain(pairIds)
    await deliver([offlinePassage(id, { verdict: 'left', direction: 'out', at: ago(30_000) })])
    expect(await sql`select from duplicate_admissions where second = ${second.id}`).toHaveLength(0)
    const after = await readChanges()
    expect(after.doubles).not.toContainEqual(expect.objectContaining({ first, second }))
    expect(after.doublesGone).toContain(pairIds)
  })
})
