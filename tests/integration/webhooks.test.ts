import { randomBytes, randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { getDb, getSql } from '@/db/pool'
import { addSponsorGuest } from '@/db/queries/sponsors-adding'
import { deleteReceiver } from '@/db/queries/webhooks'
import { claimDeliveries, recordAttempts } from '@/db/queries/webhooks-queue'
import { randomUuidV1 } from '@/db/uuid'
import { newPassageId } from '@/lib/admission/rules'
import { eraseWhenDue } from '@/lib/editions/service'
import { gateBoardEndpoints } from '@/lib/gate/board-endpoints'
import { gateEndpoints } from '@/lib/gate/endpoints'
import { startBulk } from '@/lib/guests/bulk/bulk'
import { bulkBody } from '@/lib/guests/bulk/schema'
import { runPendingJobs } from '@/lib/guests/bulk/worker'
import { changeGuest } from '@/lib/guests/change-guest'
import { deleteGuest, restoreGuest } from '@/lib/guests/create-delete-restore'
import { AUTO_DISABLE, WEBHOOK_EVENTS } from '@/lib/webhooks/rules'
import { deliverDueMessages, startWebhooks } from '@/lib/webhooks/sender'
import * as webhooks from '@/lib/webhooks/service'
import { empty } from '../support/empty'
import { makeGuest, showToStaff, staff } from '../support/factories'
import { startReceiver } from '../support/fake-webhook-receiver'
import { call, offlinePassage, pairPhone, signedIn } from '../support/gate'
import { makeSponsor, runConcurrently } from '../support/programme'
import { countFewest } from '../support/statements'

// Set before the first use of the settings, because the application reads them only once.
process.env.WEBHOOKS_TO_LOOPBACK = '1'
const receiver = await startReceiver()
afterAll(() => receiver.stop())

const sql = getSql()
const [admin, seller] = [await staff(1), await staff(3)]
const phone = await pairPhone()
const [gate] = await sql`select id, name from gates order by id limit 1`
const [freshers] = await sql`select id, name, kind from guest_lists where name = 'Brucoši'`

beforeEach(async () => {
  await sql`truncate webhook_receivers, webhook_deliveries, activities`
  await empty(sql, 'mails', 'guests')
  receiver.behave(() => 204)
})

const register = (
  fields: Partial<Parameters<typeof webhooks.createReceiver>[0]> = {},
): ReturnType<typeof webhooks.createReceiver> =>
  webhooks.createReceiver(
    { description: 'Chat', url: receiver.url, events: [...WEBHOOK_EVENTS], ...fields },
    admin,
  )

const listDeliveries = () => sql`select * from webhook_deliveries order by created_at, id`
const types = async () => (await listDeliveries()).map(({ type }) => type)
const sell = (id: number) => changeGuest(id, { bought: true }, seller)
const returnTicket = (id: number) => changeGuest(id, { bought: false }, admin)
const dueNow = () =>
  sql`update webhook_deliveries set due_at = now() - interval '1 second' where settled_at is null`

const scan = async (guestId: number, fields: object = {}) => {
  const body = { id: newPassageId(), guestId, direction: 'in', ...fields }
  const response = await call(gateEndpoints['gate/scan'].POST, 'POST', { ...phone, body })
  expect(response.status).toBe(200)
  return body.id
}
const uploadPassages = async (passages: unknown[]) => {
  const body = { sentAt: new Date().toISOString(), passages }
  const response = await call(gateEndpoints['gate/passages'].POST, 'POST', { ...phone, body })
  expect(response.status).toBe(200)
}

describe('a webhook message', () => {
  // Rule 10.18: receivers of webhooks are notified of sales and returns, without names.
  it('is created for a sale and a return, and when the guest is deleted or restored', async () => {
    await register()
    const { id } = await makeGuest({ name: 'Žana', surname: 'Šćepanović' })
    await changeGuest(id, { note: 'kolica' }, admin)
    expect(await types()).toEqual([])
    await sell(id)
    const [{ bought_at } = {}] = await sql`select bought_at from guests where id = ${id}`
    await changeGuest(id, { note: null }, admin)
    await deleteGuest(id, admin)
    await restoreGuest(id, undefined, admin)
    await returnTicket(id)
    const list = { id: freshers?.id, name: 'Brucoši', kind: 'tag' }
    expect((await listDeliveries()).map(({ type, data }) => [type, data])).toEqual([
      ['ticket.sold', { guest: id, list, reason: 'sold' }],
      ['ticket.returned', { guest: id, list, reason: 'deleted' }],
      ['ticket.sold', { guest: id, list, reason: 'restored' }],
      ['ticket.returned', { guest: id, list, reason: 'returned' }],
    ])
    expect((await listDeliveries())[0]?.happened_at).toEqual(bought_at)
    expect(JSON.stringify(await listDeliveries())).not.toMatch(/Žana|Šćepanović|fer\.hr/)
  })

  it('is created for admissions, exits, late admissions and duplicates, but not for refusals', async () => {
    await register()
    const ticket = { conf_code: randomUuidV1(), bought_at: '2025-09-01T10:00:00Z' }
    const { id } = await makeGuest(ticket)
    await sql`delete from webhook_deliveries`
    const first = await scan(id)
    await scan(id)
    await scan(id, { direction: 'out' })
    const at = new Date(Date.now() - 3_600_000).toISOString()
    const late = offlinePassage(id, { at })
    await uploadPassages([late])
    await uploadPassages([late])
    const rows = await listDeliveries()
    expect(rows.map(({ type }) => type).sort()).toEqual([
      'double.found',
      'guest.admitted',
      'guest.admitted',
      'guest.let_out',
    ])
    const common = { guest: id, list: freshers, gate, takesBack: null, objection: null }
    expect(rows[0]?.data).toEqual({
      ...common,
      passage: first,
      decidedBy: 'server',
      receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z$/),
    })
    const lateMessage = rows.find(({ data }) => data.passage === late.id)
    expect(lateMessage).toMatchObject({ type: 'guest.admitted', data: { decidedBy: 'phone' } })
    expect(lateMessage?.happened_at).toBe(at)
    expect(rows.find(({ type }) => type === 'double.found')?.data).toEqual({
      guest: id,
      list: freshers,
      passages: [
        { passage: late.id, at, gate },
        { passage: first, at: expect.any(String), gate },
      ],
    })
  })

  it('is created once for an exit that was scanned before its admission arrived', async () => {
    await register()
    const ticket = { conf_code: randomUuidV1(), bought_at: '2025-09-01T10:00:00Z' }
    const [holder, ticketless] = [await makeGuest(ticket), await makeGuest()]
    await sql`delete from webhook_deliveries`
    const late = offlinePassage(holder.id)
    const exit = await scan(holder.id, { direction: 'out' })
    await scan(holder.id, { direction: 'out' })
    expect(await types()).toEqual([])
    await uploadPassages([late])
    const admitted = await scan(ticketless.id, { override: 'no_ticket' })
    const offlineExit = offlinePassage(ticketless.id, { verdict: 'outside', direction: 'out' })
    await uploadPassages([offlineExit])
    const passages = (await listDeliveries()).map(({ type, data }) => [type, data.passage])
    expect(passages).toHaveLength(4)
    expect(passages).toEqual(
      expect.arrayContaining([
        ['guest.admitted', late.id],
        ['guest.let_out', exit],
        ['guest.admitted', admitted],
        ['guest.let_out', offlineExit.id],
      ]),
    )
  })

  it('is created for a sponsor’s guest, not as a sale, and without the slug of the sponsor list', async () => {
    await register()
    const { slug, name } = await makeSponsor({ name: 'Žbica' })
    const added = await addSponsorGuest(getDb(), {
      slug,
      fullName: 'Ana Anić',
      confCode: randomUuidV1(),
    })
    const [message, ...others] = await listDeliveries()
    expect(others).toEqual([])
    expect(message).toMatchObject({
      type: 'sponsor_guest.added',
      data: { guest: (added as { id: number }).id, list: { name, kind: 'sponsor' }, ticket: true },
    })
    expect(JSON.stringify(message)).not.toContain(slug)
  })

  it('is not created when the transaction is rolled back', async () => {
    await register()
    const { id } = await makeGuest()
    await expect(
      getDb().transaction(async (tx) => {
        await tx.execute(
          `update guests set conf_code = gen_random_uuid(), bought_at = now()` as never,
        )
        throw new Error('on purpose')
      }),
    ).rejects.toThrow('on purpose')
    expect(await types()).toEqual([])
    await sell(id)
    expect(await types()).toEqual(['ticket.sold'])
  })

  it('is created only for the events that a receiver has chosen, while the receiver is on', async () => {
    const { id } = await makeGuest()
    await sell(id)
    expect(await types()).toEqual([])
    const [sales, all] = [await register({ events: ['ticket.sold'] }), await register()]
    await returnTicket(id)
    await sell(id)
    const rows = await listDeliveries()
    expect(rows.filter(({ receiver_id }) => receiver_id === sales.id)).toHaveLength(1)
    expect(rows.filter(({ receiver_id }) => receiver_id === all.id)).toHaveLength(2)
    await webhooks.changeReceiver(all.id, { state: 'paused' }, admin)
    await webhooks.deleteReceiver(sales.id, admin)
    await returnTicket(id)
    expect(await listDeliveries()).toHaveLength(2)
    await webhooks.changeReceiver(all.id, { state: 'on' }, admin)
    await sell(id)
    expect(await listDeliveries()).toHaveLength(3)
  })

  it('costs no extra SQL statement in a sale or a scan', async () => {
    const unsold = await Promise.all(Array.from({ length: 6 }, () => makeGuest()))
    const sellNext = () => sell(unsold.pop()?.id as number)
    const countBefore = await countFewest(sellNext)
    await sql`insert into webhook_receivers (description, url, events, secret)
      values ('Chat', ${receiver.url}, ${[...WEBHOOK_EVENTS]}, '')`
    expect(await countFewest(sellNext)).toBe(countBefore)
    const { id } = await makeGuest()
    await sell(id)
    expect(await countFewest(() => scan(id))).toBeLessThanOrEqual(3)
  })

  it('of a bulk job is created for each guest, and sent after messages of single actions', async () => {
    const { id: receiverId } = await register()
    // The job has 105 guests, so that five are left for its second step.
    await sql`insert into guests (name, surname, list_id)
      select 'Gost', 'Gostić', ${freshers?.id} from generate_series(1, 106) i`
    const guests = (await sql`select id from guests order by id`).map(({ id }) => id as number)
    const singleGuest = guests.pop() as number
    await showToStaff(singleGuest)
    await startBulk(
      bulkBody.parse({ selection: { ids: guests }, action: { kind: 'sell', mail: '0' } }),
      admin,
    )
    await runPendingJobs(randomUUID())
    await sell(singleGuest)
    const rows =
      await sql`select is_bulk, count(*)::int as n, count(distinct data ->> 'guest')::int as guests
      from webhook_deliveries group by 1 order by 1`
    expect(rows).toEqual([
      { is_bulk: false, n: 1, guests: 1 },
      { is_bulk: true, n: 105, guests: 105 },
    ])
    const [first] = await claimDeliveries(getDb(), receiverId, 1)
    expect(first?.data.guest).toBe(singleGuest)
  })
})

