import postgres from 'postgres'
import { Webhook } from 'standardwebhooks'
import { afterAll, expect, it } from 'vitest'
import { newDatabase } from '../support/database'
import { startReceiver } from '../support/fake-webhook-receiver'
import { demoCookie, type Instance, startInstance } from '../support/instance'

const cleanups: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const databaseUrl = await newDatabase()
const sql = postgres(databaseUrl, { max: 2, onnotice: () => {} })
cleanups.push(() => sql.end({ timeout: 1 }))

const start = async () => {
  const instance = await startInstance(databaseUrl, { WEBHOOKS_TO_LOOPBACK: '1' })
  cleanups.push(() => instance.stop('SIGKILL'))
  return instance
}

/** Returns a function that sends API requests as an admin. */
const adminOf = async ({ url }: Instance) => {
  const headers = {
    cookie: await demoCookie(url, 1),
    origin: url,
    'content-type': 'application/json',
  }
  return async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url}/api/${path}/`, {
      method,
      headers,
      body: body && JSON.stringify(body),
    })
    expect(response.status).toBeLessThan(300)
    return response.json()
  }
}

const WAIT = { timeout: 120_000, interval: 200 }

it('all sales are delivered although one instance is killed and other receivers hang or fail', async () => {
  const [good, hanging, failing] = [
    await startReceiver(),
    await startReceiver(),
    await startReceiver(),
  ]
  cleanups.push(good.stop, hanging.stop, failing.stop)
  hanging.behave(() => () => {})
  failing.behave((_, n) => (n % 2 === 0 ? 500 : 204))
  const guests = await sql<{ id: number }[]>`insert into guests (name, surname, list_id)
    select 'Ana', 'Anić', id from guest_lists, generate_series(1, 40) where name = 'VIP' returning id`
  const [first, second] = [await start(), await start()]
  const admin = await adminOf(first)
  const register = (url: string) =>
    admin('POST', 'webhooks', { description: 'Proba', url, events: ['ticket.sold'] })
  const { id } = await register(good.url)
  await register(hanging.url)
  await register(failing.url)
  const { secret } = await admin('POST', `webhooks/${id}/secret`)

  const sellers = [admin, await adminOf(second)]
  await Promise.all(
    guests
      .slice(0, 20)
      .map(({ id }, i) => sellers[i % 2]?.('PUT', `guests/${id}`, { bought: '1' })),
  )
  // The killed instance leaves behind the deliveries that it had claimed.
  await expect.poll(() => hanging.received.length, WAIT).toBeGreaterThan(0)
  await first.stop('SIGKILL')
  await Promise.all(
    guests.slice(20).map(({ id }) => sellers[1]?.('PUT', `guests/${id}`, { bought: '1' })),
  )
  const guestsOf = (received: typeof good.received) =>
    new Set(received.map(({ message }) => message.data.guest))
  await expect.poll(() => guestsOf(good.received).size, WAIT).toBe(guests.length)
  for (const { body, headers } of good.received)
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'ticket.sold' })
  // The failing receiver refuses every second request, and retries deliver all events.
  await expect.poll(() => guestsOf(failing.received).size, WAIT).toBe(guests.length)

  // The instance still serves requests while one receiver hangs.
  const health = await fetch(`${second.url}/api/health`)
  expect(health.status).toBe(200)
  const waiting =
    await sql`select from webhook_deliveries d join webhook_receivers r on r.id = d.receiver_id
    where r.url = ${hanging.url} and d.settled_at is null`
  expect(waiting).toHaveLength(guests.length)
  await second.stop()
})
