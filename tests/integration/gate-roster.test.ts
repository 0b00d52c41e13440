import { gunzipSync } from 'node:zlib'
import type { TransactionSql } from 'postgres'
import { beforeEach, describe, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import { gateEndpoints } from '@/lib/gate/endpoints'
import { fromColumns } from '@/lib/gate/roster-codec'
import type { RosterPage } from '@/lib/gate/schema'
import { addPassages, makeGuest } from '../support/factories'
import { call, pairPhone } from '../support/gate'

const changesRoute = gateEndpoints['gate/changes']
const rosterRoute = gateEndpoints['gate/roster']
const streamRoute = gateEndpoints['gate/stream']

const sql = getSql()
const phone = await pairPhone()

/** Runs set-up of many rows without the time limit that the product's own statements have. */
const withoutTimeLimit = (setUp: (tx: TransactionSql) => Promise<unknown>) =>
  sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`
    await setUp(tx)
  })

beforeEach(() => withoutTimeLimit((tx) => tx`delete from guests`))

async function fetchRoster(query = '', headers: Record<string, string> = {}) {
  const response = await call(rosterRoute.GET, 'GET', {
    headers: { ...phone.headers, ...headers },
    query,
  })
  expect(response.status).toBe(200)
  const bytes = Buffer.from(await response.arrayBuffer())
  return response.headers.get('content-encoding') === 'gzip' ? gunzipSync(bytes) : bytes
}

const JSON_HEADERS = { accept: 'application/json' }
const readRoster = async (query = '', headers = {}): Promise<RosterPage> =>
  JSON.parse((await fetchRoster(query, { ...JSON_HEADERS, ...headers })).toString())

const requestChanges = (since: string) =>
  call(changesRoute.GET, 'GET', { headers: phone.headers, query: `?since=${since}` })
const readChanges = async (since: string) => (await requestChanges(since)).json()

describe('the roster', () => {
  // Rule 6.16: the roster has no code, no JMBAG, no e-mail and no slug of a sponsor.
  it('contains the active guests without codes and addresses, compressed or not', async () => {
    const ticket = await makeGuest({
      name: 'Ana',
      surname: 'Anić',
      conf_code: '11111111-1111-1111-8111-111111111111',
      bought_at: '2025-09-01T10:00:00Z',
      entered_at: '2025-10-03T20:00:00.9Z',
      email: 'a@b.hr',
    })
    const vip = await makeGuest({ name: 'Iva', tag: 'VIP', jmbag: null })
    await sql`update guests set note = 'alergija', ban_reason = 'tučnjava' where id = ${vip.id}`
    const deleted = await makeGuest()
    await sql`update guests set deleted_at = now() where id = ${deleted.id}`
    const page = await readRoster()
    expect(page).toMatchObject({ count: 2, total: 2, last: vip.id })
    expect(page.lists).toContainEqual({
      id: expect.any(Number),
      name: 'VIP',
      isSponsor: false,
    })
    const [{ hash } = {}] = await sql`
      select substring(sha256(decode('11111111111111118111111111111111', 'hex')) for 16) as hash`
    const [first, second] = page.guests
    expect(first).toMatchObject({
      id: ticket.id,
      name: 'Ana',
      surname: 'Anić',
      since: '2025-10-03T20:00:00.900Z',
    })
    expect(Buffer.from(first?.hash ?? '', 'base64')).toEqual(hash)
    expect(second).toMatchObject({ note: 'alergija', ban: 'tučnjava', hash: null, since: null })
    expect(await readRoster('', { 'accept-encoding': 'br, gzip' })).toMatchObject({
      guests: page.guests,
    })
    expect((await readRoster(`?after=${ticket.id}`)).guests).toHaveLength(1)
    // A phone with the previous release does not request JSON, and gets a binary format.
    const columns = new Uint8Array(await fetchRoster()).buffer
    expect(fromColumns(columns).guests.map(({ id, hash }) => [id, hash])).toEqual(
      page.guests.map(({ id, hash }) => [id, hash]),
    )
  })
})

describe('the changes of the roster', () => {
  it('contain all changes since the cursor, and only fields of the gate', async () => {
    const [ana, iva] = [await makeGuest(), await makeGuest()]
    const { cursor } = await readRoster()
    await addPassages(sql, [ana.id])
    await sql`update guests set deleted_at = now() where id = ${iva.id}`
    const found = await readChanges(cursor)
    // The response may repeat earlier changes, because another test database on this server has a
    // running transaction.
    expect(found).toMatchObject({
      guests: expect.arrayContaining([
        expect.objectContaining({ id: ana.id, since: expect.any(String) }),
      ]),
      gone: expect.arrayContaining([iva.id]),
    })
    const next = await readChanges(found.cursor)
    const logged = async () => (await sql`select count(*)::int as n from gate_changes`)[0]?.n
    const before = await logged()
    await sql`update guests set email = 'a@b.hr', phone = '091' where id = ${ana.id}`
    await sql`update gate_devices set last_seen_at = now()`
    expect(await logged()).toBe(before)
    await sql`update guest_lists set name = 'Prijatelji' where name = 'VIP'`
    await sql`update gates set unknown_policy = 'admit'`
    await sql`update gate_devices set label = 'Vrata 9' where id = ${phone.id}`
    expect(await readChanges(next.cursor)).toMatchObject({
      lists: expect.arrayContaining([expect.objectContaining({ name: 'Prijatelji' })]),
      gates: [expect.objectContaining({ unknownPolicy: 'admit' })],
      me: true,
    })
  })

  it('include a long transaction that commits last', async () => {
    const [ana, iva, mara] = [await makeGuest(), await makeGuest(), await makeGuest()]
    let { cursor } = await readRoster()
    const ids = new Set<number>()
    const pollChanges = async () => {
      const found = await readChanges(cursor)
      for (const { id, name } of found.guests) if (/Duga|Kratka/.test(name)) ids.add(id)
      cursor = found.cursor
    }
    await sql.begin(async (tx) => {
      await tx`update guests set name = 'Duga' where id = ${ana.id}`
      await sql`update guests set name = 'Kratka' where id = ${iva.id}`
      await pollChanges()
      expect(ids).toEqual(new Set([iva.id]))
      await sql`update guests set name = 'Kratka' where id = ${mara.id}`
      await pollChanges()
    })
    await pollChanges()
    expect(ids).toEqual(new Set([ana.id, iva.id, mara.id]))
    await expect
      .poll(
        async () => {
          ids.clear()
          await pollChanges()
          return ids.size
        },
        { timeout: 30_000 },
      )
      .toBe(0)
  })

  it('require a new roster for another log, an old cursor or too many changes', async () => {
    const { cursor } = await readRoster()
    const [, xmin = '', at = ''] = cursor.split('.')
    const day = String(Number(at) - 25 * 3600 - 1)
    for (const old of [`00000000.${xmin}.${at}`, cursor.replace(at, day)]) {
      const response = await requestChanges(old)
      expect([response.status, (await response.json()).code]).toEqual([410, 'roster_too_old'])
    }
    expect((await requestChanges('jučer')).status).toBe(400)
    await withoutTimeLimit(
      (tx) =>
        tx`insert into guests (list_id) select min(id) from guest_lists, generate_series(1, 20001) n group by n`,
    )
    expect((await requestChanges(cursor)).status).toBe(410)
    // Simulates a crash of the database, after which the unlogged change log is empty.
    const { cursor: fresh } = await readRoster()
    await sql`truncate gate_changes`
    expect((await requestChanges(fresh)).status).toBe(410)
    expect((await requestChanges((await readRoster()).cursor)).status).toBe(200)
  })
})

describe('the event stream of roster changes', () => {
  /** Yields the events of a stream one by one. */
  async function* events(response: Response) {
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true })
      const parts = text.split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts) {
        const name = /^event: (.*)$/m.exec(part)?.[1] ?? 'message'
        const data = /^data: (.*)$/m.exec(part)?.[1]
        if (data) yield { name, data: JSON.parse(data) }
      }
    }
  }
  const open = async (cursor: string, device = phone) => {
    const response = await call(streamRoute.GET, 'GET', {
      headers: device.headers,
      query: `?since=${cursor}`,
    })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const all = events(response)
    const next = async () => (await all.next()).value
    return { next, close: () => all.return(undefined) }
  }

  type RosterEvent = { name: string; data: { me: boolean; guests: Record<string, unknown>[] } }

  /**
   * Reads until the expected event. Earlier events may repeat because of running transactions in
   * this PostgreSQL.
   */
  const waitForEvent = async (
    { next }: { next: () => Promise<unknown> },
    isExpected: (event: RosterEvent) => boolean,
  ) => {
    for (;;) {
      const event = (await next()) as RosterEvent | undefined
      if (!event) throw new Error('the stream ended without the expected event')
      if (isExpected(event)) return
    }
  }

  it('starts with the missed changes and continues with new ones', async () => {
    const [ana, iva] = [await makeGuest(), await makeGuest()]
    const { cursor } = await readRoster()
    await sql`update guests set name = 'Prije' where id = ${ana.id}`
    const stream = await open(cursor)
    const waitForGuest = (id: number, isExpected: (row: Record<string, unknown>) => boolean) =>
      waitForEvent(stream, ({ data }) =>
        data.guests.some((row) => row.id === id && isExpected(row)),
      )
    await waitForGuest(ana.id, ({ name }) => name === 'Prije')
    await sql.begin(async (tx) => {
      await tx`update guests set surname = 'Duga' where id = ${ana.id}`
      await addPassages(sql, [iva.id])
      await waitForGuest(iva.id, ({ since }) => since !== null)
    })
    await waitForGuest(ana.id, ({ surname }) => surname === 'Duga')
    await stream.close()
  })

  it('ends with an error code when the device is revoked', async () => {
    const device = await pairPhone()
    const { cursor } = await readRoster()
    const stream = await open(cursor, device)
    await stream.next()
    await sql`update gate_devices set revoked_at = now() where id = ${device.id}`
    // Changes after the revocation are not sent to the device.
    await makeGuest({ surname: 'Kasnić' })
    const received: RosterEvent[] = []
    while (received.at(-1)?.name !== 'end') received.push((await stream.next()) as RosterEvent)
    expect(received.at(-1)).toMatchObject({ data: { code: 'device_revoked' } })
    expect(JSON.stringify(received)).not.toContain('Kasnić')
    expect(await stream.next()).toBeUndefined()
  })
})
