import type postgres from 'postgres'
import { seedDemo } from '@/db/seed/demo'
import { randomUuidV1 } from '@/db/uuid'
import { print } from '@/scripts/lib/command'
import { startInstance } from '../support/instance'
import { startBaseline } from './bare-process'
import { type Load, type LoadRequest, measure } from './load'
import { ms, ratio, table, whole } from './table'

const SPONSORS = 200
const GUESTS = 20

/**
 * Measures 200 sponsors that add 20 guests each at the same time: one guest a second per sponsor,
 * up to 200 connections without a pause, and whole lists in one request. The baseline is the same
 * SQL behind plain node:http. Fails if a guest is missing or added twice.
 */
export async function benchSponsors(url: string, sql: postgres.Sql) {
  await seedDemo(sql, { studentEmail: () => 'ab12345@student.example' })
  const slugs = await makeSponsors(sql)
  const instance = await startInstance(url, { BUILD_DIR: '.next/bench', TRUST_PROXY: '1' })
  const bare = await startBaseline('bare-sponsors.ts', url)
  const rows = [
    ['200 sponsors × 20 guests', 'requests', 'req/s', 'p50 ms', 'p99 ms', 'vs. plain Node'],
  ]
  try {
    for (const [name, connections, calls, next, everyMs] of [
      ['each one guest per second', SPONSORS, SPONSORS * GUESTS, single, 1000],
      ['one guest per request, 200 at once', SPONSORS, SPONSORS * GUESTS, single, 0],
      ['one guest per request, 32 at once', 32, SPONSORS * GUESTS, single, 0],
      ['one list per request, 200 at once', SPONSORS, SPONSORS, whole20, 0],
    ] as const) {
      const run = async (serverUrl: string): Promise<Load> => {
        // Warm-up: one request for each list opens the connections and prepares the statements.
        await measure(serverUrl, connections, SPONSORS, next(slugs, GUESTS - 1))
        await empty(sql)
        const load = await measure(serverUrl, connections, calls, next(slugs, 0), everyMs)
        await expectAll(sql)
        await empty(sql)
        return load
      }
      const baseline = await run(bare.url)
      const ours = await run(instance.url)
      rows.push(line(`  plain Node: ${name}`, calls, baseline))
      rows.push([...line(name, calls, ours), ratio(ours.rps / baseline.rps)])
    }
    print(`\n${table(rows)}`)
  } finally {
    await instance.stop()
    bare.stop()
  }
}

const line = (name: string, calls: number, { rps, p50, p99 }: Load) => [
  name,
  whole(calls),
  whole(rps),
  ms(p50),
  ms(p99),
]

/** Header with the IP of a sponsor, a different one for each sponsor. */
const from = (i: number) => ({ 'x-forwarded-for': `198.51.${i >> 8}.${i & 255}` })

const single =
  (slugs: string[], start: number) =>
  (i: number): LoadRequest => ({
    method: 'POST',
    path: '/api/sponsors/public/guests/',
    headers: from(i % SPONSORS),
    body: { slug: slugs[i % SPONSORS], name: `Gost Broj${start + Math.floor(i / SPONSORS)}` },
    expect: 201,
  })

const whole20 =
  (slugs: string[], start: number) =>
  (i: number): LoadRequest => ({
    method: 'POST',
    path: '/api/sponsors/public/guests/bulk/',
    headers: from(i),
    body: {
      slug: slugs[i],
      guests: Array.from({ length: GUESTS - start }, (_, n) => ({ name: `Gost Broj${n}` })),
    },
    expect: 200,
  })

async function makeSponsors(sql: postgres.Sql): Promise<string[]> {
  const slugs = Array.from({ length: SPONSORS }, () => randomUuidV1())
  await sql`
    insert into sponsors (name, slug, url, image_hash, email, guest_cap, guests_enabled, "order")
    select 'Tvrtka ' || n, slug::uuid, 'https://primjer.hr', image_hash, 'a@primjer.hr',
      ${GUESTS}, 2, last + n
    from unnest(${slugs}::text[]) with ordinality as input(slug, n),
      (select image_hash from sponsors limit 1) picture,
      (select max("order") as last from sponsors) place`
  return slugs
}

async function empty(sql: postgres.Sql): Promise<void> {
  await sql`delete from guests where list_id in (
    select l.id from sponsors s join guest_lists l on l.sponsor_id = s.id where guest_cap = ${GUESTS} and s.name like 'Tvrtka %')`
  await sql`truncate activities, rate_limits`
  await sql`vacuum analyze guests`
}

async function expectAll(sql: postgres.Sql): Promise<void> {
  const counts = await sql<{ n: number }[]>`
    select count(g.id)::int as n from sponsors s join guest_lists l on l.sponsor_id = s.id
      left join guests g on g.list_id = l.id and g.deleted_at is null
    where s.name like 'Tvrtka %' group by s.id`
  const incomplete = counts.filter(({ n }) => n !== GUESTS).length
  if (counts.length !== SPONSORS || incomplete > 0)
    throw new Error(`${incomplete} of ${counts.length} lists do not have their ${GUESTS} guests`)
}
