import type { DeviceState } from './device-state'
import type { Changes, Me } from './device-storage'
import { GateApiError, type GateFetch, GateTransport, isOurs, type ReportSync } from './transport'

/**
 * Interval of heartbeats, and delays before the retries after the first, second and later failures.
 */
const HEARTBEAT_INTERVAL_MS = 15_000
const RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, HEARTBEAT_INTERVAL_MS]
/** Time without an event after which an event stream counts as broken. */
const STREAM_TIMEOUT_MS = 40_000
/**
 * Timeout of the first event of a stream. If a proxy buffers the stream, the phone polls instead.
 */
const FIRST_EVENT_TIMEOUT_MS = 8_000
const POLL_INTERVAL_MS = 5_000
const RECONNECT_DELAY_MS = 500
/** Time for which the phone polls after a broken event stream, before it tries a stream again. */
const POLLING_PERIOD_MS = 120_000

/** Synchronizes the phone with the server: sends the queue, and receives changes. */
export class SyncClient extends GateTransport {
  private failures = 0
  private isStarted = false
  /** False after the shift: the queue is still sent, but changes are no longer received. */
  private isReceiving = true
  private wakers = new Set<() => void>()

  constructor(
    callServer: GateFetch,
    device: DeviceState,
    report: ReportSync,
    /** Returns the status that the phone sends with each heartbeat, such as battery and camera. */
    private readonly status: () => Promise<object>,
  ) {
    super(callServer, device, report)
  }

  /** Stops the running loops, and starts new loops for another device or shift. */
  restart() {
    this.stop()
    this.over = new AbortController()
    this.isStarted = false
    this.isReceiving = true
    this.start()
  }

  /** Sends the rest of the queue after the shift, and stops receiving changes. */
  finish() {
    this.isReceiving = false
    this.start()
  }

  private start() {
    this.wake()
    if (this.isStarted) return
    this.isStarted = true
    const { signal } = this.over
    void this.sendLoop(signal)
    void this.receiveLoop(signal)
    window.addEventListener('online', this.wake, { signal })
    window.addEventListener('offline', () => this.setNetwork('none'), { signal })
    document.addEventListener('visibilitychange', this.wake, { signal })
  }

  stop() {
    this.over.abort()
    this.wake()
  }

  wake = () => {
    for (const waker of this.wakers) waker()
  }

  /** Sends uploads until the queue is empty. Throws a GateApiError, or the error of the network. */
  async deliver() {
    while (this.device.log.queue.length > 0) await this.send()
  }

  /**
   * Sends one upload or heartbeat for a shift that is over, so that the boards know whether this
   * phone has unsent passages. Never throws.
   */
  async tellQueue() {
    await this.send().catch(() => {})
  }

  /**
   * Sends the next upload of the queue. Returns whether another upload should follow immediately.
   */
  private async send() {
    const status = await this.status()
    const { body, hasMore, asked } = this.device.nextBatch(status)
    try {
      await this.device.takeBatch(await this.ask('POST', 'passages', body, 20_000), asked)
    } catch (error) {
      // After the shift the server refuses heartbeats, but its response contains the time. Uploads
      // of the queue are still accepted.
      if (error instanceof GateApiError && body.passages.length === 0 && hasMore) return true
      throw error
    }
    // After the first roster has arrived, another heartbeat reports it immediately, so that the
    // gate board no longer shows the phone without a roster.
    return hasMore || (body.status.rosterAt === null && this.device.cursor !== null)
  }

  /** Sends the queue, and heartbeats while it is empty. */
  private async sendLoop(over: AbortSignal) {
    while (!over.aborted) {
      let hasMore = false
      try {
        hasMore = await this.send()
        if (this.device.log.queue.length === 0) await this.report({ type: 'delivered' })
        this.failures = 0
      } catch {
        this.failures++
      }
      if (hasMore) continue
      const retry = RETRY_DELAYS_MS[Math.min(this.failures, RETRY_DELAYS_MS.length) - 1]
      await this.rest(
        this.network === 'slow' ? 2_000 : (retry ?? HEARTBEAT_INTERVAL_MS),
        this.failures > 0,
      )
    }
  }

