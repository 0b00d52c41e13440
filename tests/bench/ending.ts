import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import { insertGuests } from '@/db/seed/insert-guests'
import { print } from '@/scripts/lib/command'
import { demoCookie, type Instance, startInstance } from '../support/instance'
import { at, PHONES, registerPhones, requestUntil, scan } from './gate-calls'
import { ms, table, whole } from './table'

const EXPORTED = 100_000
const GUESTS = 500_000
const PASSAGES = 1_000_000
const MAILS = 1_000_000
/** Number of scans before the end of the edition, for comparison with the scans during the end. */
const BASELINE_SCANS = 300
const WARMUP_SCANS = 60

/**
 * Measures the end of a large edition: its duration, the response times of the gate meanwhile, and
 * the export of the archive.
 */
export async function benchEnding(url: string, sql: postgres.Sql): Promise<void> {
  await sql`insert into users (name, email, privilege) values ('Bench', 'bench@brucosijada.example', 1)`
  await insertGuests(sql as never, { count: EXPORTED, seed: 1 })
  const instance = await startInstance(url, { BUILD_DIR: '.next/bench' })
  try {
    const cookie = await demoCookie(instance.url, 1)
    const archive = await exportArchive(instance, cookie)
    await fill(sql)
    const phones = await registerPhones(sql, PHONES)
    const tickets = await sql<{ code: string }[]>`
      select conf_code as code from guests where conf_code is not null limit 20000`
    // After the end of the edition the phone is not registered any more, so 401 is a valid response
    // too.
    const scanOne = (i: number) => scan({ url: instance.url, phones, tickets }, i, [200, 401])
    // Warm-up: the first scans load code and data that later scans find in memory.
    await requestUntil((sent) => sent === WARMUP_SCANS, scanOne)
    const baseline = await requestUntil((sent) => sent === BASELINE_SCANS, scanOne)
    let isOver = false
    const scansDuring = requestUntil(() => isOver, scanOne)
    const seconds = await endEdition(instance, cookie)
    await sleep(1000)
    isOver = true
    const during = await scansDuring
    const [remaining] = await sql`select count(*)::int as n from guests`
    if (remaining?.n !== 0) throw new Error(`${remaining?.n} guests were not erased`)
    print(
      `\nend of an edition, ${whole(GUESTS)} guests, ${whole(PASSAGES)} passages, ${whole(MAILS)} mails\n${table(
        [
          ['', 'value', 'target'],
          ['from the confirmation to the response, s', ms(seconds), '60.0'],
          ['gate requests during the end, p50 ms', ms(at(during, 0.5)), ''],
          ['gate requests during the end, p99 ms', ms(at(during, 0.99)), ''],
          ['gate requests during the end, longest ms', ms(at(during, 1)), '300.0'],
          ['gate requests without it, p50 ms', ms(at(baseline, 0.5)), ''],
          ['gate requests without it, p99 ms', ms(at(baseline, 0.99)), ''],
          ['gate requests without it, longest ms', ms(at(baseline, 1)), ''],
          [`archive of ${whole(EXPORTED)} guests, s`, ms(archive.seconds), ''],
          [`archive of ${whole(EXPORTED)} guests, added MB`, ms(archive.megabytes), '150.0'],
        ],
      )}`,
    )
  } finally {
    await instance.stop()
  }
}

/**
 * Adds the remaining guests with passages, mails and activities. Triggers on passages are off
 * meanwhile, since they would compute the presence again for each row.
 */
async function fill(sql: postgres.Sql) {
  await insertGuests(sql as never, { count: GUESTS - EXPORTED, seed: 2 })
  await sql`alter table passages disable trigger user`
  await sql`
    insert into passages (id, guest_id, gate_id, direction, verdict, decided, at)
    select passage_id(at), id, 1, direction, verdict, 'server', at from (
      select g.id, now() - interval '9 days' + (g.id % 20000) * interval '1 s' + turn * interval '1 hour' as at,
        case turn when 1 then 'out' else 'in' end as direction,
        case turn when 1 then 'left' when 3 then 'inside' else 'admitted' end as verdict
      from (select id from guests order by id limit ${PASSAGES / 4}) g, generate_series(0, 3) turn
    ) generated`
  await sql`alter table passages enable trigger user`
  await sql`
    insert into mails (template, state, to_mail, name, subject, guest_id, html, finished_at)
    select 'message', 'sent', 'x' || g.id || '@fer.hr', g.name, 'Karta', g.id, repeat('x', 200), now()
    from guests g, generate_series(1, ${MAILS / GUESTS})`
  await sql`
    insert into activities (entity, entity_id, action, changes)
    select 'guests', id::text, 'sold', jsonb_build_object('bought', jsonb_build_array('0', '1')) from guests`
  await sql`vacuum analyze`
}

async function endEdition({ url }: Instance, cookie: string): Promise<number> {
  const headers = { cookie, origin: url, 'content-type': 'application/json' }
  const { edition } = await (await fetch(`${url}/api/editions/end/`, { headers })).json()
  const names = ['users', 'lineup', 'sponsors', 'priceList', 'texts', 'contacts', 'artwork']
  const keep = Object.fromEntries(names.map((name) => [name, true]))
  const { id, name, year, number } = edition
  const next = { name, year: year + 1, number: number + 1, opensAt: null, closesAt: null }
  const body = JSON.stringify({ edition: id, confirm: name, keep, next })
  const from = performance.now()
  const response = await fetch(`${url}/api/editions/end/`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`ending the edition was refused: ${await response.text()}`)
  return (performance.now() - from) / 1000
}

/**
 * Downloads the archive. Returns the seconds, and by how many MB the memory of the instance grew at
 * most.
 */
async function exportArchive({ url, child }: Instance, cookie: string) {
  const memory = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024
  const before = memory()
  let peak = before
  const from = performance.now()
  const response = await fetch(`${url}/api/editions/export/`, { headers: { cookie } })
  if (!response.ok || !response.body) throw new Error(`the archive returned ${response.status}`)
  for await (const _ of response.body) peak = Math.max(peak, memory())
  return { seconds: (performance.now() - from) / 1000, megabytes: peak - before }
}
