import { getDb } from '@/db/pool'
import { processSingleton } from '@/db/process-singleton.mjs'
import { readLogPosition } from '@/db/queries/roster'
import { duplicateKeyOf } from '@/lib/admission/rules'
import { openEventStream } from '@/lib/api/event-stream'
import { type Device, findDevice, refusalOf } from '@/lib/auth/devices'
import { ServiceError } from '@/lib/http/errors'
import { lifecycle } from '@/lib/instance/state'
import { logError, safeErrorMessage } from '@/lib/log/log'
import { changesFor, changesSince, cursorOf, type Delta } from './roster'

/** Interval of polling the change log, and interval of the keep-alive event of each stream. */
const POLL_INTERVAL_MS = 250
const KEEP_ALIVE_INTERVAL_MS = 15_000

/**
 * Initial values of `lastSent`. Without a capacity the occupancy is null, which devices need not
 * receive.
 */
const INITIAL_VALUES: [string, string][] = [['fill', 'null']]

interface Listener {
  /** Called with the changes that devices receive. */
  onChanges?: (delta: Delta) => void
  /** Called after each poll that found writes, also writes that devices do not receive. */
  onWrite?: () => void
  /**
   * Called when devices must reload the roster (the change log was replaced or has too many
   * changes), and when this instance shuts down (`lifecycle.isShuttingDown`).
   */
  onEnd: () => void
}

/**
 * Polls the change log once for all event streams of this instance. Unlike LISTEN, polling loses no
 * change when a database connection breaks.
 */
class ChangeFeed {
  private readonly listeners = new Set<Listener>()
  private cursor: Promise<string> | null = null
  private timer: NodeJS.Timeout | undefined
  /**
   * Last value sent for each record, as JSON. While a long transaction runs, each poll reads the
   * same changes again; `withoutRepeats` removes them.
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
        // The change log was replaced or has too many changes, so each device must reload its
        // roster.
        for (const { onEnd } of this.listeners) onEnd()
        this.cursor = this.readCursor()
      } else logError(`gate: reading the change log failed: ${safeErrorMessage(error)}`)
    }
    this.timer = setTimeout(() => this.poll(), POLL_INTERVAL_MS)
  }

  /** Removes values that the previous poll has already sent. Returns null if nothing is left. */
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
      // Not filtered: a device that receives its id twice only requests its own state again.
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
 * Streams the changes since a cursor, and all later changes, as server-sent events. The keep-alive
 * is an event without changes every 15 s. Ends with an event `end` and an error code when the
 * device loses its permission. Throws roster_too_old if the device must reload the roster.
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
  // Read after subscribing, so that no change is lost between the two steps.
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