describe('a webhook delivery', () => {
  // Rule 10.18: each message is signed.
  it('is signed with the current secret, and with the previous secret for a day', async () => {
    const { id } = await register()
    const { secret: first, receiver: unusedReceiver } = await webhooks.makeNewSecret(id, admin)
    expect(unusedReceiver.oldSecretUntil).toBeNull()
    const second = (await webhooks.makeNewSecret(id, admin)).secret
    const guest = await makeGuest()
    await sell(guest.id)
    await deliverDueMessages()
    const [message] = receiver.received
    expect(message?.message).toMatchObject({
      type: 'ticket.sold',
      timestamp: expect.stringMatching(/Z$/),
      data: { guest: guest.id, reason: 'sold' },
    })
    const verify = (
      secret: string,
      { body, headers } = message as never as typeof message & object,
    ) => new Webhook(secret).verify(body, headers)
    for (const secret of [first, second]) expect(verify(secret)).toEqual(message?.message)
    expect(message?.headers['webhook-id']).toBe((await listDeliveries())[0]?.id)
    const [{ days } = {}] = await sql`
      select extract(epoch from old_secret_until - now()) / 86400 as days from webhook_receivers`
    expect(Number(days)).toBeCloseTo(1, 2)
    await sql`update webhook_receivers set old_secret_until = now() - interval '1 second'`
    receiver.behave(() => 204)
    await returnTicket(guest.id)
    await deliverDueMessages()
    expect(() => verify(first, receiver.received[0])).toThrow()
    expect(verify(second, receiver.received[0])).toBeTruthy()
    await webhooks.purgeDeliveries(getDb())
    const [row] = await sql`select * from webhook_receivers`
    expect(row).toMatchObject({ old_secret: null, old_secret_until: null })
    for (const secret of [first, second])
      expect(JSON.stringify([row, await sql`select * from activities`])).not.toContain(secret)
  })

  it('is signed with the new secret alone after a change of AUTH_SECRET', async () => {
    const { id } = await register()
    await webhooks.makeNewSecret(id, admin)
    // A secret that was encrypted with another AUTH_SECRET cannot be decrypted.
    await sql`update webhook_receivers set secret = ${randomBytes(80).toString('base64')}`
    await sell((await makeGuest()).id)
    await deliverDueMessages()
    const [failed] = await listDeliveries()
    expect(failed).toMatchObject({
      state: 'waiting',
      last_error: expect.stringMatching(/novu tajnu/),
    })
    const { secret, receiver: renewed } = await webhooks.makeNewSecret(id, admin)
    expect(renewed.oldSecretUntil).toBeNull()
    await dueNow()
    await deliverDueMessages()
    const [message] = receiver.received
    expect(new Webhook(secret).verify(message?.body ?? '', message?.headers as never)).toBeTruthy()
    expect((await listDeliveries())[0]).toMatchObject({ state: 'delivered', last_error: null })
  })

  it('is retried with growing delays and the same id, and fails after eight attempts', async () => {
    await register()
    await sell((await makeGuest()).id)
    receiver.behave(() => 500)
    for (let attempt = 1; attempt <= 8; attempt++) {
      await dueNow()
      await deliverDueMessages()
      const [row] = await sql`select state, attempts, status, answer, last_error,
        extract(epoch from due_at - now())::float as wait from webhook_deliveries`
      expect(row).toMatchObject({ attempts: attempt, status: 500, answer: 'stanje 500' })
      expect(row?.last_error).toContain('500')
      if (attempt === 8) expect(row?.state).toBe('failed')
      else expect(row).toMatchObject({ state: 'waiting' })
      if (attempt === 1) expect(row?.wait).toBeGreaterThan(0)
      if (attempt === 7) expect(row?.wait).toBeGreaterThan(60_000)
    }
    await deliverDueMessages()
    expect(receiver.received).toHaveLength(8)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const [row] = await sql`select failures, state, failing_since from webhook_receivers`
    expect(row).toMatchObject({ failures: 8, state: 'on', failing_since: expect.any(String) })

    receiver.behave(() => 204)
    await webhooks.redeliver((await listDeliveries())[0]?.id)
    await deliverDueMessages()
    expect((await listDeliveries())[0]).toMatchObject({
      state: 'delivered',
      attempts: 1,
      last_error: null,
    })
    const [after] = await sql`select failures, failing_since from webhook_receivers`
    expect(after).toEqual({ failures: 0, failing_since: null })
  })

  it('of a message is attempted only once with four workers at once', async () => {
    await register()
    for (let i = 0; i < 30; i++) await sell((await makeGuest()).id)
    receiver.behave(() => (response) => void setTimeout(() => response.writeHead(204).end(), 20))
    await runConcurrently(4, () => deliverDueMessages())
    expect(receiver.received).toHaveLength(30)
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(30)
    expect(await sql`select from webhook_deliveries where state <> 'delivered'`).toHaveLength(0)
  })

  it('that was interrupted is retried after its lease, and a late result is ignored', async () => {
    const { id } = await register()
    await sell((await makeGuest()).id)
    const [claimed] = await claimDeliveries(getDb(), id, 10)
    await deliverDueMessages()
    expect(receiver.received).toHaveLength(0)
    const [row] =
      await sql`select extract(epoch from due_at - now())::float as lease from webhook_deliveries`
    expect(row?.lease).toBeGreaterThan(30)
    await dueNow()
    await deliverDueMessages()
    expect(receiver.received).toHaveLength(1)
    await recordAttempts(
      getDb(),
      id,
      [
        {
          id: claimed?.id as string,
          attempts: 1,
          isDelivered: false,
          isGone: false,
          ms: 1,
          inSeconds: 5,
          status: null,
          answer: null,
          lastError: 'kasno',
        },
      ],
      AUTO_DISABLE,
    )
    expect((await listDeliveries())[0]).toMatchObject({
      state: 'delivered',
      attempts: 2,
      last_error: null,
    })
  })

  it('to a receiver that hangs does not delay other receivers', async () => {
    const slow = await startReceiver()
    slow.behave(() => () => {})
    await register({ url: slow.url })
    await register()
    for (let i = 0; i < 15; i++) await sell((await makeGuest()).id)
    const all = deliverDueMessages()
    await expect.poll(() => receiver.received.length).toBe(15)
    await slow.stop()
    await all
  })

  it('turns a receiver off after three days of failures or status 410, and logs it', async () => {
    const { id } = await register()
    const guest = await makeGuest()
    await sell(guest.id)
    receiver.behave(() => 503)
    await sql`update webhook_receivers set failures = 20, failing_since = now() - interval '71 hours'`
    await deliverDueMessages()
    expect(await webhooks.readReceiver(id)).toMatchObject({ state: 'on', failures: 21 })
    await sql`update webhook_receivers set failing_since = now() - interval '73 hours'`
    await dueNow()
    await deliverDueMessages()
    expect(await webhooks.readReceiver(id)).toMatchObject({ state: 'off' })
    const [entry] =
      await sql`select user_id, changes from activities where entity = 'webhooks' order by id desc`
    expect(entry).toEqual({ user_id: null, changes: { state: ['on', 'off'] } })
    const [message] = await listDeliveries()
    await expect(webhooks.redeliver(message?.id)).rejects.toMatchObject({ status: 409 })
    await returnTicket(guest.id)
    expect(await listDeliveries()).toHaveLength(1)

    receiver.behave(() => 410)
    await webhooks.changeReceiver(id, { state: 'on' }, admin)
    await dueNow()
    await deliverDueMessages()
    expect(await webhooks.readReceiver(id)).toMatchObject({ state: 'off', failures: 1 })
    expect((await listDeliveries())[0]).toMatchObject({ state: 'failed', status: 410 })
  })

  it('starts automatically after a sale, also to a receiver that was just added', async () => {
    const stop = await startWebhooks()
    await register()
    await sell((await makeGuest()).id)
    await expect.poll(() => receiver.received.length).toBe(1)
    await stop()
  })
})

