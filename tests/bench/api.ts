import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import { print } from '@/scripts/lib/command'
import { startInstance } from '../support/instance'
import { startBaseline } from './bare-process'
import { type Load, type LoadRequest, measure } from './load'
import { ms, ratio, table, whole } from './table'
import { type Workload, workloads } from './workloads'

const SECRET = 'a secret of the benchmark, long enough to be one'
const COUNT = { 1: 1500, 32: 4000 } as const

/** Requests to the empty handlers of app/bench, by what the handler does (`Workload.empty`). */
const EMPTY: Record<Workload['empty'], (original: LoadRequest) => LoadRequest> = {
  answers: () => ({ method: 'GET', path: '/api/bench/handler', expect: 200 }),
  reads: ({ body }) => ({ method: 'PUT', path: '/api/bench/handler', body, expect: 200 }),
  sends: () => ({ method: 'GET', path: '/bench/bytes', expect: 200 }),
}

/**
 * p50 in ms of each workload on the first, smaller database. The p50 on the larger database is
 * divided by this value.
 */
const p50OnSmaller = new Map<string, number>()

/**
 * Measures the requests of an event night, and compares them with the baseline server and with an
 * empty handler.
 */
export async function benchApi(url: string, sql: postgres.Sql, guests: number, log: string) {
  const { sid, token } = await signIn(sql)
  const instance = await startInstance(url, { AUTH_SECRET: SECRET, BUILD_DIR: '.next/bench' })
  const bare = await startBaseline('bare-server.ts', url)
  const { list, reset } = await workloads(sql, { sid, token, origin: instance.url })
  const rows = [
    ['', 'conns', 'req/s', 'p50 ms', 'p99 ms', 'p99/p50'].concat([
      'vs. empty handler',
      'vs. plain Node',
      'SQL',
      'vs. 20,000 guests',
    ]),
  ]
  try {
    for (const connections of [1, 32] as const) {
      for (const workload of list) {
        const count = COUNT[connections] * workload.part
        const run = async (serverUrl: string, next: (i: number) => LoadRequest) => {
          await measure(serverUrl, connections, Math.min(count, 500), next)
          await reset()
          return measure(serverUrl, connections, count, next)
        }
        if (workload.empty === 'sends') await storeBytes(instance.url, workload.ours(0))
        // Measured directly one after another, since the speed of a machine drifts over a long run.
        const empty = await run(instance.url, (i) => EMPTY[workload.empty](workload.ours(i)))
        const baseline = await run(bare.url, workload.bare)
        const ours = await run(instance.url, workload.ours)
        const key = `${workload.name} ${connections}`
        const before = p50OnSmaller.get(key)
        if (before === undefined) p50OnSmaller.set(key, ours.p50)
        rows.push(
          row(`  empty handler that ${workload.empty}`, connections, empty),
          row(`  plain Node: ${workload.name}`, connections, baseline),
          row(workload.name, connections, ours, [
            ratio(ours.rps / empty.rps),
            ratio(ours.rps / baseline.rps),
            connections === 1
              ? String(await statements(sql, log, instance.url, workload, reset))
              : '',
            before === undefined ? '' : ratio(ours.p50 / before),
          ]),
        )
      }
    }
    print(`\n${whole(guests)} guests\n${table(rows)}`)
    print(`memory after the run: ${whole(residentMegabytes(instance.child.pid as number))} MB`)
  } finally {
    await instance.stop()
    bare.stop()
  }
}

const row = (name: string, connections: number, load: Load, extraCells: string[] = []) => [
  name,
  String(connections),
  whole(load.rps),
  ms(load.p50),
  ms(load.p99),
  ratio(load.p99 / load.p50),
  ...extraCells,
]

async function signIn(sql: postgres.Sql) {
  process.env.AUTH_SECRET = SECRET
  const { signToken } = await import('@/lib/auth/tokens')
  const [user] = await sql`
    insert into users (name, email, privilege) values ('Bench', 'bench@brucosijada.example', 1)
    on conflict (email) do update set privilege = 1 returning id`
  const [session] = await sql`
    insert into auth_sessions (user_id, expires_at) values (${user?.id}, now() + interval '1 day')
    returning id`
  return {
    sid: session?.id as string,
    token: await signToken('access', { sid: session?.id, gen: 0 }),
  }
}

/** Stores the response body of a request in `/bench/bytes`, whose empty handler then sends it. */
async function storeBytes(url: string, { path, headers }: LoadRequest) {
  const response = await fetch(url + path, { headers })
  await fetch(`${url}/bench/bytes`, { method: 'PUT', body: await response.text() })
}

/**
 * Counts the SQL statements of one request in the log of PostgreSQL, without those that send mail.
 */
async function statements(
  sql: postgres.Sql,
  log: string,
  url: string,
  workload: Workload,
  reset: () => Promise<void>,
) {
  await reset()
  const lines = await loggedDuring(sql, log, async () => {
    await measure(url, 1, 1, workload.ours)
    await sleep(100)
  })
  return countOutsideTransactions(lines)
}

/** Returns the lines that PostgreSQL logs while `run` runs, with every SQL statement logged. */
export async function loggedDuring(sql: postgres.Sql, log: string, run: () => Promise<unknown>) {
  const setLogStatement = async (value: string) => {
    await sql.unsafe(`alter system set log_statement = '${value}'`)
    await sql.unsafe(`alter system set log_line_prefix = '%a|%p|'`)
    await sql`select pg_reload_conf()`
    await sleep(300)
  }
  await setLogStatement('all')
  const from = readFileSync(log, 'utf8').length
  await run()
  const lines = readFileSync(log, 'utf8').slice(from).split('\n')
  await setLogStatement('none')
  return lines
}

/**
 * Counts the statements outside transactions. The measured requests open no transaction, but the
 * mail job that a sale queues does, so this leaves the mail job out.
 */
function countOutsideTransactions(lines: string[]): number {
  const open = new Set<string>()
  let n = 0
  for (const line of lines) {
    const [, pid = '', text = ''] =
      /^brucosijada\|(\d+)\|LOG: +(?:execute|statement)(.*)/.exec(line) ?? []
    if (/: begin/i.test(text)) open.add(pid)
    else if (/: (commit|rollback)/i.test(text)) open.delete(pid)
    else if (pid && !open.has(pid)) n++
  }
  return n
}

function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}
