import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import { newPassageId } from '@/lib/admission/rules'
import type { NightSnapshot } from '@/lib/night/board/board-schema'
import { print } from '@/scripts/lib/command'
import { demoCookie, type Instance, startInstance } from '../support/instance'
import { loggedDuring } from './api'
import { median } from './browser-clock'
import { PHONES, registerPhones, SCAN_INTERVAL_MS } from './gate-calls'
import { ms, table, whole } from './table'

const VIEWERS = 20
/** Number of scans in a measurement of 20 s, and in one of 10 s that counts SQL statements. */
const SCANS = 600
const COUNTED_SCANS = 300
const PASSAGES = 20_000

/** Measures the night board during admissions: its delay, and its cost in SQL statements. */
export async function benchNight(url: string, sql: postgres.Sql, guests: number, log: string) {
  await sql`insert into users (name, email, privilege) values ('Bench', 'bench@brucosijada.example', 1) on conflict do nothing`
  const codes = await fillVenue(sql)
  const env = { BUILD_DIR: '.next/bench' }
  const instances = [await startInstance(url, env), await startInstance(url, env)]
  try {
    const phones = await registerPhones(sql, PHONES)
    const scan = (count: number) => scanAll(instances, phones, codes.splice(0, count))
    const statementsAlone = await statementsDuring(sql, log, () => scan(COUNTED_SCANS))
    const board = await watchBoard(sql, instances)
    const statementsWithBoard = await statementsDuring(sql, log, () => scan(COUNTED_SCANS))
    board.reset()
    const responseTimes = await scan(SCANS)
    await board.waitForArrivals(SCANS)
    const delays = board.delaysOf(responseTimes)
    const snapshots = board.snapshots()
    board.end()
    const at = (p: number) => delays[Math.floor(delays.length * p)] as number
    print(
      `\nnight board, ${whole(guests)} guests, ${whole(PASSAGES)} passages, ${VIEWERS} viewers, two instances\n${table(
        [
          ['', 'value', 'target'],
          ['from the response to a scan until the board shows it, p50 ms', ms(at(0.5)), ''],
          ['from the response to a scan until the board shows it, p99 ms', ms(at(0.99)), '1,000.0'],
          [
            'snapshots per second and instance',
            ms((snapshots / (SCANS * SCAN_INTERVAL_MS)) * 1000),
            '',
          ],
          ['one snapshot without load, ms', ms(await snapshotTime(url)), '30.0'],
          ['SQL statements per second, scans only', whole(statementsAlone), ''],
          ['SQL statements per second, with the board', whole(statementsWithBoard), ''],
          [
            'SQL statements per second of the board',
            whole(statementsWithBoard - statementsAlone),
            '',
          ],
        ],
      )}`,
    )
  } finally {
    await Promise.all(instances.map((instance) => instance.stop()))
  }
}

/**
 * Admits many guests at three gates and lets some out again. Returns the codes of ticket holders
 * who are still outside.
 */
async function fillVenue(sql: postgres.Sql): Promise<string[]> {
  await sql`insert into gates (name) values ('Sjever'), ('Jug') on conflict do nothing`
  await sql`
    insert into passages (id, guest_id, gate_id, direction, verdict, decided, at)
    select passage_id(at), id, (select min(id) from gates) + i % 3, direction, verdict, 'server', at
    from (
      select g.id, i, now() - interval '5 hours' + i * interval '0.8 s' + move * interval '5 min' as at,
        case move when 0 then 'in' else 'out' end as direction,
        case when move = 1 then 'left' when i % 21 = 0 then 'no_ticket' else 'admitted' end as verdict
      from (select id, row_number() over (order by id) as i from guests
        where deleted_at is null and entered_at is null order by id limit ${PASSAGES - 3000}) g
      cross join generate_series(0, 1) as move
      where move = 0 or i % 8 = 1 and i % 21 <> 0
      limit ${PASSAGES}
    ) generated`
  await sql`vacuum analyze passages`
  await sql`vacuum analyze guests`
  const rows = await sql<{ code: string }[]>`
    select conf_code as code from guests where conf_code is not null and entered_at is null
      and deleted_at is null and ban_reason is null order by id desc limit ${SCANS + 2 * COUNTED_SCANS}`
  if (rows.length < SCANS + 2 * COUNTED_SCANS)
    throw new Error(`only ${rows.length} ticket holders are still outside`)
  return rows.map(({ code }) => code)
}

/**
 * Sends 30 scans a second over both instances. Returns the times of their responses, in ascending
 * order.
 */
