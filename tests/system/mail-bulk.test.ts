import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { expect, it } from 'vitest'
import { randomUuidV1 } from '@/db/uuid'
import { newDatabase } from '../support/database'
import { demoCookie, startInstance } from '../support/instance'
import { startMailService } from '../support/mail-service'

const TICKETS = 5_000

/** Inserts guests with tickets and without mails. Each has another e-mail address. */
function storeTickets(sql: postgres.Sql) {
  const rows = Array.from({ length: TICKETS }, (_, i) => ({
    name: 'Ana',
    surname: 'Anić',
    jmbag: `00${36_000_000 + i}`,
    email: `gost${i}@primjer.hr`,
    code: randomUuidV1(),
  }))
  return sql`
    insert into guests (name, surname, jmbag, email, list_id, conf_code, bought_at)
    select r.name, r.surname, r.jmbag, r.email, 1, r.code, now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as r(name text, surname text, jmbag text, email text, code uuid)`
}

/**
 * Fails requests to the fake mail service in every way, by the number of the request. A 429 is
 * rare, because it pauses all mails.
 */
function failSometimes(_request: unknown, n: number) {
  if (n % 1500 === 1499) return { status: 429, headers: { 'retry-after': '1' } }
  if (n % 900 === 300) return 'hang'
  if (n % 900 === 600) return 'hang after accepting'
  if (n % 101 === 50) return { status: 500 }
  if (n % 211 === 70) return 'drop after accepting'
  return undefined
}

it('5,000 confirmations are delivered once each, despite mail service errors and a killed instance', async () => {
  const database = await newDatabase()
  const sql = postgres(database, { max: 2 })
  await storeTickets(sql)
  const service = await startMailService()
  service.behave(failSometimes as never)
  const env = {
    RESEND_API_KEY: service.key,
    RESEND_BASE_URL: service.url,
    RESEND_CALLS_PER_SECOND: '1000',
    MAIL_FROM: 'Festival <karte@brucosijada.example>',
  }
  const startedAt = performance.now()
  const printTime = (event: string) =>
    process.stdout.write(
      `bulk: ${event} after ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`,
    )

  const first = await startInstance(database, env)
  const headers = {
    cookie: await demoCookie(first.url, 1),
    origin: first.url,
    'content-type': 'application/json',
  }
  const click = () =>
    fetch(`${first.url}/api/mailer/send-range/`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ start: 1, end: TICKETS }),
    }).then((response) => response.json())
  printTime('one instance up')
  const { batch, ...queued } = await click()
  expect(queued).toEqual({ queued: TICKETS, skipped: 0, stopped: 0, withoutAddress: 0 })
  expect(await click()).toMatchObject({ queued: 0, skipped: TICKETS })

  while (service.delivered.length < TICKETS * 0.4) await sleep(20)
  const progress = await (await fetch(`${first.url}/api/mailer/batches/`, { headers })).json()
  expect(progress[0]).toMatchObject({ id: batch, total: TICKETS, stoppedAt: null })
  expect(progress[0].waiting).toBeLessThan(TICKETS)
  expect(progress[0].secondsLeft).toBeGreaterThan(0)
  await first.stop('SIGKILL')
  printTime(`killed with ${service.delivered.length} mails out`)
  const [unfinished] = await sql`select count(*)::int as n from mails where state = 'sending'`
  expect(unfinished?.n).toBeGreaterThan(0)

  const second = await startInstance(database, env)
  const countUnsent = async () =>
    (await sql`select count(*)::int as n from mails where state <> 'sent'`)[0]?.n as number
  while ((await countUnsent()) > 0) await sleep(200)
  printTime('all sent')

  const addresses = service.delivered.map((mail) => String(mail.to))
  expect(addresses).toHaveLength(TICKETS)
  expect(new Set(addresses).size).toBe(TICKETS)
  const [codes] = await sql`
    select count(*)::int as n, count(distinct conf_code)::int as codes,
      max(attempts)::int as attempts from mails`
  expect(codes).toMatchObject({ n: TICKETS, codes: TICKETS })
  expect(codes?.attempts).toBeGreaterThan(1)
  const calls = service.requests.length
  expect(calls).toBeGreaterThan(TICKETS)

  await second.stop()
  await service.stop()
  await sql.end()
})
