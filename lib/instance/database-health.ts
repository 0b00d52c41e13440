import { setTimeout as sleep } from 'node:timers/promises'
import { getDb } from '@/db/pool'
import { pingDatabase, writeToDatabase } from '@/db/queries/health'
import { lifecycle } from './state'

const PROBE_TIMEOUT_MS = 1_500
const WRITE_INTERVAL_MS = 5_000

/**
 * Probes the database: `unreachable` also after a timeout, `full` when it responds but cannot write,
 * as with a full disk. While a probe hangs, callers share it, and no second one is sent.
 */
export async function getDatabaseHealth(): Promise<'ok' | 'unreachable' | 'full'> {
  const now = performance.now()
  lifecycle.ping ??= pingDatabase(getDb()).finally(() => {
    lifecycle.ping = undefined
  })
  if (!lifecycle.write || now - lifecycle.write.startedAt > WRITE_INTERVAL_MS) {
    const write = { startedAt: now, result: writeToDatabase(getDb()) }
    write.result.catch(() => {})
    lifecycle.write = write
  }
  const timer = new AbortController()
  const tooLate = sleep(PROBE_TIMEOUT_MS, 'late', { signal: timer.signal }).catch(() => 'late')
  const withTimeout = (probe: Promise<unknown>) =>
    Promise.race([
      probe.then(
        () => 'ok',
        () => 'failed',
      ),
      tooLate,
    ])
  const [ping, write] = await Promise.all([
    withTimeout(lifecycle.ping),
    withTimeout(lifecycle.write.result),
  ])
  timer.abort()
  if (ping !== 'ok') return 'unreachable'
  return write === 'ok' ? 'ok' : 'full'
}
