import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import { seedDemo } from '@/db/seed/demo'
import { insertGuests } from '@/db/seed/insert-guests'
import { print } from '@/scripts/lib/command'
import { freePort } from '@/scripts/lib/embedded-postgres'
import { empty } from '../support/empty'
import { demoCookie, type Instance, startInstance } from '../support/instance'
import { type LoadRequest, measure } from './load'
import { ratio, table, whole } from './table'

const TICKETS = 5000
const CONCURRENCY = 32

/**
 * Sales of single tickets: `SALES` in all, by `SELLERS` desks, each of which sells one ticket every
 * `SALE_EVERY` ms.
 */
const SALES = 1000
const SELLERS = 8
const SALE_EVERY = 160

/** Fake mail service, which responds at once. A request has one mail or a batch of a hundred. */
const SINK = `
  require('node:http').createServer((request, response) => {
    const chunks = []
    request.on('data', (chunk) => { chunks.push(chunk) })
    request.on('end', () => {
      const mails = JSON.parse(Buffer.concat(chunks))
      const id = () => ({ id: crypto.randomUUID() })
      const body = JSON.stringify(Array.isArray(mails) ? { data: mails.map(id) } : id())
      response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    })
  }).listen(process.argv[1], '127.0.0.1', () => process.stdout.write('ready'))`

/**
 * Measures the mails a second to a mail service that responds at once, and the peak memory of the
 * instance. The baseline is a loop of fetch that sends one finished mail of the same size again and
 * again.
 */
export async function benchMail(url: string, sql: postgres.Sql) {
  await seedDemo(sql, { studentEmail: () => 'ab12345@student.example' })
  await empty(sql, 'mails', 'guests')
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
    const cookie = await demoCookie(instance.url, 1)
    const headers = { cookie, origin: instance.url }
    const post = createPost(instance.url, headers)
    const processor = await processorOf(sql, instance)
    const before = peak(instance)
    const measureCost = async (work: () => Promise<number>, n = TICKETS) => {
      const from = processor()
      const perSecond = await work()
      return { perSecond, each: (processor() - from) / n }
    }
    const tickets = await measureCost(() =>
      measureRate(sql, () => post('/api/mailer/send-range/', { start: 1, end: TICKETS })),
    )
    const [sampleMail] = await sql`
      select subject, html, plain_text as text from mails where state = 'sent' limit 1`
    const texts = await measureCost(() =>
      measureRate(sql, () => post('/api/mailer/send_mail/', { emails: messages() })),
    )
    const sale = await measureSaleCost(sql, instance.url, headers, measureCost)
    const usageBefore = process.cpuUsage()
    const baseline = await bareLoop(`${sink.url}/emails`, { ...sampleMail, to: 'gost@primjer.hr' })
    const bare = (({ user, system }) => (user + system) / 1000 / TICKETS)(
      process.cpuUsage(usageBefore),
    )
    const row = (label: string, { perSecond, each }: { perSecond: number; each: number }) => [
      label,
      whole(perSecond),
      ratio(perSecond / baseline),
      ratio(each),
    ]
    print(
      `\n${table([
        [`${whole(TICKETS)} mails`, 'mails/s', 'vs. plain Node', 'CPU ms'],
        row('tickets, one per request', tickets),
        row('messages, 100 per request', texts),
        row(`plain Node: loop of fetch, ${CONCURRENCY} at once`, {
          perSecond: baseline,
          each: bare,
        }),
        ['after a sale, one at a time', '', '', ratio(sale)],
      ])}`,
    )
    print(`peak memory: ${before} MB before, ${peak(instance)} MB after`)
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

/**
 * Returns the mails a second from `queueMails` until no mail is queued or being sent, or until all
 * mail is paused.
 */
async function measureRate(sql: postgres.Sql, queueMails: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await queueMails()
  for (;;) {
    const [row] = await sql`
      select exists (select from mails where state in ('queued', 'sending')) and not exists
        (select from mail_service where paused_until > now()) as waiting`
    if (!row?.waiting) return TICKETS / ((performance.now() - start) / 1000)
    await sleep(50)
  }
}

function createPost(url: string, headers: Record<string, string>) {
  return async (path: string, body: unknown) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (response.status !== 202) throw new Error(`${path} returned ${response.status}`)
  }
}

/**
 * Measures the CPU ms of the mail after a sale: the cost of sales at the desk, minus the cost of as
 * many sales while all mail is paused.
 */
async function measureSaleCost(
  sql: postgres.Sql,
  url: string,
  headers: Record<string, string>,
  measureCost: (work: () => Promise<number>, n: number) => Promise<{ each: number }>,
): Promise<number> {
  const sell = async () => {
    await sql`delete from mails`
    const guests = await sql<{ id: number }[]>`
      update guests set conf_code = null, bought_at = null
      where id in (select id from guests where name <> '' order by id limit ${SALES}) returning id`
    const { each } = await measureCost(
      () =>
        measureRate(sql, async () => {
          const call = (i: number): LoadRequest => ({
            method: 'PUT',
            path: `/api/guests/${guests[i]?.id}/`,
            headers,
            body: { bought: '1' },
            expect: 200,
          })
          await measure(url, SELLERS, SALES, call, SALE_EVERY)
        }),
      SALES,
    )
    return each
  }
  await sell()
  const withMail = await sell()
  await sql`
    insert into mail_service (id, paused_until) values (1, now() + interval '1 hour')
    on conflict (id) do update set paused_until = excluded.paused_until`
  const withoutMail = await sell()
  await sql`update mail_service set paused_until = null`
  return withMail - withoutMail
}

/**
 * Returns a function that reads the CPU ms used so far by an instance and its PostgreSQL server.
 */
async function processorOf(sql: postgres.Sql, { child }: Instance): Promise<() => number> {
  const [backend] = await sql`select pg_backend_pid() as pid`
  const server = statOf(backend?.pid)?.parent
  return () => {
    const all = readdirSync('/proc').flatMap((name) =>
      /^\d+$/.test(name) ? (statOf(name) ?? []) : [],
    )
    const serverProcesses = all.filter(({ pid, parent }) =>
      [pid, parent].includes(server as number),
    )
    const instanceProcess = all.find(({ pid }) => pid === child.pid)
    return [...serverProcesses, instanceProcess].reduce((sum, info) => sum + (info?.ms ?? 0), 0)
  }
}

/** Reads the CPU ms of a process and of its ended children. Undefined if the process has ended. */
function statOf(pid: string | number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15)
    const ms = (user + system + childUser + childSystem) * 10
    return { pid: Number(pid), parent: fields[1], ms }
  } catch {
    return undefined
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
  await Promise.all(Array.from({ length: CONCURRENCY }, loop))
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

/** Returns the peak memory of the instance in MB, or `?` where the system does not report it. */
function peak({ child }: Instance): string {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    return whole(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024)
  } catch {
    return '?'
  }
}
