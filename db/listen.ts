import { setTimeout as sleep } from 'node:timers/promises'
import { serversOf } from './failover'
import { connect } from './pool'
import { processSingleton } from './process-singleton.mjs'
import { readDatabaseSettings } from './settings'

/** Interval at which the LISTEN statements are repeated, to check the connection. */
const HEARTBEAT_INTERVAL_MS = 2_000
/** Timeout of a LISTEN statement, after which the connection counts as dead. */
const HEARTBEAT_TIMEOUT_MS = 3_000
/** Delay before LISTEN is tried again after an error. */
const RETRY_DELAY_MS = 250

interface Subscription {
  channel: string
  onNotification: (payload: string) => void
  /** Called when listening starts on a new connection. */
  onStart: () => void
  /**
   * Number of the connection on which this channel was last listened to; -1 before the first time.
   */
  connection: number
}

/**
 * The LISTEN connection of this process. Repeats LISTEN for all channels every two seconds as a
 * heartbeat, which has no side effect. A dead connection delivers nothing and would go unnoticed until
 * TCP times out.
 */
class ListenConnection {
  private readonly subscriptions = new Set<Subscription>()
  private readonly url: string
  private readonly client: ReturnType<typeof connect>
  /** Number of the current connection, increased each time a connection closes. */
  private connection = 0
  private pause = new AbortController()

  constructor(url: string) {
    this.url = url
    this.client = connect(url, {
      max: 1,
      max_lifetime: null,
      onclose: () => {
        this.connection++
        this.pause.abort()
      },
      onnotify: (channel, payload) => this.notify(channel, payload),
    })
    void this.runListenLoop()
  }

  private notify(channel: string, payload: string) {
    for (const subscription of this.subscriptions)
      if (subscription.channel === channel) subscription.onNotification(payload)
  }

  subscribe(options: Omit<Subscription, 'connection'>): Promise<() => Promise<void>> {
    return new Promise((resolve) => {
      const subscription: Subscription = { ...options, connection: -1 }
      const unsubscribe = async () => {
        this.subscriptions.delete(subscription)
      }
      subscription.onStart = () => {
        subscription.onStart = options.onStart
        options.onStart()
        resolve(unsubscribe)
      }
      this.subscriptions.add(subscription)
      this.pause.abort()
    })
  }

  private async runListenLoop(): Promise<void> {
    for (;;) {
      const { connection } = this
      this.pause = new AbortController()
      const subscriptions = [...this.subscriptions]
      try {
        if (subscriptions.length > 0) await this.listen(subscriptions.map(({ channel }) => channel))
        if (connection !== this.connection) continue
        for (const subscription of subscriptions) {
          if (subscription.connection === connection) continue
          subscription.connection = connection
          subscription.onStart()
        }
      } catch {
        await sleep(RETRY_DELAY_MS, null, { ref: false })
        continue
      }
      void serversOf(this.url).checkForPromotion()
      await sleep(HEARTBEAT_INTERVAL_MS, null, { ref: false, signal: this.pause.signal }).catch(
        () => {},
      )
    }
  }

  private async listen(channels: string[]): Promise<void> {
    const timers: { timeout?: NodeJS.Timeout; cut?: NodeJS.Immediate } = {}
    timers.timeout = setTimeout(() => {
      // If this process was paused, the response may have arrived without being read yet.
      // `setImmediate` runs after incoming data is read.
      timers.cut = setImmediate(() => serversOf(this.url).cut())
    }, HEARTBEAT_TIMEOUT_MS)
    try {
      const text = [...new Set(channels)].map((name) => `listen "${name}"`).join(';')
      await this.client.sql.unsafe(text)
    } finally {
      clearTimeout(timers.timeout)
      clearImmediate(timers.cut)
    }
  }
}

/**
 * Subscribes to a channel. `onStart` is called when listening starts, and again after each lost
 * connection, because notifications in between are lost. Resolves at the first start, with a function
 * that unsubscribes.
 */
export function listen(
  channel: string,
  onNotification: (payload: string) => void,
  onStart: () => void,
): Promise<() => Promise<void>> {
  const connection = processSingleton(
    'listen-connection',
    () => new ListenConnection(readDatabaseSettings().DATABASE_URL as string),
  )
  return connection.subscribe({ channel, onNotification, onStart })
}
