import { getDb } from '@/db/client'
import { processSingleton } from '@/db/process-singleton.mjs'
import { readLogPosition } from '@/db/queries/roster'
import { openEventStream } from '@/lib/api/event-stream'
import { type Device, findDevice, refusalOf } from '@/lib/auth/devices'
import { ServiceError } from '@/lib/http/errors'
import { lifecycle } from '@/lib/instance/state'
import { logError, safeErrorMessage } from '@/lib/log/log'
import { changesFor, changesSince, cursorOf, type Delta, nameOfDouble } from './roster'

/** Milliseconds between two looks at the log, and after which each device hears that all is well. */
const LOOK = 250
const SIGN = 15_000

/** As it is before anything is told: no limit is no news. */
const NOTHING: [string, string][] = [['fill', 'null']]

interface Listener {
  /** What the devices are told. */
  hear?: (delta: Delta) => void
  /** Something was written, be it news to a device or not. */
  stir?: () => void
  /** The log has begun anew, or this instance leaves (`life.leaving`). */
  end: () => void
}

/**
 * One look at the log for all devices of this instance. A poll of one small statement needs no
 * connection that listens, and cannot miss what was said while that was lost.
 */
class Feed {
  private readonly listeners = new Set<Listener>()
  private cursor: Promise<string> | null = null
  private timer: NodeJS.Timeout | undefined
  /** What was told of each thing last: while a transaction is under way all comes again. */
  private told = new Map(NOTHING)

  /** From this moment on nothing that is committed is kept from the listener. */
  async add(listener: Listener): Promise<() => void> {
    this.listeners.add(listener)
    this.cursor ??= this.begin()
    await this.cursor.catch((error) => {
      this.listeners.delete(listener)
      throw error
    })
    this.timer ??= setTimeout(() => this.look(), LOOK)
    return () => this.listeners.delete(listener)
  }

  private begin(): Promise<string> {
    const begun = readLogPosition(getDb()).then(cursorOf)
    begun.catch(() => {
      this.cursor = null
    })
    return begun
  }

  private async look(): Promise<void> {
    if (this.listeners.size === 0) {
      this.timer = undefined
      this.cursor = null
      this.told = new Map(NOTHING)
      return
    }
    if (lifecycle.isShuttingDown) for (const { end } of this.listeners) end()
    try {
      this.cursor ??= this.begin()
      const delta = await changesSince(await this.cursor)
      this.cursor = Promise.resolve(delta.cursor)
      const news = this.onlyNews(delta)
      if (news) for (const { hear } of this.listeners) hear?.(news)
      if (delta.isTouched) for (const { stir } of this.listeners) stir?.()
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'roster_too_old') {
        // The log has begun anew: each device reads its roster again.
        for (const { end } of this.listeners) end()
        this.cursor = this.begin()
      } else logError(`gate: feed failed: ${safeErrorMessage(error)}`)
    }
    this.timer = setTimeout(() => this.look(), LOOK)
  }

  /** Without what was told just so before; null when nothing is left. */
  private onlyNews(delta: Delta): Delta | null {
    const told = new Map<string, string>()
    const isNew = (key: string, value: unknown) => {
      const text = JSON.stringify(value)
      told.set(key, text)
      return this.told.get(key) !== text
    }
    const { guests, gone, lists, gates, drill, fill, doubles, doublesGone, devices } = delta
    const news: Delta = {
      ...delta,
      guests: guests.filter((guest) => isNew(`guest ${guest.id}`, guest)),
      gone: gone.filter((id) => isNew(`guest ${id}`, null)),
      lists: lists && isNew('lists', lists) ? lists : undefined,
      gates: gates && isNew('gates', gates) ? gates : undefined,
      drill: drill !== undefined && isNew('drill', drill) ? drill : undefined,
      fill: fill !== undefined && isNew('fill', fill) ? fill : undefined,
      doubles: doubles.filter((double) => isNew(`double ${nameOfDouble(double)}`, double)),
      doublesGone: doublesGone.filter((name) => isNew(`double ${name}`, null)),
      // A device asks what has become of it: once more does no harm.
      devices,
    }
    this.told = told
    const some = [news.guests, news.gone, news.doubles, news.doublesGone, devices].some(
      ({ length }) => length > 0,
    )
    const { drill: isDrill, fill: isFill } = news
    return some || news.lists || news.gates || isDrill !== undefined || isFill !== undefined
      ? news
      : null
  }
}

export const changeFeed = processSingleton('gate-feed', () => new Feed())

/**
 * The changes since a cursor and all that follow, as server-sent events of `changes` objects; an
 * empty one every fifteen seconds says that all is well. Ends with an event `end` and its code
 * when the device may no longer. Throws gone where the roster is to be read anew.
 */
export async function streamChanges(
  device: Device,
  since: string,
  request: Request,
): Promise<Response> {
  const { send, close, onEnd, response } = openEventStream(request)
  let waiting: Delta[] | null = []
  let cursor = since
  let turn = Promise.resolve()
  const tell = (delta: Delta) => {
    cursor = delta.cursor
    turn = turn.then(async () => {
      // A device that was revoked is told of that alone.
      if (delta.devices.includes(device.id)) await stillMay()
      send(`data: ${JSON.stringify(changesFor(device, delta))}\n\n`)
    })
  }
  const stillMay = async () => {
    const refusal = refusalOf(await findDevice(request).catch(() => device))
    if (refusal) close(refusal)
  }
  const leave = await changeFeed.add({
    hear: (delta) => (waiting ? waiting.push(delta) : tell(delta)),
    end: () => close(),
  })
  // Behind the listening, so that nothing falls between the two.
  const before = await changesSince(since).catch((error) => {
    leave()
    throw error
  })
  const sign = setInterval(() => {
    const quiet = { guests: [], gone: [], doubles: [], doublesGone: [], devices: [] }
    tell({ ...quiet, cursor, isTouched: false })
    void stillMay()
  }, SIGN)
  onEnd(() => {
    clearInterval(sign)
    leave()
  })
  tell(before)
  for (const delta of waiting) tell(delta)
  waiting = null
  return response
}
