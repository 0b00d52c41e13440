import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { getDb } from '@/db/pool'
import { processSingleton } from '@/db/process-singleton.mjs'
import { type Backlog, readBacklog } from '@/db/queries/health'
import { getConfig } from '@/lib/config/settings'
import { setRoutePattern } from '@/lib/log/request-context'
import { databaseMetrics, getMetrics } from './registry'

/** Timeout in ms of the database queries, after which the database is reported as down. */
const BACKLOG_TIMEOUT_MS = 1_500

const running = processSingleton('backlog', (): { backlog?: Promise<Backlog> } => ({}))

/**
 * Returns the sizes of the queues in the database, or null on a timeout or an error. While a query
 * runs or hangs, all callers share it.
 */
export async function getBacklog(): Promise<Backlog | null> {
  running.backlog ??= readBacklog(getDb()).finally(() => {
    running.backlog = undefined
  })
  const timer = new AbortController()
  const tooLate = sleep(BACKLOG_TIMEOUT_MS, null, { signal: timer.signal }).catch(() => null)
  try {
    return await Promise.race([running.backlog, tooLate])
  } catch {
    return null
  } finally {
    timer.abort()
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Whether a header contains the token. Compares hashes in constant time, so that the duration
 * reveals nothing of the token.
 */
function isToken(header: string | undefined, token: string): boolean {
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`))
}

/** Serves /metrics to Prometheus. Returns false for other paths, and without METRICS_TOKEN. */
export function tryServeMetrics(request: IncomingMessage, response: ServerResponse): boolean {
  const { METRICS_TOKEN } = getConfig()
  if (!METRICS_TOKEN || !/^\/metrics\/?(\?|$)/.test(request.url ?? '')) return false
  setRoutePattern('/metrics')
  response.setHeader('cache-control', 'no-store')
  if (!isToken(request.headers.authorization, METRICS_TOKEN)) {
    response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
  } else if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end()
  } else {
    renderMetrics()
      .then((text) => response.writeHead(200, { 'content-type': CONTENT_TYPE }).end(text))
      .catch(() => response.destroy())
  }
  return true
}

const CONTENT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE

/** Returns all metrics in the text format of Prometheus. */
async function renderMetrics(): Promise<string> {
  const waiting = await getBacklog()
  const { registry, set } = databaseMetrics()
  set('database_up', 'Whether the database responded within 1.5 s', waiting ? 1 : 0)
  if (waiting) {
    set('mail_queue_mails', 'Queued mails of mail batches (batch) and all others (single)', [
      [{ queue: 'single' }, waiting.mailsSingle],
      [{ queue: 'batch' }, waiting.mailsOfBatches],
    ])
    set(
      'mail_queue_oldest_age_seconds',
      'Age of the oldest queued mail that belongs to no mail batch; 0 for none',
      waiting.oldestMail,
    )
    set('bulk_jobs', 'Bulk jobs that are running', waiting.bulkJobs)
    set('gate_devices', 'Gate devices in a shift, by whether they sent a request within a minute', [
      [{ state: 'alive' }, waiting.devicesAlive],
      [{ state: 'silent' }, waiting.devicesSilent],
    ])
    set('doubles', 'Duplicate admissions: no exit between two admissions', waiting.doubles)
    set(
      'doubles_unsettled',
      'Unresolved duplicate admissions of the last week',
      waiting.doublesUnsettled,
    )
  }
  const [own, stored] = await Promise.all([getMetrics().registry.metrics(), registry.metrics()])
  return `${own}\n${stored}`
}
