import { getDb } from '@/db/pool'
import { processSingleton } from '@/db/process-singleton.mjs'
import { listPastMinutes, readGateThroughput } from '@/db/queries/gate-throughput'
import { listDeviceStates, listGates } from '@/db/queries/gates'
import { getNight } from '@/db/queries/night'
import { readNightPassages, readOpenIssues } from '@/db/queries/night-board'
import { changeFeed } from '@/lib/gate/change-feed'
import { lifecycle } from '@/lib/instance/state'
import { logError, safeErrorMessage } from '@/lib/log/log'
import type { Curve } from '@/lib/night/forecast/tonight'
import { nightStart } from '@/lib/time/zagreb'
import { arrivalCurvesOf, forecastInput, forecastResponseOf } from '../forecast/forecast-input'
import type { NightSnapshot } from './board-schema'
import { buildSnapshot, type SnapshotRows } from './snapshot'

const SNAPSHOT_TRANSACTION = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

/** Reads the night board in one database snapshot, so that no two figures contradict each other. */
export function readSnapshot(from = nightStart(new Date())): Promise<NightSnapshot> {
  return getDb().transaction(async (tx) => {
    const [waiting, passages, devices, gates, night] = await Promise.all([
      readOpenIssues(tx),
      readNightPassages(tx, from),
      listDeviceStates(tx),
      listGates(tx),
      getNight(tx),
    ])
    const { capacity, opensAt, closesAt } = night
    const snapshot = buildSnapshot({
      from,
      night: { capacity, opensAt, closesAt },
      gates,
      passages,
      waiting,
      devices: devices as SnapshotRows['devices'],
    })
    const now = Date.parse(waiting.now)
    if (lastForecast?.from !== from.getTime() || now - lastForecast.at >= FORECAST_INTERVAL_MS) {
      const past = await (lastForecast?.from === from.getTime()
        ? lastForecast.past
        : listPastMinutes(tx, from).then(arrivalCurvesOf))
      const input = forecastInput(
        from,
        snapshot,
        passages,
        await readGateThroughput(tx, from),
        past,
      )
      lastForecast = { at: now, from: from.getTime(), past, forecast: forecastResponseOf(input) }
    }
    return { ...snapshot, forecast: lastForecast.forecast }
  }, SNAPSHOT_TRANSACTION)
}

/**
 * Interval at which the forecast is computed, since it changes slowly. Data of earlier nights are
 * read only once per night.
 */
const FORECAST_INTERVAL_MS = 10_000
let lastForecast:
  | { at: number; from: number; past: Curve[]; forecast: NightSnapshot['forecast'] }
  | undefined

/**
 * The interval between snapshots is LOAD_FACTOR times the duration of the last snapshot, within
 * these limits.
 */
const MIN_INTERVAL_MS = 250
const LOAD_FACTOR = 5
const MAX_INTERVAL_MS = 5_000

interface BoardSubscriber {
  onSnapshot: (snapshot: string) => void
  onEnd: () => void
}

/**
 * Sends the same snapshots to all open night boards of this instance. A new snapshot is made after
 * a write in the database. Another one is made every few seconds, because mails and silent devices
 * are not in the change log. Making snapshots takes at most a sixth of the time. Nothing runs while
 * no board is open.
 */
class BoardFeed {
  private readonly subscribers = new Set<BoardSubscriber>()
  private subscription: Promise<() => void> | null = null
  private last: string | null = null
  private timer: NodeJS.Timeout | undefined
  private due = Number.POSITIVE_INFINITY
  private earliest = 0
  private isReading = false

  /**
   * Adds a board, which receives the current snapshot and all later ones. Throws while the database
   * is unavailable.
   */
  async add(subscriber: BoardSubscriber): Promise<() => void> {
    this.subscribers.add(subscriber)
    this.subscription ??= changeFeed.add({
      onWrite: () => this.schedule(this.earliest),
      onEnd: () => this.onFeedEnd(),
    })
    try {
      await this.subscription
    } catch (error) {
      this.subscription = null
      this.subscribers.delete(subscriber)
      throw error
    }
    if (this.last !== null) subscriber.onSnapshot(this.last)
    else this.schedule(0)
    return () => {
      this.subscribers.delete(subscriber)
      if (this.subscribers.size === 0) this.stop()
    }
  }

  private stop() {
    void this.subscription?.then((unsubscribe) => unsubscribe())
    this.subscription = null
    this.last = null
    clearTimeout(this.timer)
    this.due = Number.POSITIVE_INFINITY
  }

  private onFeedEnd() {
    if (lifecycle.isShuttingDown) for (const { onEnd } of this.subscribers) onEnd()
    else this.schedule(this.earliest)
  }

  private schedule(at: number) {
    if (at >= this.due || this.subscribers.size === 0) return
    this.due = at
    clearTimeout(this.timer)
    if (!this.isReading)
      this.timer = setTimeout(() => this.sendSnapshot(), Math.max(0, at - performance.now()))
  }

  private async sendSnapshot() {
    this.isReading = true
    this.due = Number.POSITIVE_INFINITY
    const started = performance.now()
    try {
      const snapshot = JSON.stringify(await readSnapshot())
      if (this.subscribers.size > 0) this.last = snapshot
      for (const { onSnapshot } of this.subscribers) onSnapshot(snapshot)
    } catch (error) {
      logError(`night: reading the night board failed: ${safeErrorMessage(error)}`)
    }
    this.isReading = false
    const now = performance.now()
    this.earliest =
      now + Math.min(Math.max(MIN_INTERVAL_MS, LOAD_FACTOR * (now - started)), MAX_INTERVAL_MS)
    // A snapshot that was requested while this one was read has no timer yet.
    const next = this.due === Number.POSITIVE_INFINITY ? now + MAX_INTERVAL_MS : this.earliest
    this.due = Number.POSITIVE_INFINITY
    this.schedule(next)
  }
}

export const boardFeed = processSingleton('night-watch', () => new BoardFeed())
