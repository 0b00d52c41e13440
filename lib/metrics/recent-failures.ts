import { performance } from 'node:perf_hooks'
import { processSingleton } from '@/db/process-singleton.mjs'

/** An answer that failed for a reason of ours. */
export interface Failure {
  /** ISO instant. */
  at: string
  id: string
  route: string
  /** Null for a page whose making failed behind its first bytes. */
  status: number | null
}

/** How this process has been doing of late, for a person who looks. */
interface Tally {
  /** Requests and failures of the last sixty minutes, each under its minute. */
  minutes: { minute: number; requests: number; failures: number }[]
  /** The last failures, newest first. */
  failures: Failure[]
  /** Part of the time in which the event loop had work, of the last stretch that was measured. */
  busy: number
}

const tally = processSingleton('tally', (): Tally => ({ minutes: [], failures: [], busy: 0 }))

const MINUTES = 60
const MOST_FAILURES = 20

function thisMinute() {
  const minute = Math.floor(Date.now() / 60_000)
  const last = tally.minutes.at(-1)
  if (last?.minute === minute) return last
  const begun = { minute, requests: 0, failures: 0 }
  tally.minutes.push(begun)
  if (tally.minutes.length > MINUTES) tally.minutes.shift()
  return begun
}

export function countRequest(): void {
  thisMinute().requests++
}

export function recordFailure(failure: Omit<Failure, 'at'>): void {
  thisMinute().failures++
  tally.failures.unshift({ at: new Date().toISOString(), ...failure })
  tally.failures.length = Math.min(tally.failures.length, MOST_FAILURES)
}

/** Milliseconds of a stretch over which the event loop is measured. */
const STRETCH = 15_000

/** Measures how busy the event loop is, stretch by stretch, for as long as the process lives. */
export function measureLoad(): void {
  let before = performance.eventLoopUtilization()
  setInterval(() => {
    const now = performance.eventLoopUtilization()
    tally.busy = performance.eventLoopUtilization(now, before).utilization
    before = now
  }, STRETCH).unref()
}

/** Of the last hour, and of the last whole minute. */
export function readRecentStats() {
  const now = Date.now()
  const minute = Math.floor(now / 60_000)
  const ofHour = tally.minutes.filter((one) => one.minute > minute - MINUTES)
  const before = ofHour.find((one) => one.minute === minute - 1)
  return {
    requestsPerMinute: before?.requests ?? thisMinute().requests,
    failures: ofHour.reduce((sum, one) => sum + one.failures, 0),
    lastFailures: tally.failures.filter(({ at }) => now - Date.parse(at) < MINUTES * 60_000),
    busy: tally.busy,
  }
}
