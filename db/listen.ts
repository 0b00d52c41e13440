import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from './client'
import { serversOf } from './failover'
import { processSingleton } from './process-singleton.mjs'
import { readDatabaseSettings } from './settings'

/** Milliseconds between two signs of life of the connection that listens, and the longest for one. */
const PULSE = 2_000
const ANSWER_WITHIN = 3_000
/** Milliseconds until it is tried again after a failure. */
const AGAIN = 250

interface Subscription {
  channel: string
  hear: (payload: string) => void
  /** It is listened from now on, and was not just before. */
  begin: () => void
  /** The connection on which it began last. */
  on: number
}

/**
 * The one connection on which this process listens. It says LISTEN for all channels every other
 * second, which takes nothing away and shows whether the connection lives: of one that is dead
 * nobody is told anything, and what was missed would be missed for as long as TCP keeps it.
 */
class Listening {
  private readonly ears = new Set<Subscription>()
  private readonly url: string
  private readonly client: ReturnType<typeof connect>
  /** Counts the connections. */
  private connection = 0
  private rest = new AbortController()

  constructor(url: string) {
    this.url = url
    this.client = connect(url, {
      max: 1,
      max_lifetime: null,
      onclose: () => {
        this.connection++
        this.rest.abort()
      },
      onnotify: (channel, payload) => this.tell(channel, payload),
    })
    void this.keep()
  }

  private tell(channel: string, payload: string) {
    for (const ear of this.ears) if (ear.channel === channel) ear.hear(payload)
  }

  add(ear: Omit<Subscription, 'on'>): Promise<() => Promise<void>> {
    return new Promise((resolve) => {
      const mine: Subscription = { ...ear, on: -1 }
      const leave = async () => {
        this.ears.delete(mine)
      }
      mine.begin = () => {
        mine.begin = ear.begin
        ear.begin()
        resolve(leave)
      }
      this.ears.add(mine)
      this.rest.abort()
    })
  }

  private async keep(): Promise<void> {
    for (;;) {
      const { connection } = this
      this.rest = new AbortController()
      const ears = [...this.ears]
      try {
        if (ears.length > 0) await this.listen(ears.map(({ channel }) => channel))
        if (connection !== this.connection) continue
        for (const ear of ears) {
          if (ear.on === connection) continue
          ear.on = connection
          ear.begin()
        }
      } catch {
        await sleep(AGAIN, null, { ref: false })
        continue
      }
      void serversOf(this.url).lookAround()
      await sleep(PULSE, null, { ref: false, signal: this.rest.signal }).catch(() => {})
    }
  }

  private async listen(channels: string[]): Promise<void> {
    const timers: { late?: NodeJS.Timeout; cut?: NodeJS.Immediate } = {}
    timers.late = setTimeout(() => {
      // After a pause of this process itself, an answer may be there and not read yet.
      timers.cut = setImmediate(() => serversOf(this.url).cut())
    }, ANSWER_WITHIN)
    try {
      const text = [...new Set(channels)].map((name) => `listen "${name}"`).join(';')
      await this.client.sql.unsafe(text)
    } finally {
      clearTimeout(timers.late)
      clearImmediate(timers.cut)
    }
  }
}

/**
 * Hears what is told on a channel from any instance. `begin` is called when the listening begins,
 * and again whenever it does after it was lost: what was told meanwhile nobody has heard. Resolves
 * when it has begun for the first time, with how to stop.
 */
export function listen(
  channel: string,
  hear: (payload: string) => void,
  begin: () => void,
): Promise<() => Promise<void>> {
  const listening = processSingleton(
    'listening',
    () => new Listening(readDatabaseSettings().DATABASE_URL as string),
  )
  return listening.add({ channel, hear, begin })
}