describe('the response of a receiver', () => {
  const sendTest = async (url = receiver.url) => webhooks.tryReceiver((await register({ url })).id)

  it('to a test message is shown with status, time and the first bytes', async () => {
    receiver.behave(() => (response) => response.writeHead(200).end('Pozdrav\u0000\nsvima'))
    expect(await sendTest()).toMatchObject({
      type: 'webhook.test',
      state: 'delivered',
      attempts: 1,
      status: 200,
      lastError: null,
      answer: 'Pozdrav svima',
      ms: expect.any(Number),
    })
    expect(receiver.received[0]?.message).toMatchObject({ type: 'webhook.test' })
  })

  it('is stored up to a whole character, also when its last character is an emoji', async () => {
    receiver.behave(() => (response) => response.writeHead(200).end(`${'x'.repeat(499)}💥💥`))
    expect(await sendTest()).toMatchObject({
      state: 'delivered',
      answer: `${'x'.repeat(499)}💥`,
    })
  })

  it('that is a redirect is not followed', async () => {
    const elsewhere = await startReceiver()
    receiver.behave(() => (response) => response.writeHead(307, { location: elsewhere.url }).end())
    const delivery = await sendTest()
    expect(delivery).toMatchObject({ state: 'failed', status: 307 })
    expect(delivery.lastError).toContain('drugu adresu')
    expect(elsewhere.received).toEqual([])
    await elsewhere.stop()
  })

  it('without an end is cut off, and the delivery succeeds', async () => {
    let sent = 0
    receiver.behave(() => (response) => {
      response.writeHead(200)
      const writeMore = () => {
        while (!response.destroyed && sent < 200_000_000) {
          sent += 16_384
          if (!response.write('x'.repeat(16_384))) return response.once('drain', writeMore)
        }
      }
      writeMore()
    })
    const delivery = await sendTest()
    expect(delivery).toMatchObject({ state: 'delivered', status: 200 })
    expect(delivery.answer).toHaveLength(500)
    expect(sent).toBeLessThan(50_000_000)
  })

  it('that is missing or incomplete makes the delivery fail, with a message', async () => {
    const closed = await startReceiver()
    await closed.stop()
    expect((await sendTest(closed.url)).lastError).toBe('Prijemnik ne prima veze.')
    receiver.behave(() => (response) => response.destroy())
    expect((await sendTest()).lastError).toBe('Prijemnik je prekinuo vezu.')
    receiver.behave(() => (response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('x')
      setTimeout(() => response.destroy(), 20)
    })
    expect((await sendTest()).state).toBe('failed')
  })
})

