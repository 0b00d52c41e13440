import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import { print } from '@/scripts/lib/command'
import { DEFAULT_ON_SALE, get, type OnSaleLoad } from './drop-schedule'
import { type Groups, openSite, type Run } from './drop-site'
import {
  capacityRows,
  failures,
  kindRows,
  markdown,
  meetsTarget,
  saturationPoint,
  tenMillionRows,
  totalOf,
} from './drop-summary'
import { ms, ratio, table, whole } from './table'

/**
 * Load steps, as multiples of the mean rate of the sale. The series ends with the first step that
 * does not meet the target.
 */
const STEPS = [0.25, 0.5, 1, 1.5, 2, 3, 4, 6]
const STEP_SECONDS = 20
/** Seconds at the start of each step that only warm up and are not counted. */
const WARMUP_S = 4
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
  const run = (drop: OnSaleLoad, measuredFrom = 0) => order({ work: { drop, site }, measuredFrom })
  try {
    for (const [address, parts] of Object.entries(site.pages))
      print(`${address}: ${parts.length} requests of a browser with an empty cache`)
    // Warm-up: images are resized once, which is not part of the measurement.
    await run({ ...DEFAULT_ON_SALE(60, 4), burst: 0, pace: PACE, seed: 1 })
    const baseline = await order({
      work: { steady: [[get('empty', '/api/bench/handler')], 300, 5, 400] },
    })
    const { p50, p99 } = totalOf(baseline.summary)
    print(`baseline, empty handler, 300 requests/s: p50 ${ms(p50)} ms, p99 ${ms(p99)} ms`)
    const drop = DEFAULT_ON_SALE(visitors, seconds)
    printLoad(
      `on-sale load: ${whole(visitors)} visitors in ${seconds} s`,
      await run(drop),
      visitors,
    )

    const steps: Step[] = []
    for (const times of STEPS) {
      await sleep(2000)
      const rate = (visitors / seconds) * times
      const count = Math.round(rate * STEP_SECONDS)
      const step = { seed: 2 + steps.length, visitors: count, seconds: STEP_SECONDS, burst: 0 }
      const result = await run({ ...step, pace: PACE }, WARMUP_S * 1000)
      steps.push(stepOf(times, rate, result))
      if (!meetsTarget(steps.at(-1) as Step)) break
    }
    printSteps(steps)
  } finally {
    await stop()
  }
}

function printLoad(title: string, { summary, used, seconds }: Run, visitors: number) {
  const count = totalOf(summary).count
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
  const costPerVisitor = (seconds: number) => (seconds * 1000) / visitors
  const costs = [
    costPerVisitor(used.instances + used.nginx),
    costPerVisitor(used.PostgreSQL),
  ] as const
  print(
    `\ncalculated\n${markdown(capacityRows(...costs))}\n\n${markdown(tenMillionRows(...costs))}`,
  )
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
  generatorCores: number
}

function stepOf(times: number, rate: number, { summary, used, seconds }: Run): Step {
  const all = totalOf(summary)
  const failed = summary.kinds
    .filter(({ kind }) => kind !== 'all')
    .reduce((sum, kind) => sum + failures(kind), 0)
  const perSecondOf = (s: number) => s / seconds
  return {
    times,
    rate,
    count: all.count,
    failed,
    perSecond: all.count / (STEP_SECONDS - WARMUP_S),
    p50: all.p50,
    p90: all.p90,
    p99: all.p99,
    max: all.max,
    late: summary.late.p99,
    used: {
      instances: perSecondOf(used.instances),
      nginx: perSecondOf(used.nginx),
      PostgreSQL: perSecondOf(used.PostgreSQL),
    },
    generatorCores: perSecondOf(summary.processor),
  }
}

function printSteps(steps: Step[]) {
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
      ...[used.instances, used.nginx, used.PostgreSQL, step.generatorCores].map(ratio),
    ]),
  ]
  print(
    `\nrising load until the target is missed (CPU in cores)\n${table(rows)}\n\n${markdown(rows)}`,
  )
  const saturation = saturationPoint(steps)
  print(
    saturation
      ? `\nsaturation point: ${ms(saturation.rate)} visitors/s (${saturation.times}×), ${whole(saturation.perSecond)} requests/s`
      : '\nthe first step missed the target already',
  )
}
