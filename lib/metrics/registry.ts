import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { VERDICTS } from '@/db/catalogue/verdicts'
import { type PoolLoad, poolLoad } from '@/db/pool'
import { processSingleton } from '@/db/process-singleton.mjs'

/** Buckets of response times. A scan should take at most 0.2 s; a gate device waits 0.7 s for the server. */
const BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 0.7, 1, 2.5, 5, 10]

/** Outcomes of an attempt to send a mail. */
const MAIL_OUTCOMES = ['sent', 'recorded', 'postponed', 'failed'] as const

/** Lookups in the page cache by result, counted in lib/cache/page-cache.mjs. */
const pageCounts = processSingleton('page-cache-counts', () => ({ hit: 0, stale: 0, miss: 0 }))

/**
 * Creates the metrics that this process keeps in memory, documented in docs/operate/monitoring.md. Every label
 * has few values. Known values start at 0, so that an alert sees the first event as an increase.
 */
function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Counter<L>({ name: `brucosijada_${name}`, help, labelNames, registers })

  const requests = new Histogram({
    name: 'brucosijada_http_request_duration_seconds',
    help: 'Requests by route pattern, and the time until the end of the response',
    labelNames: ['route', 'method', 'status'],
    buckets: BUCKETS_S,
    registers,
  })
  const scans = counter('scans_total', 'Scans at the gates, decided by the server or the phone', [
    'direction',
    'verdict',
    'decided',
  ])
  for (const direction of ['in', 'out'])
    for (const verdict of VERDICTS)
      for (const decided of ['server', 'phone']) scans.inc({ direction, verdict, decided }, 0)
  const mails = counter('mails_total', 'Attempts to send a mail, by outcome', ['outcome'])
  for (const outcome of MAIL_OUTCOMES) mails.inc({ outcome }, 0)
  const limited = counter('rate_limited_total', 'Requests rejected with 429, by rate limit', [
    'limit',
  ])
  const pageErrors = counter('page_errors_total', 'Failed page renders', ['route'])
  const streams = new Gauge({
    name: 'brucosijada_event_streams',
    help: 'Open streams of server-sent events',
    registers,
  })
  new Counter({
    name: 'brucosijada_page_cache_total',
    help: 'Lookups in the page cache, by result',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset()
      for (const [result, count] of Object.entries(pageCounts)) this.inc({ result }, count)
    },
  })
  const poolGauge = (name: string, help: string, read: (load: PoolLoad) => number) =>
    new Gauge({
      name: `brucosijada_database_pool_${name}`,
      help,
      labelNames: ['pool'],
      registers,
      collect() {
        for (const [pool, load] of Object.entries(poolLoad())) this.set({ pool }, read(load))
      },
    })
  poolGauge('connections', 'Connections that a pool may open', ({ size }) => size)
  poolGauge('busy', 'Busy connections of a pool', ({ size, inFlight }) => Math.min(size, inFlight))
  poolGauge('waiting', 'Statements or transactions that wait for a connection of a pool', (load) =>
    Math.max(0, load.inFlight - load.size),
  )
  return { registry, requests, scans, mails, limited, pageErrors, streams }
}

export const getMetrics = () => processSingleton('meters', createMetrics)

/**
 * Creates a registry for the metrics read from the database, for one response. A new one each time:
 * when the database is down, the last values would look like current ones.
 */
export function databaseMetrics() {
  const registry = new Registry()
  const set = (name: string, help: string, values: number | [Record<string, string>, number][]) => {
    const all: [Record<string, string>, number][] =
      typeof values === 'number' ? [[{}, values]] : values
    const gauge = new Gauge({
      name: `brucosijada_${name}`,
      help,
      labelNames: Object.keys(all[0]?.[0] ?? {}),
      registers: [registry],
    })
    for (const [labels, value] of all) gauge.set(labels, value)
  }
  return { registry, set }
}
