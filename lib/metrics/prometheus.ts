import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { getDb } from '@/db/client'
import { processSingleton } from '@/db/process-singleton.mjs'
import { type Backlog, readBacklog } from '@/db/queries/health'
import { getConfig } from '@/lib/config/settings'
import { setRoutePattern } from '@/lib/log/request-context'
import { databaseMetrics, getMeters } from './registry'

/** Milliseconds after which whoever watches is told that the database does not answer. */
const PATIENCE = 1_500

const asked = processSingleton('backlog', (): { backlog?: Promise<Backlog> } => ({}))

/**
 * What waits in the database; null when it does not say so in time. Whoever asks meanwhile shares
 * the question, and one that hangs is not asked again.
 */
export async function backlog(): Promise<Backlog | null> {
  asked.backlog ??= readBacklog(getDb()).finally(() => {
    asked.backlog = undefined
  })
  const timer = new AbortController()
  const tooLate = sleep(PATIENCE, null, { signal: timer.signal }).catch(() => null)
  try {
    return await Promise.race([asked.backlog, tooLate])
  } catch {
    return null
  } finally {
    timer.abort()
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** As long for any other text: both are hashed first. */
function isToken(given: string | undefined, token: string): boolean {
  return timingSafeEqual(digest(given ?? ''), digest(`Bearer ${token}`))
}

/**
 * Answers Prometheus at the door, and says whether it did. Without METRICS_TOKEN there is no such
 * address, and what answers is what answers for any other.
 */
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
    metrics()
      .then((text) => response.writeHead(200, { 'content-type': CONTENT_TYPE }).end(text))
      .catch(() => response.destroy())
  }
  return true
}

const CONTENT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE

/** Everything that is measured, in Prometheus's text. */
async function metrics(): Promise<string> {
  const waiting = await backlog()
  const { registry, set } = databaseMetrics()
  set('database_up', 'Whether the database has answered within 1.5 s', waiting ? 1 : 0)
  if (waiting) {
    set(
      'mail_queue_mails',
      'Mails that wait, of sendings to many (batch) and all others (single)',
      [
        [{ queue: 'single' }, waiting.mailsSingle],
        [{ queue: 'batch' }, waiting.mailsOfBatches],
      ],
    )
    set(
      'mail_queue_oldest_age_seconds',
      'Age of the oldest mail that waits and belongs to no sending to many; 0 for none',
      waiting.oldestMail,
    )
    set('bulk_jobs', 'Changes of many guests that are under way', waiting.bulkJobs)
    set('gate_devices', 'Devices on duty, by whether they were heard of within a minute', [
      [{ state: 'alive' }, waiting.devicesAlive],
      [{ state: 'silent' }, waiting.devicesSilent],
    ])
    set('doubles', 'Guests let in twice with no exit between', waiting.doubles)
    set('doubles_unsettled', 'Doubles of a week that nobody has settled', waiting.doublesUnsettled)
  }
  const [own, stored] = await Promise.all([getMeters().registry.metrics(), registry.metrics()])
  return `${own}\n${stored}`
}