  /** Receives changes through an event stream, or by polling where streams do not work. */
  private async receiveLoop(over: AbortSignal) {
    // Durations are measured by `performance.now()`, which no change of the phone's clock moves.
    let pollUntil = 0
    await this.device.restored
    while (!over.aborted && this.isReceiving) {
      try {
        if (this.device.cursor === null) await this.device.fetchRoster(this.bytes, this.wake)
        const asked = Date.now()
        const path = `changes?since=${this.device.cursor}`
        await this.take(await this.ask<Changes>('GET', path, undefined, 20_000), asked)
        if (performance.now() > pollUntil) {
          const isHeard = await this.stream()
          if (!isHeard) pollUntil = performance.now() + POLLING_PERIOD_MS
          await this.rest(isHeard ? RECONNECT_DELAY_MS : POLL_INTERVAL_MS)
        } else await this.rest(POLL_INTERVAL_MS)
      } catch (error) {
        if (error instanceof GateApiError && error.code === 'roster_too_old')
          await this.device.fetchRoster(this.bytes, this.wake).catch(() => {})
        await this.rest(
          RETRY_DELAYS_MS[Math.min(this.failures, RETRY_DELAYS_MS.length - 1)] ?? POLL_INTERVAL_MS,
          true,
        )
      }
    }
  }

  /** Reads one event stream to its end. Returns false if no event arrived. */
  private async stream(): Promise<boolean> {
    const { signal, extend, done: end } = this.limit(FIRST_EVENT_TIMEOUT_MS)
    let text = ''
    let hasSpoken = false
    try {
      const response = await this.callServer(`stream?since=${this.device.cursor}`, { signal })
      if (!response.ok || !response.body || !isOurs(response.headers)) return false
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return hasSpoken
        extend(STREAM_TIMEOUT_MS)
        hasSpoken = true
        this.device.heard()
        const messages = (text + value).split('\n\n')
        text = messages.pop() ?? ''
        for (const message of messages) if (!signal.aborted) await this.hear(message)
      }
    } catch {
      return hasSpoken
    } finally {
      end()
    }
  }

  private async hear(message: string) {
    const field = (name: string) =>
      message
        .split('\n')
        .filter((line) => line.startsWith(`${name}:`))
        .map((line) => line.slice(name.length + 1).trim())
        .join('\n')
    const data = field('data')
    if (!data) return
    if (field('event') === 'end')
      await this.report({ type: 'refused', code: JSON.parse(data).code })
    else await this.take(JSON.parse(data))
  }

  private async take(changes: Changes, at = Date.now()) {
    this.device.takeChanges(changes, at)
    if (changes.me) await this.readDevice()
  }

  /**
   * Reads the guests that changed after the last roster update, without waiting for the next one.
   * Throws a GateApiError, or the error of the network.
   */
  async readGuests() {
    const { cursor, moment } = this.device
    const { guests } = await this.ask<Changes>('GET', `changes?since=${cursor}`)
    for (const guest of guests) this.device.updateGuest(guest, moment)
  }

  /** Reads the data of this device again, for example its permissions. */
  async readDevice() {
    await this.report({ type: 'registered', me: await this.ask<Me>('GET', 'me') })
  }

  /**
   * Waits for `ms` milliseconds, or until `wake` is called. With `onlyNews`, `wake` ends the wait
   * after 250 ms at the earliest.
   */
  private rest(ms: number, onlyNews = false): Promise<void> {
    if (this.over.signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const earliest = performance.now() + (onlyNews ? 250 : 0)
      const go = () => {
        this.wakers.delete(waker)
        clearTimeout(timer)
        resolve()
      }
      let timer = setTimeout(go, ms)
      const waker = () => {
        clearTimeout(timer)
        timer = setTimeout(go, earliest - performance.now())
      }
      this.wakers.add(waker)
    })
  }
}
