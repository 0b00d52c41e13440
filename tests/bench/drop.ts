import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import { print } from '@/scripts/lib/say'
import { DEFAULT_ON_SALE, type Drop, get } from './drop-schedule'
import { type Groups, openSite, type Run } from './drop-site'
import {
  failures,
  holdRows,
  holds,
  kindRows,
  markdown,
  ofAll,
  saturationPoint,
  tenMillionRows,
} from './drop-summary'
import { ms, ratio, table, whole } from './table'

/**
 * Load steps, as multiples of the mean rate of the sale. The series ends with the first step that
 * fails `holds`.
 */
const STEPS = [0.25, 0.5, 1, 1.5, 2, 3, 4, 6]
const STEP_SECONDS = 20
/** Seconds at the start of each step that only warm up and are not counted. */
const FILLING = 4
/**
 * Factor for thinking times in a step: visitors think for a twentieth of the time, so that a step
 * reaches its full load at once.
 */
const PACE = 0.05

/**
 * Simulates the start of ticket sales: `visitors` arrive within `seconds`, and send requests by a
 * plan that does not wait for responses (an open loop). Then the rate rises step by step until the
 * site saturates.
 */
export async function benchOnSale(
  url: string,
  sql: postgres.Sql,
  visitors = 20_000,
  seconds = 300,
) {
  const { site, run: order, stop } = await openSite(url, sql)
  const run = (drop: Drop, measuredFrom = 0) => order({ work: { drop, site }, measuredFrom })
  try {
    for (const [address, parts] of Object.entries(site.pages))
      print(`${address}: ${parts.length} requests of a browser with an empty cache`)
    // Warm-up: images are resized once, which is not part of the measurement.
    await run({ ...DEFAULT_ON_SALE(60, 4), burst: 0, pace: PACE, seed: 1 })
    const floor = await order({
      work: { steady: [[get('empty', '/api/bench/handler')], 300, 5, 400] },
    })
    const { p50, p99 } = ofAll(floor.summary)
    print(`baseline, empty handler, 300 requests/s: p50 ${ms(p50)} ms, p99 ${ms(p99)} ms`)
    const drop = DEFAULT_ON_SALE(visitors, seconds)
    tell(`on-sale load: ${whole(visitors)} visitors in ${seconds} s`, await run(drop), visitors)

    const steps: Step[] = []
    for (const times of STEPS) {
      await sleep(2000)
      const rate = (visitors / seconds) * times
      const count = Math.round(rate * STEP_SECONDS)
      const step = { seed: 2 + steps.length, visitors: count, seconds: STEP_SECONDS, burst: 0 }
      const ran = await run({ ...step, pace: PACE }, FILLING * 1000)
      steps.push(stepOf(times, rate, ran))
      if (!holds(steps.at(-1) as Step)) break
    }
    tellSteps(steps)
  } finally {
    await stop()
  }
}

function tell(title: string, { summary, used, seconds }: Run, visitors: number) {
  const count = ofAll(summary).count
  print(`\n${title}; ${whole(count / seconds)} requests/s over ${ms(seconds)} s`)
  print(`\n${markdown(kindRows(summary))}`)
  const cores = (s: number) => ratio(s / seconds)
  print(
    `\n${markdown([
      ['CPU of', 'cores', 'ms per request', 'ms per visitor'],
      ...Object.entries({ ...used, 'the load generator': summary.processor }).map(([name, s]) => [
        name,
        cores(s),
        ms((s * 1000) / count),
        ms((s * 1000) / visitors),
      ]),
    ])}`,
  )
  const each = (seconds: number) => (seconds * 1000) / visitors
  const costs = [each(used.instances + used.nginx), each(used.PostgreSQL)] as const
  print(`\ncalculated\n${markdown(holdRows(...costs))}\n\n${markdown(tenMillionRows(...costs))}`)
  print(
    `\nconnections: ${whole(summary.connections)}; requests were sent late by ${ms(summary.late.p99)} ms (p99), ${ms(summary.late.max)} ms (max)`,
  )
}

interface Step {
  times: number
  rate: number
  count: number
  perSecond: number
  failed: number
  p50: number
  p90: number
  p99: number
  max: number
  late: number
  used: Groups
  own: number
}

function stepOf(times: number, rate: number, { summary, used, seconds }: Run): Step {
  const all = ofAll(summary)
  const failed = summary.kinds
    .filter(({ kind }) => kind !== 'all')
    .reduce((sum, kind) => sum + failures(kind), 0)
  const each = (s: number) => s / seconds
  return {
    times,
    rate,
    count: all.count,
    failed,
    perSecond: all.count / (STEP_SECONDS - FILLING),
    p50: all.p50,
    p90: all.p90,
    p99: all.p99,
    max: all.max,
    late: summary.late.p99,
    used: {
      instances: each(used.instances),
      nginx: each(used.nginx),
      PostgreSQL: each(used.PostgreSQL),
    },
    own: each(summary.processor),
  }
}

function tellSteps(steps: Step[]) {
  const rows = [
    ['load', 'visitors/s', 'requests/s', 'failed', 'p50 ms', 'p90 ms', 'p99 ms', 'max ms'].concat([
      'delay p99 ms',
      'instances',
      'nginx',
      'PostgreSQL',
      'load generator',
    ]),
    ...steps.map(({ used, ...step }) => [
      String(step.times),
      ms(step.rate),
      whole(step.perSecond),
      whole(step.failed),
      ...[step.p50, step.p90, step.p99, step.max, step.late].map(ms),
      ...[used.instances, used.nginx, used.PostgreSQL, step.own].map(ratio),
    ]),
  ]
  print(
    `\nrising load until the target is missed (CPU in cores)\n${table(rows)}\n\n${markdown(rows)}`,
  )
  const knee = saturationPoint(steps)
  print(
    knee
      ? `\nsaturation point: ${ms(knee.rate)} visitors/s (${knee.times}×), ${whole(knee.perSecond)} requests/s`
      : '\nthe first step missed the target already',
  )
}
