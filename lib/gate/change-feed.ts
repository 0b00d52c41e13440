import { getDb } from '@/db/pool'
import { processSingleton } from '@/db/process-singleton.mjs'
import { readLogPosition } from '@/db/queries/roster'
import { openEventStream } from '@/lib/api/event-stream'
import { type Device, findDevice, refusalOf } from '@/lib/auth/devices'
import { ServiceError } from '@/lib/http/errors'
import { lifecycle } from '@/lib/instance/state'
import { logError, safeErrorMessage } from '@/lib/log/log'
import { changesFor, changesSince, cursorOf, type Delta, duplicateKeyOf } from './roster'

/** Interval of polling the change log, and of the keep-alive of each stream. */
const POLL_INTERVAL_MS = 250
const KEEP_ALIVE_INTERVAL_MS = 15_000

/** Values that count as sent at the start: without a capacity there is no occupancy to report. */
const INITIAL_VALUES: [string, string][] = [['fill', 'null']]

interface Listener {
  /** Receives changes for devices. */
  onChanges?: (delta: Delta) => void
  /** Called after any write, also one that no device receives. */
  onWrite?: () => void
  /** The change log was replaced, or this instance shuts down (`lifecycle.isShuttingDown`). */
  onEnd: () => void
}

/**
 * Polls the change log once for all streams of this instance. Polling a small statement needs no
 * LISTEN connection, so a lost connection loses no change.
 */
class ChangeFeed {
  private readonly listeners = new Set<Listener>()
  private cursor: Promise<string> | null = null
  private timer: NodeJS.Timeout | undefined
  /**
   * Last value sent for each record. While a transaction runs, each poll reads its changes again.
   */
  private lastSent = new Map(INITIAL_VALUES)

  /** Adds a listener, which receives every change committed from now on. */
  async add(listener: Listener): Promise<() => void> {
    this.listeners.add(listener)
    this.cursor ??= this.readCursor()
    await this.cursor.catch((error) => {
      this.listeners.delete(listener)
      throw error
    })
    this.timer ??= setTimeout(() => this.poll(), POLL_INTERVAL_MS)
    return () => this.listeners.delete(listener)
  }

  private readCursor(): Promise<string> {
    const cursor = readLogPosition(getDb()).then(cursorOf)
    cursor.catch(() => {
      this.cursor = null
    })
    return cursor
  }

  private async poll(): Promise<void> {
    if (this.listeners.size === 0) {
      this.timer = undefined
      this.cursor = null
      this.lastSent = new Map(INITIAL_VALUES)
      return
    }
    if (lifecycle.isShuttingDown) for (const { onEnd } of this.listeners) onEnd()
    try {
      this.cursor ??= this.readCursor()
      const delta = await changesSince(await this.cursor)
      this.cursor = Promise.resolve(delta.cursor)
      const changes = this.withoutRepeats(delta)
      if (changes) for (const { onChanges } of this.listeners) onChanges?.(changes)
      if (delta.isTouched) for (const { onWrite } of this.listeners) onWrite?.()
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'roster_too_old') {
        // The log was replaced, so each device must reload its roster.
        for (const { onEnd } of this.listeners) onEnd()
        this.cursor = this.readCursor()
      } else logError(`gate: feed failed: ${safeErrorMessage(error)}`)
    }
    this.timer = setTimeout(() => this.poll(), POLL_INTERVAL_MS)
  }

  /** Removes values that were sent in the poll before. Returns null if nothing is left. */
  private withoutRepeats(delta: Delta): Delta | null {
    const sent = new Map<string, string>()
    const isNew = (key: string, value: unknown) => {
      const text = JSON.stringify(value)
      sent.set(key, text)
      return this.lastSent.get(key) !== text
    }
    const { guests, gone, lists, gates, drill, fill, doubles, doublesGone, devices } = delta
    const changes: Delta = {
      ...delta,
      guests: guests.filter((guest) => isNew(`guest ${guest.id}`, guest)),
      gone: gone.filter((id) => isNew(`guest ${id}`, null)),
      lists: lists && isNew('lists', lists) ? lists : undefined,
      gates: gates && isNew('gates', gates) ? gates : undefined,
      drill: drill !== undefined && isNew('drill', drill) ? drill : undefined,
      fill: fill !== undefined && isNew('fill', fill) ? fill : undefined,
      doubles: doubles.filter((double) => isNew(`double ${duplicateKeyOf(double)}`, double)),
      doublesGone: doublesGone.filter((name) => isNew(`double ${name}`, null)),
      // The device then requests its own state, so repeating it is harmless.
      devices,
    }
    this.lastSent = sent
    const hasRecords = [
      changes.guests,
      changes.gone,
      changes.doubles,
      changes.doublesGone,
      devices,
    ].some(({ length }) => length > 0)
    const { drill: isDrill, fill: isFill } = changes
    return hasRecords ||
      changes.lists ||
      changes.gates ||
      isDrill !== undefined ||
      isFill !== undefined
      ? changes
      : null
  }
}

export const changeFeed = processSingleton('gate-feed', () => new ChangeFeed())

/**
 * Streams the changes since a cursor, and all later ones, as server-sent events. An empty event
 * every 15 s is the keep-alive. Ends with an event `end` and an error code when the device loses
 * its permission. Throws roster_too_old if the device must reload the roster.
 */
export async function streamChanges(
  device: Device,
  since: string,
  request: Request,
): Promise<Response> {
  const { send, close, onEnd, response } = openEventStream(request)
  let pending: Delta[] | null = []
  let cursor = since
  let lastSend = Promise.resolve()
  const sendDelta = (delta: Delta) => {
    cursor = delta.cursor
    lastSend = lastSend.then(async () => {
      // A revoked device receives only the event `end`.
      if (delta.devices.includes(device.id)) await endIfRefused()
      send(`data: ${JSON.stringify(changesFor(device, delta))}\n\n`)
    })
  }
  const endIfRefused = async () => {
    const refusal = refusalOf(await findDevice(request).catch(() => device))
    if (refusal) close(refusal)
  }
  const unsubscribe = await changeFeed.add({
    onChanges: (delta) => (pending ? pending.push(delta) : sendDelta(delta)),
    onEnd: () => close(),
  })
  // After subscribing, so that no change is lost between the two.
  const missed = await changesSince(since).catch((error) => {
    unsubscribe()
    throw error
  })
  const keepAlive = setInterval(() => {
    const empty = { guests: [], gone: [], doubles: [], doublesGone: [], devices: [] }
    sendDelta({ ...empty, cursor, isTouched: false })
    void endIfRefused()
  }, KEEP_ALIVE_INTERVAL_MS)
  onEnd(() => {
    clearInterval(keepAlive)
    unsubscribe()
  })
  sendDelta(missed)
  for (const delta of pending) sendDelta(delta)
  pending = null
  return response
}