describe('a webhook receiver', () => {
  it('is refused with a message if its URL is private or has no HTTPS', async () => {
    for (const url of ['https://192.168.0.10/x', 'https://[fd00::1]/', 'http://primjer.hr/x'])
      await expect(register({ url })).rejects.toMatchObject({
        status: 400,
        more: { fields: { url: [expect.any(String)] } },
      })
    const { id } = await register()
    await expect(
      webhooks.changeReceiver(id, { url: 'https://10.0.0.1/' }, admin),
    ).rejects.toMatchObject({ status: 400 })
  })

  it('refuses the second of two conflicting changes, and each change is logged', async () => {
    const { id, url } = await register()
    await webhooks.changeReceiver(id, { events: ['ticket.sold'], seen: { url } }, admin)
    await expect(
      webhooks.changeReceiver(
        id,
        { events: ['double.found'], seen: { events: WEBHOOK_EVENTS.join() } },
        admin,
      ),
    ).rejects.toMatchObject({ status: 409, code: 'changed_meanwhile' })
    await webhooks.makeNewSecret(id, admin)
    await webhooks.deleteReceiver(id, admin)
    const entries =
      await sql`select action, changes from activities where entity = 'webhooks' order by id`
    expect(entries.map(({ action, changes }) => [action, Object.keys(changes).sort()])).toEqual([
      ['created', ['description', 'events', 'state', 'url']],
      ['changed', ['events']],
      ['changed', ['secret']],
      ['deleted', ['description', 'events', 'state', 'url']],
    ])
    expect(await sql`select from webhook_deliveries`).toHaveLength(0)
  })

  it('is refused when there are twenty already, also when 24 are added at once', async () => {
    const statuses = await runConcurrently(24, () =>
      register().then(
        () => 201,
        ({ status }) => status,
      ),
    )
    expect(statuses.filter((status) => status === 201)).toHaveLength(20)
    expect(statuses.filter((status) => status === 409)).toHaveLength(4)
  })

  it('has deliveries that are found by receiver and state, and deleted after a week', async () => {
    const [a, b] = [await register({ description: 'Tablica' }), await register()]
    await sell((await makeGuest()).id)
    await deliverDueMessages()
    const found = await webhooks.findDeliveries({ receiver: a.id, state: 'delivered' })
    expect(found).toMatchObject({ total: 1, rows: [{ receiver: 'Tablica', type: 'ticket.sold' }] })
    expect((await webhooks.findReceivers({ search: 'tablic' })).rows).toMatchObject([
      { id: a.id, waiting: 0, failures: 0, lastSuccessAt: expect.any(String) },
    ])
    await sql`update webhook_deliveries set created_at = now() - interval '6 days 23 hours'
      where receiver_id = ${a.id}`
    await sql`update webhook_deliveries set created_at = now() - interval '7 days 1 hour'
      where receiver_id = ${b.id}`
    await webhooks.purgeDeliveries(getDb())
    expect((await listDeliveries()).map(({ receiver_id }) => receiver_id)).toEqual([a.id])
  })

  it('that is being deleted neither prevents nor delays a sale', async () => {
    const { id } = await register()
    const [a, b] = [await makeGuest(), await makeGuest()]
    await getDb().transaction(async (tx) => {
      await deleteReceiver(tx, id)
      await sell(a.id)
    })
    await register()
    await getDb().transaction(async (tx) => {
      await tx.execute(
        `update guests set conf_code = gen_random_uuid(), bought_at = now()
        where id = ${b.id}` as never,
      )
      await webhooks.deleteReceiver((await webhooks.findReceivers({})).rows[0]?.id as number, admin)
    })
    expect(await sql`select from guests where bought_at is not null`).toHaveLength(2)
    // Messages that were written during the deletion are not delivered, and are purged later.
    await deliverDueMessages()
    expect(receiver.received).toEqual([])
  })
})

