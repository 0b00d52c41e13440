import { setTimeout as sleep } from 'node:timers/promises'
import { getDb } from '@/db/client'
import { pingDatabase, writeToDatabase } from '@/db/queries/health'
import { lifecycle } from './state'

/** All in milliseconds. */
const ANSWER_WITHIN = 1_500
const WRITE_EVERY = 5_000

/**
 * How the database does: `unreachable` also when it does not answer in time, `full` when it
 * answers but keeps nothing, as with a full disk. A question that hangs is not asked again.
 */
export async function databaseHealth(): Promise<'ok' | 'unreachable' | 'full'> {
  const now = performance.now()
  lifecycle.ping ??= pingDatabase(getDb()).finally(() => {
    lifecycle.ping = undefined
  })
  if (!lifecycle.write || now - lifecycle.write.asked > WRITE_EVERY) {
    const write = { asked: now, done: writeToDatabase(getDb()) }
    write.done.catch(() => {})
    lifecycle.write = write
  }
  const timer = new AbortController()
  const tooLate = sleep(ANSWER_WITHIN, 'late', { signal: timer.signal }).catch(() => 'late')
  const within = (what: Promise<unknown>) =>
    Promise.race([
      what.then(
        () => 'ok',
        () => 'failed',
      ),
      tooLate,
    ])
  const [ping, write] = await Promise.all([within(lifecycle.ping), within(lifecycle.write.done)])
  timer.abort()
  if (ping !== 'ok') return 'unreachable'
  return write === 'ok' ? 'ok' : 'full'
}
