import { poolLoad } from '@/db/pool'
import { isSendingMail } from '@/lib/config/settings'
import { getDatabaseHealth } from '@/lib/instance/database-health'
import { getBacklog } from '@/lib/metrics/prometheus'
import { readRecentStats } from '@/lib/metrics/recent-failures'
import { getMetrics } from '@/lib/metrics/registry'
import packageJson from '@/package.json'
import type { HealthReport } from './schema'

/** Collects the health of this instance, the database, the mails and the gate for the health page. */
export async function reportHealth(): Promise<HealthReport> {
  const [database, work, streams] = await Promise.all([
    getDatabaseHealth(),
    getBacklog(),
    getMetrics().streams.get(),
  ])
  const { failures, lastFailures, requestsPerMinute, busy } = readRecentStats()
  const pools = Object.values(poolLoad())
  return {
    at: new Date().toISOString(),
    version: packageJson.version,
    since: new Date(performance.timeOrigin).toISOString(),
    database: database === 'ok' && !work ? 'slow' : database,
    mails: work && {
      isSending: isSendingMail(),
      waiting: work.mailsSingle,
      oldest: Math.round(work.oldestMail),
      ofBatches: work.mailsOfBatches,
      failed: work.mailsFailed,
    },
    gate: work && {
      alive: work.devicesAlive,
      silent: work.devicesSilent,
      doubles: work.doublesUnsettled,
    },
    bulkJobs: work?.bulkJobs ?? null,
    failures: { lastHour: failures, last: lastFailures },
    load: {
      requestsPerMinute,
      busy,
      streams: streams.values[0]?.value ?? 0,
      waiting: pools.reduce((sum, { size, inFlight }) => sum + Math.max(0, inFlight - size), 0),
      memory: process.memoryUsage.rss(),
    },
  }
}
