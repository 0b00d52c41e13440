import { performance } from 'node:perf_hooks'
import { processSingleton } from '@/db/process-singleton.mjs'

/** Response that failed through a fault of the server. */
export interface Failure {
  /** ISO instant. */
  at: string
  id: string
  route: string
  /** Null for a page whose render failed after its first bytes were sent. */
  status: number | null
}

/** Statistics of the last hour of this process, shown on the health page. */
interface RecentStats {
  /** Requests and failures of the last 60 minutes, by minute since 1970. */
  minutes: { minute: number; requests: number; failures: number }[]
  /** The last failures, newest first. */
  failures: Failure[]
  /** Share of the last LOAD_INTERVAL_MS in which the event loop was busy, from 0 to 1. */
  busy: number
}

const stats = processSingleton('tally', (): RecentStats => ({ minutes: [], failures: [], busy: 0 }))

const WINDOW_MINUTES = 60
const MAX_FAILURES = 20

function currentMinute() {
  const minute = Math.floor(Date.now() / 60_000)
  const last = stats.minutes.at(-1)
  if (last?.minute === minute) return last
  const current = { minute, requests: 0, failures: 0 }
  stats.minutes.push(current)
  if (stats.minutes.length > WINDOW_MINUTES) stats.minutes.shift()
  return current
}

export function countRequest(): void {
  currentMinute().requests++
}

/** Counts a failure. Returns its entry in the list of the last failures. */
export function recordFailure(failure: Omit<Failure, 'at'>): Failure {
  const recorded = { at: new Date().toISOString(), ...failure }
  currentMinute().failures++
  stats.failures.unshift(recorded)
  stats.failures.length = Math.min(stats.failures.length, MAX_FAILURES)
  return recorded
}

const LOAD_INTERVAL_MS = 15_000

/** Measures the load of the event loop in intervals, until the process ends. */
export function measureLoad(): void {
  let before = performance.eventLoopUtilization()
  setInterval(() => {
    const now = performance.eventLoopUtilization()
    stats.busy = performance.eventLoopUtilization(now, before).utilization
    before = now
  }, LOAD_INTERVAL_MS).unref()
}

/** Returns the failures of the last hour, the requests of the last full minute and the load. */
export function readRecentStats() {
  const now = Date.now()
  const minute = Math.floor(now / 60_000)
  const lastHour = stats.minutes.filter((entry) => entry.minute > minute - WINDOW_MINUTES)
  const before = lastHour.find((entry) => entry.minute === minute - 1)
  return {
    requestsPerMinute: before?.requests ?? currentMinute().requests,
    failures: lastHour.reduce((sum, entry) => sum + entry.failures, 0),
    lastFailures: stats.failures.filter(({ at }) => now - Date.parse(at) < WINDOW_MINUTES * 60_000),
    busy: stats.busy,
  }
}
