import { getDb } from '@/db/client'
import { processSingleton } from '@/db/process-singleton.mjs'
import { listPastMinutes, readGateThroughput } from '@/db/queries/gate-throughput'
import { listDeviceStates, listGates } from '@/db/queries/gates'
import { getNight } from '@/db/queries/night'
import { readPassages, readWaiting } from '@/db/queries/night-board'
import { changeFeed } from '@/lib/gate/change-feed'
import { lifecycle } from '@/lib/instance/state'
import { logError, safeErrorMessage } from '@/lib/log/log'
import type { Curve } from '@/lib/night/forecast/tonight'
import { nightStart } from '@/lib/time/zagreb'
import { curvesOf, forecastInput, foretell } from '../forecast/forecast-input'
import type { NightSnapshot } from './board-schema'
import { buildSnapshot, type SnapshotRows } from './snapshot'

const ONE_MOMENT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

/** The night at a glance: all of one moment of the database, so that no two figures disagree. */
export function readSnapshot(from = nightStart(new Date())): Promise<NightSnapshot> {
  return getDb().transaction(async (tx) => {
    const [waiting, passages, devices, gates, night] = await Promise.all([
      readWaiting(tx),
      readPassages(tx, from),
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
    if (foretold?.from !== from.getTime() || now - foretold.at >= FORETOLD_EVERY) {
      const past = await (foretold?.from === from.getTime()
        ? foretold.past
        : listPastMinutes(tx, from).then(curvesOf))
      const input = forecastInput(
        from,
        snapshot,
        passages,
        await readGateThroughput(tx, from),
        past,
      )
      foretold = { at: now, from: from.getTime(), past, forecast: foretell(input) }
    }
    return { ...snapshot, forecast: foretold.forecast }
  }, ONE_MOMENT)
}

/** What is to come changes slowly, and earlier nights do not: in ms, and as it was told last. */
const FORETOLD_EVERY = 10_000
let foretold:
  | { at: number; from: number; past: Curve[]; forecast: NightSnapshot['forecast'] }
  | undefined

/** Milliseconds between two snapshots: at least, as many times what one took, and at most. */
const SOONEST = 250
const REST = 5
const LATEST = 5_000

interface BoardSubscriber {
  hear: (snapshot: string) => void
  end: () => void
}

/**
 * One snapshot for all who look at the board of this instance: made anew when something has
 * happened, for what the log does not tell (mails, silent devices) every few seconds, never for
 * more than a small part of the time, and not at all while nobody looks.
 */
class Watch {
  private readonly viewers = new Set<BoardSubscriber>()
  private listening: Promise<() => void> | null = null
  private last: string | null = null
  private timer: NodeJS.Timeout | undefined
  private due = Number.POSITIVE_INFINITY
  private earliest = 0
  private isLooking = false

  /** Tells the viewer how it stands, and all that follows. Throws while the database is away. */
  async add(viewer: BoardSubscriber): Promise<() => void> {
    this.viewers.add(viewer)
    this.listening ??= changeFeed.add({
      onWrite: () => this.plan(this.earliest),
      onEnd: () => this.ended(),
    })
    try {
      await this.listening
    } catch (error) {
      this.listening = null
      this.viewers.delete(viewer)
      throw error
    }
    if (this.last !== null) viewer.hear(this.last)
    else this.plan(0)
    return () => {
      this.viewers.delete(viewer)
      if (this.viewers.size === 0) this.rest()
    }
  }

  private rest() {
    void this.listening?.then((leave) => leave())
    this.listening = null
    this.last = null
    clearTimeout(this.timer)
    this.due = Number.POSITIVE_INFINITY
  }

  private ended() {
    if (lifecycle.isShuttingDown) for (const { end } of this.viewers) end()
    else this.plan(this.earliest)
  }

  private plan(at: number) {
    if (at >= this.due || this.viewers.size === 0) return
    this.due = at
    clearTimeout(this.timer)
    if (!this.isLooking)
      this.timer = setTimeout(() => this.look(), Math.max(0, at - performance.now()))
  }

  private async look() {
    this.isLooking = true
    this.due = Number.POSITIVE_INFINITY
    const begun = performance.now()
    try {
      const snapshot = JSON.stringify(await readSnapshot())
      if (this.viewers.size > 0) this.last = snapshot
      for (const { hear } of this.viewers) hear(snapshot)
    } catch (error) {
      logError(`night: snapshot failed: ${safeErrorMessage(error)}`)
    }
    this.isLooking = false
    const now = performance.now()
    this.earliest = now + Math.min(Math.max(SOONEST, REST * (now - begun)), LATEST)
    // What was asked for meanwhile had no timer of its own.
    const next = this.due === Number.POSITIVE_INFINITY ? now + LATEST : this.earliest
    this.due = Number.POSITIVE_INFINITY
    this.plan(next)
  }
}

export const boardFeed = processSingleton('night-watch', () => new Watch())
