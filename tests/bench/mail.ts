import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import { seedDemo } from '@/db/seed/demo'
import { insertGuests } from '@/db/seed/insert-guests'
import { freePort } from '@/scripts/lib/embedded-postgres'
import { say } from '@/scripts/lib/say'
import { demoCookie, type Instance, startInstance } from '../support/instance'
import { ratio, table, whole } from './table'

const TICKETS = 5000
const AT_ONCE = 32

/** Takes mails as the service does, and answers at once: alone or a hundred to a call. */
const SINK = `
  require('node:http').createServer((request, answer) => {
    const chunks = []
    request.on('data', (chunk) => { chunks.push(chunk) })
    request.on('end', () => {
      const mails = JSON.parse(Buffer.concat(chunks))
      const id = () => ({ id: crypto.randomUUID() })
      const body = JSON.stringify(Array.isArray(mails) ? { data: mails.map(id) } : id())
      answer.writeHead(200, { 'content-type': 'application/json' }).end(body)
    })
  }).listen(process.argv[1], '127.0.0.1', () => process.stdout.write('ready'))`

/**
 * Mails a second to a service that answers at once, with the instance's peak of memory,
 * beside a bare loop of fetch that sends one finished mail of the same size over and over.
 */
export async function benchMail(url: string, sql: postgres.Sql) {
  await seedDemo(sql, { studentEmail: () => 'ab12345@student.example' })
  await sql`delete from mails`
  await sql`delete from guests`
  await insertGuests(sql as never, { count: TICKETS, seed: 1 })
  await sql`
    update guests set conf_code = gen_random_uuid(), bought_at = now(), email = 'gost@primjer.hr'`
  const sink = await startSink()
  const instance = await startInstance(url, {
    BUILD_DIR: '.next/bench',
    RESEND_API_KEY: 're_bench',
    RESEND_BASE_URL: sink.url,
    RESEND_CALLS_PER_SECOND: '1000',
    MAIL_FROM: 'Festival <karte@brucosijada.example>',
  })
  try {
    const post = await poster(instance)
    const before = peak(instance)
    const tickets = await time(sql, () =>
      post('/api/mailer/send-range/', { start: 1, end: TICKETS }),
    )
    const [one] = await sql`
      select subject, html, plain_text as text from mails where state = 'sent' limit 1`
    const texts = await time(sql, () => post('/api/mailer/send_mail/', { emails: messages() }))
    const floor = await bareLoop(`${sink.url}/emails`, { ...one, to: 'gost@primjer.hr' })
    say(
      `\n${table([
        [`${whole(TICKETS)} mails`, 'mails/s', '× bare'],
        ['tickets, one to a call', whole(tickets), ratio(tickets / floor)],
        ['texts, a hundred to a call', whole(texts), ratio(texts / floor)],
        [`bare loop of fetch, ${AT_ONCE} at once`, whole(floor), ''],
      ])}`,
    )
    say(`peak of memory: ${before} MB before, ${peak(instance)} MB after`)
  } finally {
    await instance.stop()
    sink.child.kill()
  }
}

const messages = () =>
  Array.from({ length: TICKETS }, (_, i) => ({
    template: 'message',
    subject: 'Vrata u 20 h',
    message: 'Ponesi osobnu i mail s kartom.',
    to_mail: `gost${i}@primjer.hr`,
  }))

/** Mails a second from the click to the last one's record. */
async function time(sql: postgres.Sql, click: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await click()
  for (;;) {
    const [row] = await sql`
      select exists (select from mails where state in ('queued', 'sending')) as waiting`
    if (!row?.waiting) return TICKETS / ((performance.now() - start) / 1000)
    await sleep(50)
  }
}

async function poster(instance: Instance) {
  const cookie = await demoCookie(instance.url, 1)
  return async (path: string, body: unknown) => {
    const answer = await fetch(instance.url + path, {
      method: 'POST',
      headers: { cookie, origin: instance.url, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (answer.status !== 202) throw new Error(`${path} answered ${answer.status}`)
  }
}

async function bareLoop(url: string, mail: object): Promise<number> {
  const body = JSON.stringify(mail)
  const start = performance.now()
  let sent = 0
  const loop = async () => {
    while (sent++ < TICKETS) {
      const headers = { 'content-type': 'application/json' }
      await (await fetch(url, { method: 'POST', headers, body })).json()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, loop))
  return TICKETS / ((performance.now() - start) / 1000)
}

async function startSink(): Promise<{ url: string; child: ChildProcess }> {
  const port = String(await freePort())
  const child = spawn(process.execPath, ['-e', SINK, port], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout as NodeJS.ReadableStream, 'data')
  return { url: `http://127.0.0.1:${port}`, child }
}

/** The most memory in MB that the instance has held so far, where the system tells it. */
function peak({ child }: Instance): string {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    return whole(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024)
  } catch {
    return '?'
  }
}
