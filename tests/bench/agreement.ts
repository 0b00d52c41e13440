import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type postgres from 'postgres'
import type { NightSnapshot } from '@/lib/night/board/board-schema'
import type { ArrivalsRow } from '@/lib/reports/schema'
import { readSheet } from '@/lib/spreadsheet/table'
import { print } from '@/scripts/lib/command'
import { run } from '../support/command'
import { demoCookie, startInstance } from '../support/instance'

/**
 * Interval between two comparisons, in ms of real time; the simulated night runs 60 times faster.
 */
const CHECK_INTERVAL_MS = 8_000
/**
 * Wait after the simulation is paused, in ms: its requests are then finished and the night board is
 * up to date.
 */
const PAUSE_MS = 1_500

/** Numbers of admissions, exits and guests inside, as one source reports them. */
interface Totals {
  entered: number
  left: number
  inside: number
}

/**
 * Simulates a night of 5,000 guests, 3 % of whose tickets are copies, and pauses it every few
 * seconds. Fails unless night board, report, both spreadsheets and database report the same
 * numbers. Takes about seven minutes, because it is a check and not a measurement.
 */
export async function benchAgreement(url: string, sql: postgres.Sql) {
  await sql`insert into users (name, email, privilege) values ('Bench', 'bench@brucosijada.example', 1) on conflict do nothing`
  const instance = await startInstance(url, { BUILD_DIR: '.next/bench' })
  const headers = { cookie: await demoCookie(instance.url, 1) }
  const get = async (path: string) => {
    const response = await fetch(`${instance.url}/api/${path}`, { headers })
    if (!response.ok) throw new Error(`${path} returned ${response.status}`)
    return response
  }
  const night = run(
    'night',
    {
      DATABASE_URL: url,
      PUBLIC_URL: instance.url,
      AUTH_SECRET: 'a secret of the bench, long enough to be one',
    },
    ...['--guests', '5000', '--gates', '3', '--speed', '60', '--copies', '0.03'],
  )
  let checks = 0
  try {
    for (let isOver = false; !isOver; ) {
      await Promise.race([sleep(CHECK_INTERVAL_MS), night.exit])
      isOver = night.child.exitCode !== null
      if (!isOver) night.child.kill('SIGSTOP')
      await sleep(PAUSE_MS)
      const stored = await fromDatabase(sql)
      const reports = {
        board: await fromBoard(get),
        report: sumOf(await (await get('reports/arrivals/')).json()),
        'spreadsheet of arrivals': await fromArrivalsSheet(get),
      }
      for (const [source, totals] of Object.entries(reports))
        if (!isDeepStrictEqual(totals, stored))
          throw new Error(
            `check ${checks}: ${source} ${JSON.stringify(totals)}, database ${JSON.stringify(stored)}`,
          )
      const listed = await fromGuestSheet(get)
      if (listed !== stored.inside)
        throw new Error(
          `check ${checks}: ${listed} inside in the guest list, ${stored.inside} in the database`,
        )
      checks++
      night.child.kill('SIGCONT')
    }
    const { entered, inside } = await fromDatabase(sql)
    const [{ doubles } = { doubles: 0 }] =
      await sql`select count(*)::int as doubles from duplicate_admissions`
    if ((await night.exit) !== 0 || entered < 3_000) throw new Error(night.output())
    print(
      `\nboard, report, spreadsheets and database agreed ${checks} times in a night of ${entered} arrivals, ${inside} inside at its end, ${doubles} duplicate admissions`,
    )
  } finally {
    night.child.kill('SIGCONT')
    night.child.kill('SIGTERM')
    await instance.stop()
  }
}

type Get = (path: string) => Promise<Response>

/** Counts from the passages alone, in the order in which they happened. */
async function fromDatabase(sql: postgres.Sql): Promise<Totals> {
  const passages = await sql<{ guest_id: number; verdict: string }[]>`
    select guest_id, verdict from passages p where verdict in ('admitted', 'left', 'outside')
      and not exists (select from passages t where t.voids = p.id) order by at, id`
  const inside = new Set<number>()
  let entered = 0
  let left = 0
  for (const { guest_id, verdict } of passages) {
    if (verdict === 'admitted' && !inside.has(guest_id)) {
      inside.add(guest_id)
      entered++
    }
    if (verdict !== 'admitted' && inside.delete(guest_id)) left++
  }
  return { entered, left, inside: inside.size }
}

async function fromBoard(get: Get): Promise<Totals> {
  const response = await get('night/stream/')
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  let text = ''
  while (!/^data: .*\n\n/m.test(text)) {
    const { value, done } = await reader.read()
    if (done) throw new Error('the board sent no event')
    text += new TextDecoder().decode(value)
  }
  await reader.cancel()
  const { tonight, inside } = JSON.parse(/^data: (.*)\n\n/m.exec(text)?.[1] ?? '') as NightSnapshot
  return { entered: tonight.arrived, left: tonight.left, inside }
}

const sumOf = (rows: ArrivalsRow[]): Totals => ({
  entered: rows.reduce((all, row) => all + row.entered, 0),
  left: rows.reduce((all, row) => all + row.left, 0),
  inside: rows.at(-1)?.inside ?? 0,
})

async function sheet(get: Get, path: string) {
  const rows: string[][] = []
  for await (const { cells } of readSheet(new Uint8Array(await (await get(path)).arrayBuffer())))
    rows.push(Array.from({ length: 20 }, (_, i) => `${cells.get(i) ?? ''}`))
  return rows
}

/**
 * Reads the totals from the last row, and the guests inside from the row before it, which is the
 * last quarter of an hour.
 */
async function fromArrivalsSheet(get: Get): Promise<Totals> {
  const rows = await sheet(get, `reports/arrivals/export/`)
  const [, , entered, left] = (rows.at(-1) ?? []).map(Number)
  return { entered: entered ?? 0, left: left ?? 0, inside: Number(rows.at(-2)?.[4] ?? 0) || 0 }
}

async function fromGuestSheet(get: Get): Promise<number> {
  const [head = [], ...guests] = await sheet(get, 'guests/export/')
  const at = head.indexOf('entered')
  return guests.filter((cells) => cells[at] === '1').length
}
