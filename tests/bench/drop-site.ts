import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright'
import type postgres from 'postgres'
import { seedDemo } from '@/db/seed/demo'
import { insertGuests } from '@/db/seed/insert-guests'
import { parseSettings } from '@/lib/config/settings'
import { studentEmail } from '@/lib/students/email'
import { BROWSER_ARGS } from '@/playwright.config'
import { ensureChromium } from '@/scripts/lib/chromium'
import { print } from '@/scripts/lib/command'
import { type Instance, startInstance } from '../support/instance'
import { startProxy } from '../support/proxy'
import type { RecordedRequest, Site } from './drop-schedule'
import type { LoadSummary } from './drop-summary'
import type { Order } from './drop-visitors'

/**
 * Pages that the simulated visitors open. The page of the first performer is recorded for all
 * performers.
 */
const PAGES = ['/', '/lineup', '/satnica', '/ulaznice', '/cjenik', '/brucosi']
/**
 * Time in ms without a response after which a page counts as complete, including the files that the
 * service worker fetches.
 */
const QUIET_MS = 5000

export const ORIGIN = 'https://localhost'

/**
 * Result of a load: its response times, the CPU seconds that it cost, and its duration in seconds.
 */
export interface Run {
  summary: LoadSummary
  used: Groups
  seconds: number
}

/**
 * Starts a festival with `guests` guests: two instances behind the nginx of deploy/, all on this
 * machine. Also records the requests of each page.
 */
