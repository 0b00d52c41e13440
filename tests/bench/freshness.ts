import { type ChildProcess, spawn } from 'node:child_process'
import { cpus } from 'node:os'
import type postgres from 'postgres'
import { print, UserError } from '@/scripts/lib/command'
import { slowedDatabase } from '../support/database'
import { startInstance } from '../support/instance'
import { findStalePages, openFestival } from '../support/stale-pages'
import { ms, table, whole } from './table'

/** Number of changes in each scenario; the environment variable FRESHNESS_CHANGES overrides it. */
const CHANGES = Number(process.env.FRESHNESS_CHANGES ?? 1000)

/**
 * Checks that no public page shows data from before an acknowledged change. Two instances change
 * data 0 to 500 ms after all pages were requested from both, with an idle and a busy CPU, and with
 * a fast and a slow database. Throws if a response was stale.
 */
export async function benchFreshness(url: string, sql: postgres.Sql) {
  const sponsor = await openFestival(sql)
  let staleCount = 0
  const rows = [['changes during page requests', 'responses', 'stale', 'write p50 ms', 'p99 ms']]
  for (const [scenario, delay, isCpuBusy] of [
    ['fast database', 0, false],
    ['database up to 40 ms slower', 20, false],
    ['slower database, busy CPU', 20, true],
  ] as const) {
    const slowed = await slowedDatabase(url, delay)
    const launch = () => startInstance(slowed.url, { BUILD_DIR: process.env.BUILD_DIR ?? '.next' })
    const instances = await Promise.all([launch(), launch()])
    const loops: ChildProcess[] = []
    if (isCpuBusy) for (const _ of cpus()) loops.push(spawn(process.execPath, ['-e', 'for (;;);']))
    try {
      const { responses, stale, waits } = await findStalePages(instances, sponsor, {
        changes: CHANGES,
      })
      waits.sort((a, b) => a - b)
      const percentile = (p: number) => ms(waits[Math.floor(waits.length * p)] ?? 0)
      const found = [whole(responses), whole(stale.length), percentile(0.5), percentile(0.99)]
      const row = [`${whole(CHANGES)}, ${scenario}`, ...found]
      // Print each row at once, because a scenario can take an hour.
      print(row.join(' · '))
      rows.push(row)
      staleCount += stale.length
      for (const line of stale.slice(0, 5)) print(line)
    } finally {
      for (const loop of loops) loop.kill('SIGKILL')
      await Promise.all(instances.map((instance) => instance.stop()))
      slowed.stop()
    }
  }
  print(`\n${table(rows)}`)
  if (staleCount > 0) throw new UserError(`${staleCount} responses were stale.`)
}
