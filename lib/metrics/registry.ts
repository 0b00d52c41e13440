import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { VERDICTS } from '@/db/catalogue/verdicts'
import { type PoolLoad, poolLoad } from '@/db/client'
import { processSingleton } from '@/db/process-singleton.mjs'

/** Seconds. 0.2 is what a scan may take, 0.7 how long a phone at a gate waits for the server. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 0.7, 1, 2.5, 5, 10]

/** What became of an attempt at a mail. */
const MAIL_OUTCOMES = ['sent', 'recorded', 'postponed', 'failed'] as const

/** Questions to the cache of pages by its answer, which lib/cache/page-cache.mjs counts. */
const pageCounts = processSingleton('page-cache-counts', () => ({ hit: 0, stale: 0, miss: 0 }))

/**
 * What this process counts, in memory alone; docs/watching.md says what each means. Every label
 * has few values, known beforehand: those that are known by name begin at 0, so that an alert
 * does not miss the first.
 */
function make() {
  const registry = new Registry()
  const registers = [registry]
  const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Counter<L>({ name: `brucosijada_${name}`, help, labelNames, registers })

  const requests = new Histogram({
    name: 'brucosijada_http_request_duration_seconds',
    help: 'Requests by the pattern of their address, and how long until their answer was out',
    labelNames: ['route', 'method', 'status'],
    buckets: BUCKETS,
    registers,
  })
  const scans = counter('scans_total', 'Tickets decided at the gates, by who decided', [
    'direction',
    'verdict',
    'decided',
  ])
  for (const direction of ['in', 'out'])
    for (const verdict of VERDICTS)
      for (const decided of ['server', 'phone']) scans.inc({ direction, verdict, decided }, 0)
  const mails = counter('mails_total', 'Attempts at mails, by what became of them', ['outcome'])
  for (const outcome of MAIL_OUTCOMES) mails.inc({ outcome }, 0)
  const limited = counter('rate_limited_total', 'Requests refused with 429, by the limit', [
    'limit',
  ])
  const pageErrors = counter('page_errors_total', 'Pages whose making failed', ['route'])
  const streams = new Gauge({
    name: 'brucosijada_event_streams',
    help: 'Streams of server-sent events that are open',
    registers,
  })
  new Counter({
    name: 'brucosijada_page_cache_total',
    help: 'Questions to the cache of pages, by its answer',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset()
      for (const [result, count] of Object.entries(pageCounts)) this.inc({ result }, count)
    },
  })
  const ofPools = (name: string, help: string, read: (load: PoolLoad) => number) =>
    new Gauge({
      name: `brucosijada_database_pool_${name}`,
      help,
      labelNames: ['pool'],
      registers,
      collect() {
        for (const [pool, load] of Object.entries(poolLoad())) this.set({ pool }, read(load))
      },
    })
  ofPools('connections', 'Connections that a pool may open', ({ size }) => size)
  ofPools('busy', 'Connections of a pool at work', ({ size, inFlight }) => Math.min(size, inFlight))
  ofPools('waiting', 'Statements or transactions behind all connections of their pool', (load) =>
    Math.max(0, load.inFlight - load.size),
  )
  return { registry, requests, scans, mails, limited, pageErrors, streams }
}

export const getMeters = () => processSingleton('meters', make)

/**
 * What only the database knows, for one answer: made anew each time, since nothing is known where
 * it does not answer, and a figure of before would be taken for one of now.
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