export async function openSite(url: string, sql: postgres.Sql, guests = 20_000) {
  const { STUDENT_EMAIL_DOMAIN: studentDomain } = parseSettings({ DEMO: '0' })
  await seedDemo(sql, { studentEmail: (student) => studentEmail(student, studentDomain) })
  await sql`update visibility_flags set visible = true where visible is not null`
  await insertGuests(sql as never, { count: guests, seed: 1 })
  await sql`vacuum analyze`
  const codes = await sql<{ code: string }[]>`
    select conf_code as code from guests where conf_code is not null and deleted_at is null
    order by md5(id::text) limit 5000`
  const slugs = await sql<
    { slug: string }[]
  >`select slug from lineup_items where visible order by id`
  const env = { BUILD_DIR: '.next/bench', PUBLIC_URL: ORIGIN, TRUST_PROXY: '1' }
  const started: { stop: () => Promise<void> }[] = []
  const stop = async () => {
    for (const service of started.reverse()) await service.stop()
  }
  try {
    const first = await startInstance(url, env)
    started.push(first)
    const second = await startInstance(url, env)
    started.push(second)
    const proxy = await startProxy('nginx', [first.port, second.port])
    started.push(proxy)
    const performers = slugs.map(({ slug }) => `/lineup/${slug}`)
    const pages = await recordPages(first.url, [...PAGES, performers[0] as string])
    const site: Site = { pages, performers, codes: codes.map(({ code }) => code), studentDomain }
    for (const [path, [page]] of Object.entries(pages)) {
      const { headers } = await fetch(second.url + path)
      if (headers.get('etag') !== page?.etag)
        print(`${path} has different ETags on the instances: ${page?.etag} ${headers.get('etag')}`)
    }
    const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
    const postmaster = parentOf(backend?.pid as number)
    const meter = processorMeter({ instances: [first, second], nginx: proxy.pid, postmaster })
    const port = Number(new URL(proxy.origin).port)
    const run = async (order: Omit<Order, 'port'>): Promise<Run> => {
      const load = await launchVisitors({ ...order, port } as Order)
      const from = performance.now()
      const [summary, used] = await meter(load.start)
      return { summary, used, seconds: (performance.now() - from) / 1000 }
    }
    return { site, run, instance: first.url, meter, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Records the requests that a phone browser with an empty cache sends to show each page, until
 * there have been no responses for `QUIET_MS` ms.
 */
async function recordPages(base: string, addresses: string[]) {
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: BROWSER_ARGS,
  })
  const pages: Record<string, RecordedRequest[]> = {}
  try {
    for (const address of addresses) {
      const context = await browser.newContext({
        viewport: { width: 412, height: 839 },
        deviceScaleFactor: 2,
        isMobile: true,
      })
      const found = new Map<string, RecordedRequest>()
      const from = performance.now()
      let lastAt = from
      const reading: Promise<void>[] = []
      context.on('response', (response) => {
        const { pathname, search, origin } = new URL(response.url())
        const path = pathname + search
        lastAt = performance.now()
        if (origin !== base || found.has(path) || response.request().method() !== 'GET') return
        const { accept = '*/*' } = response.request().headers()
        const startedAt = response.request().timing().startTime - performance.timeOrigin
        const part: RecordedRequest = {
          after: Math.max(0, Math.round(startedAt - from)),
          path,
          headers: { accept },
          isOnce: response.request().serviceWorker() !== null,
        }
        found.set(path, part)
        reading.push(
          response.allHeaders().then(
            ({ etag, 'cache-control': cacheControl = '' }) => {
              part.isOnce ||= /max-age=[1-9]/.test(cacheControl)
              if (etag) part.etag = etag
            },
            () => {},
          ),
        )
      })
      const page = await context.newPage()
      await page.goto(base + address, { waitUntil: 'load' })
      while (performance.now() - lastAt < QUIET_MS) await sleep(100)
      await Promise.all(reading)
      await context.close()
      const all = [...found.values()].sort((a, b) => a.after - b.after)
      const first = all.findIndex(({ path }) => path === address)
      if (first < 0) throw new Error(`the browser did not request ${address}`)
      pages[address] = [...all.splice(first, 1), ...all]
    }
  } finally {
    await browser.close()
  }
  return pages
}

/**
 * Passes the order to a child process, which plans the requests. `start` starts them and resolves
 * with the results.
 */
async function launchVisitors(order: Order) {
  const child = fork('tests/bench/drop-visitors.ts', {
    execArgv: ['--import', 'tsx', '--max-old-space-size=4096'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`the load generator ended too early (${code})`)
  })
  failed.catch(() => {})
  const receiveMessage = <T>() =>
    Promise.race([once(child, 'message').then(([message]) => message as T), failed])
  child.send(order)
  const { ready } = await receiveMessage<{ ready: number }>()
  return {
    count: ready,
    start: () => {
      child.send('go')
      return receiveMessage<LoadSummary>()
    },
  }
}

// ---- CPU time, read from /proc of Linux ----

export type Groups = Record<'instances' | 'nginx' | 'PostgreSQL', number>

const TICKS_PER_S = 100

/** Returns [parent PID, CPU ticks of the process, CPU ticks of its ended children]. */
function statOf(pid: number): [number, number, number] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [parent = 0, user = 0, system = 0, ofEndedUser = 0, ofEndedSystem = 0] = [
    fields[1],
    fields[11],
    fields[12],
    fields[13],
    fields[14],
  ]
  return [parent, user + system, ofEndedUser + ofEndedSystem]
}

const parentOf = (pid: number) => statOf(pid)[0]

function familyOf(pid: number): number {
  const [, ownTicks, ended] = statOf(pid)
  let sum = ownTicks + ended
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const [parent, ticks] = statOf(Number(name))
      if (parent === pid) sum += ticks
    } catch {
      // The process has ended, so its ticks are counted for its parent.
    }
  }
  return sum
}

/**
 * Creates a meter for the CPU seconds of the instances, nginx and PostgreSQL; `read` returns the
 * totals so far.
 */
function processorMeter(processes: { instances: Instance[]; nginx: number; postmaster: number }) {
  const read = (): Groups => ({
    instances:
      processes.instances.reduce((sum, { child }) => sum + statOf(child.pid as number)[1], 0) /
      TICKS_PER_S,
    nginx: familyOf(processes.nginx) / TICKS_PER_S,
    PostgreSQL: familyOf(processes.postmaster) / TICKS_PER_S,
  })
  /** Runs `work`. Returns its result and the CPU seconds of each group during the run. */
  return async <T>(work: () => Promise<T>): Promise<[T, Groups]> => {
    const before = read()
    const result = await work()
    const after = read()
    const used = Object.fromEntries(
      Object.entries(after).map(([name, s]) => [name, s - before[name as keyof Groups]]),
    ) as Groups
    return [result, used]
  }
}
