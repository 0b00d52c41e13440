import { type ChildProcess, spawn } from 'node:child_process'
import { cpus } from 'node:os'
import type postgres from 'postgres'
import { print } from '@/scripts/lib/say'
import { slowedDatabase } from '../support/database'
import { startInstance } from '../support/instance'
import { findStalePages, openFestival } from '../support/stale-pages'
import { ms, table, whole } from './table'

/** Changes under each circumstance; FRESHNESS_CHANGES makes it shorter or longer. */
const CHANGES = Number(process.env.FRESHNESS_CHANGES ?? 1000)

/**
 * Whether a public page ever shows what was before a change: changes on two instances at random
 * moments, 0 to 500 ms after every page was asked of both, by an idle and by a taken processor,
 * with a quick and with a slow way to the database. There must be no stale answer.
 */
export async function benchFreshness(url: string, sql: postgres.Sql) {
  const sponsor = await openFestival(sql)
  const rows = [['changes while pages are read', 'answers', 'stale', 'write p50 ms', 'p99 ms']]
  for (const [circumstances, delay, isTaken] of [
    ['as it is', 0, false],
    ['database up to 40 ms away', 20, false],
    ['and the processor taken', 20, true],
  ] as const) {
    const slowed = await slowedDatabase(url, delay)
    const at = () => startInstance(slowed.url, { BUILD_DIR: process.env.BUILD_DIR ?? '.next' })
    const instances = await Promise.all([at(), at()])
    const loops: ChildProcess[] = []
    if (isTaken) for (const _ of cpus()) loops.push(spawn(process.execPath, ['-e', 'for (;;);']))
    try {
      const { answers, stale, waits } = await findStalePages(instances, sponsor, {
        changes: CHANGES,
      })
      waits.sort((a, b) => a - b)
      const percentile = (p: number) => ms(waits[Math.floor(waits.length * p)] ?? 0)
      const found = [whole(answers), whole(stale.length), percentile(0.5), percentile(0.99)]
      const row = [`${whole(CHANGES)}, ${circumstances}`, ...found]
      // An hour may lie between two of them.
      print(row.join(' · '))
      rows.push(row)
      for (const line of stale.slice(0, 5)) print(line)
    } finally {
      for (const loop of loops) loop.kill('SIGKILL')
      await Promise.all(instances.map((instance) => instance.stop()))
      slowed.stop()
    }
  }
  print(`\n${table(rows)}`)
}