it('a duplicate admission resolved as a mistake is reported when found, and not again', async () => {
  await register()
  const { id } = await makeGuest({ conf_code: randomUuidV1(), bought_at: '2025-09-01T10:00:00Z' })
  const first = await scan(id)
  const second = offlinePassage(id)
  await uploadPassages([second])
  const resolveEndpoint = gateBoardEndpoints['gates/doubles/[first]/[second]']
  const [duplicate] = await sql`select first, second from duplicate_admissions`
  expect([duplicate?.first, duplicate?.second].sort()).toEqual([first, second.id].sort())
  await call(resolveEndpoint.PUT, 'PUT', {
    headers: await signedIn(1),
    params: { first: duplicate?.first, second: duplicate?.second },
    body: { settled: 'mistake' },
  })
  expect((await types()).filter((type) => type === 'double.found')).toHaveLength(1)
})

// Must be the last test, because the erasure also deletes the phones of the gate.
it('erasing the people of an edition keeps webhook receivers, but deletes their deliveries', async () => {
  await register()
  await sell((await makeGuest()).id)
  await sql`update editions set opens_at = now() - interval '101 days',
    closes_at = now() - interval '100 days', erased_at = null`
  await eraseWhenDue(getDb())
  expect(await listDeliveries()).toEqual([])
  expect((await webhooks.findReceivers({})).total).toBe(1)
  await sql`update editions set opens_at = null, closes_at = null, erased_at = null`
})