async function scanAll(instances: Instance[], phones: string[], codes: string[]) {
  const from = performance.now()
  const responseTimes = await Promise.all(
    codes.map(async (code, i) => {
      await sleep(from + i * SCAN_INTERVAL_MS - performance.now())
      const { url } = instances[i % instances.length] as Instance
      const response = await fetch(`${url}/api/gate/scan/`, {
        method: 'POST',
        headers: {
          cookie: phones[i % phones.length] as string,
          origin: url,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ id: newPassageId(), code, direction: 'in' }),
      })
      const { verdict } = await response.json()
      if (verdict !== 'admitted') throw new Error(`a scan returned ${verdict}`)
      return performance.now()
    }),
  )
  return responseTimes.sort((a, b) => a - b)
}

/**
 * Opens the event stream of the night board for all viewers, and records when each viewer saw how
 * many arrivals.
 */
async function watchBoard(sql: postgres.Sql, instances: Instance[]) {
  const controller = new AbortController()
  let before = await countArrived(sql)
  const records = Array.from({ length: VIEWERS }, () => [] as { at: number; arrived: number }[])
  await Promise.all(
    records.map(async (list, i) => {
      const { url } = instances[i % instances.length] as Instance
      const response = await fetch(`${url}/api/night/stream/`, {
        headers: { cookie: await demoCookie(url, 1) },
        signal: controller.signal,
      })
      if (!response.ok) throw new Error(`the stream of the board returned ${response.status}`)
      const reader = (response.body as ReadableStream<Uint8Array>).getReader()
      const decoder = new TextDecoder()
      const follow = async () => {
        for (let text = ''; ; ) {
          const { done, value } = await reader.read()
          if (done) return
          const events = (text + decoder.decode(value, { stream: true })).split('\n\n')
          text = events.pop() ?? ''
          const at = performance.now()
          for (const event of events) {
            const data = /^data: (.*)$/m.exec(event)?.[1]
            if (data)
              list.push({ at, arrived: (JSON.parse(data) as NightSnapshot).tonight.arrived })
          }
        }
      }
      void follow().catch(() => {})
    }),
  )
  while (records.some((list) => list.length === 0)) await sleep(50)
  const last = (list: (typeof records)[number]) => list.at(-1)?.arrived ?? before
  return {
    /** Discards the records so far, so that arrivals are counted from now on. */
    reset: () => {
      before = Math.max(...records.map(last))
      for (const list of records) list.length = 0
    },
    waitForArrivals: async (count: number) => {
      for (let i = 0; i < 300 && records.some((list) => last(list) < before + count); i++)
        await sleep(100)
    },
    /**
     * Returns the delays in ms from the response of a scan until a board shows it. The n-th scan is
     * shown as soon as a board has n more arrivals.
     */
    delaysOf: (responseTimes: number[]) =>
      records
        .flatMap((list) =>
          responseTimes.map((at, n) => {
            const shown = list.find(({ arrived }) => arrived >= before + n + 1)
            if (!shown) throw new Error('a board never showed a scan')
            return Math.max(0, shown.at - at)
          }),
        )
        .sort((a, b) => a - b),
    snapshots: () => median(records.map(({ length }) => length)),
    end: () => controller.abort(),
  }
}

const countArrived = async (sql: postgres.Sql) =>
  Number((await sql`select count(*) as n from passages where verdict = 'admitted'`)[0]?.n)

/** Returns the ms in which an instance computes one snapshot of the board, without other load. */
async function snapshotTime(url: string): Promise<number> {
  process.env.DATABASE_URL = url
  const { readSnapshot } = await import('@/lib/night/board/board-feed')
  const { getSql } = await import('@/db/pool')
  const times: number[] = []
  for (let i = 0; i < 25; i++) {
    const from = performance.now()
    await readSnapshot()
    times.push(performance.now() - from)
  }
  await getSql().end()
  return median(times)
}

/**
 * Counts the SQL statements a second of all instances in the log of PostgreSQL, while `run` runs.
 */
async function statementsDuring(sql: postgres.Sql, log: string, run: () => Promise<unknown>) {
  let seconds = 0
  const lines = await loggedDuring(sql, log, async () => {
    const from = performance.now()
    await run()
    seconds = (performance.now() - from) / 1000
  })
  const isStatement = /^brucosijada\|\d+\|LOG: +(execute|statement)/
  return lines.filter((line) => isStatement.test(line)).length / seconds
}
