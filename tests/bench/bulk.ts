import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import { insertGuests } from '@/db/seed/insert-guests'
import type { BulkActionInput } from '@/lib/guests/bulk/schema'
import { print } from '@/scripts/lib/command'
import { demoCookie, type Instance, startInstance } from '../support/instance'
import { at, PHONES, registerPhones, requestUntil, scan } from './gate-calls'
import { ms, table, whole } from './table'

const CHANGED_GUESTS = 100_000
const GUESTS = 200_000
const BASELINE_SCANS = 600
const WARMUP_SCANS = 90

/**
 * Applies four bulk changes to 100,000 guests and undoes each. Measures their duration and the
 * response times of the gate meanwhile.
 */
export async function benchBulk(url: string, sql: postgres.Sql): Promise<void> {
  await sql`insert into users (name, email, privilege) values ('Bench', 'bench@brucosijada.example', 1)`
  await insertGuests(sql as never, { count: GUESTS - CHANGED_GUESTS, seed: 1 })
  await sql`
    insert into guests (name, surname, email, list_id)
    select name, surname, 'x' || id || '@primjer.hr', (select id from guest_lists where role = 'vip')
    from guests order by id limit ${CHANGED_GUESTS}`
  await sql`vacuum analyze`
  const instance = await startInstance(url, { BUILD_DIR: '.next/bench' })
  try {
    const cookie = await demoCookie(instance.url, 1)
    const gate = await openGate(sql, instance)
    await gate.scan((sent) => sent === WARMUP_SCANS)
    const baseline = await gate.scan((sent) => sent === BASELINE_SCANS)
    const rows = [
      ['', 's', 'gate p50 ms', 'gate p99 ms', 'longest ms'],
      ['gate alone', '', ...quantilesOf(baseline)],
    ]
    const actions: [string, BulkActionInput][] = [
      ['move to another list', { kind: 'list', tag: 'Brucošijada' }],
      ['a sale, with mails', { kind: 'sell' }],
      ['a note', { kind: 'note', note: 'Stol 4' }],
      ['a deletion', { kind: 'delete' }],
    ]
    for (const [name, action] of actions) {
      const filter = { search: 'primjer', search_fields: 'email' }
      const { job } = await post(instance, cookie, '', { selection: { filter }, action })
      rows.push([name, ...(await measureDuring(gate, instance, cookie, job.id, 'done'))])
      await post(instance, cookie, `${job.id}/undo/`, {})
      rows.push(['  undo', ...(await measureDuring(gate, instance, cookie, job.id, 'undone'))])
    }
    print(`\nbulk jobs on ${whole(CHANGED_GUESTS)} of ${whole(GUESTS)} guests\n${table(rows)}`)
  } finally {
    await instance.stop()
  }
}

type Gate = Awaited<ReturnType<typeof openGate>>

async function measureDuring(
  gate: Gate,
  instance: Instance,
  cookie: string,
  id: string,
  end: string,
): Promise<string[]> {
  let isOver = false
  const from = performance.now()
  const scans = gate.scan(() => isOver)
  for (;;) {
    await sleep(100)
    const response = await fetch(`${instance.url}/api/guests/bulk/${id}/`, { headers: { cookie } })
    const { state, changed, undone } = await response.json()
    if (state !== end) continue
    if ((end === 'done' ? changed : undone) !== CHANGED_GUESTS)
      throw new Error(`only ${changed} guests were changed and ${undone} undone`)
    break
  }
  const seconds = (performance.now() - from) / 1000
  isOver = true
  return [ms(seconds), ...quantilesOf(await scans)]
}

/**
 * Pairs phones with a gate. `scan` lets them scan tickets in turn until `isEnough`, and returns the
 * response times in ms in ascending order.
 */
async function openGate(sql: postgres.Sql, { url }: Instance) {
  const phones = await registerPhones(sql, PHONES)
  const tickets = await sql<{ code: string }[]>`
    select conf_code as code from guests where conf_code is not null order by md5(id::text)`
  let next = 0
  const scanNext = () => scan({ url, phones, tickets }, next++)
  return { scan: (isEnough: (sent: number) => boolean) => requestUntil(isEnough, scanNext) }
}

const quantilesOf = (times: number[]) => [0.5, 0.99, 1].map((share) => ms(at(times, share)))

async function post({ url }: Instance, cookie: string, path: string, body: object) {
  const response = await fetch(`${url}/api/guests/bulk/${path}`, {
    method: 'POST',
    headers: { cookie, origin: url, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.status !== 202) throw new Error(`${path} returned ${await response.text()}`)
  return response.json()
}
