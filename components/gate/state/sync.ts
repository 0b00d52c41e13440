import type { DeviceState } from './device-state'
import type { Changes, Me } from './device-storage'
import {
  GateApiError,
  type GateFetch,
  GateTransport,
  isOwnResponse,
  type ReportSync,
} from './transport'

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
  /** Whether the server has changed this device, and the phone has not read it since. */
  private isDeviceOutdated = false
  private waits = new Set<() => void>()

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
    this.stopController = new AbortController()
    this.isStarted = false
    this.isReceiving = true
    this.start()
  }

  /** Stops receiving changes, so that a deleted roster is not fetched again. */
  stopReceiving() {
    this.isReceiving = false
  }

  /** Sends the remaining queue after the shift. Call it after `stopReceiving`. */
  finish() {
    this.start()
  }

  private start() {
    this.endWaits()
    if (this.isStarted) return
    this.isStarted = true
    const { signal } = this.stopController
    void this.sendLoop(signal)
    void this.receiveLoop(signal)
    window.addEventListener('online', this.endWaits, { signal })
    window.addEventListener('offline', () => this.setNetwork('none'), { signal })
    document.addEventListener('visibilitychange', this.endWaits, { signal })
  }

  stop() {
    this.stopController.abort()
    this.endWaits()
  }

  endWaits = () => {
    for (const endWait of this.waits) endWait()
  }

  /** Sends uploads until the queue is empty. Throws a GateApiError, or the error of the network. */
  async deliver() {
    while (this.device.log.queue.length > 0) await this.send()
  }

  /**
   * Sends one upload or heartbeat for a shift that has ended, so that the boards know whether this
   * phone has unsent passages. Never throws.
   */
  async reportQueue() {
    await this.send().catch(() => {})
  }

  /**
   * Sends the next upload of the queue. Returns whether another upload should follow immediately.
   */
  private async send() {
    const status = await this.status()
    const { body, hasMore, sentVersion } = this.device.nextUpload(status)
    try {
      await this.device.applyUploadResponse(
        await this.ask('POST', 'passages', body, 20_000),
        sentVersion,
      )
    } catch (error) {
      // After the shift the server refuses heartbeats, but its response contains the time. Uploads
      // of the queue are still accepted. A response without a time is an error, because another
      // heartbeat would follow at once.
      const isHeartbeat = body.passages.length === 0 && hasMore
      if (error instanceof GateApiError && isHeartbeat && this.device.isClockKnown) return true
      throw error
    }
    // After the first roster has arrived, another heartbeat reports it immediately, so that the
    // gate board no longer shows the phone without a roster.
    return hasMore || (body.status.rosterAt === null && this.device.cursor !== null)
  }

  /** Sends the queue, and heartbeats while it is empty. */
  private async sendLoop(stopped: AbortSignal) {
    while (!stopped.aborted) {
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
      await this.pause(
        this.network === 'slow' ? 2_000 : (retry ?? HEARTBEAT_INTERVAL_MS),
        this.failures > 0,
      )
    }
  }

  /** Receives changes through an event stream, or by polling where streams do not work. */
  private async receiveLoop(stopped: AbortSignal) {
    // Durations are measured by `performance.now()`, which no change of the phone's clock moves.
    let pollUntil = 0
    await this.device.restored
    while (!stopped.aborted && this.isReceiving) {
      try {
        if (this.device.cursor === null) await this.device.fetchRoster(this.bytes, this.endWaits)
        const sentAt = Date.now()
        const path = `changes?since=${this.device.cursor}`
        await this.applyChanges(await this.ask<Changes>('GET', path, undefined, 20_000), sentAt)
        if (performance.now() > pollUntil) {
          const hasStreamed = await this.stream()
          if (!hasStreamed) pollUntil = performance.now() + POLLING_PERIOD_MS
          await this.pause(hasStreamed ? RECONNECT_DELAY_MS : POLL_INTERVAL_MS)
        } else await this.pause(POLL_INTERVAL_MS)
      } catch (error) {
        if (error instanceof GateApiError && error.code === 'roster_too_old')
          await this.device.fetchRoster(this.bytes, this.endWaits).catch(() => {})
        await this.pause(
          RETRY_DELAYS_MS[Math.min(this.failures, RETRY_DELAYS_MS.length - 1)] ?? POLL_INTERVAL_MS,
          true,
        )
      }
    }
  }

  /**
   * Reads one event stream to its end, or until the roster has been deleted, so that the caller
   * fetches the roster again. Returns false if no event arrived.
   */
  private async stream(): Promise<boolean> {
    const { signal, extend, abort, done: end } = this.abortAfter(FIRST_EVENT_TIMEOUT_MS)
    let text = ''
    let hasEvent = false
    try {
      const response = await this.callServer(`stream?since=${this.device.cursor}`, { signal })
      if (!response.ok || !response.body || !isOwnResponse(response.headers)) return false
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return hasEvent
        extend(STREAM_TIMEOUT_MS)
        hasEvent = true
        this.device.markRosterCurrent()
        const messages = (text + value).split('\n\n')
        text = messages.pop() ?? ''
        for (const message of messages) if (!signal.aborted) await this.handleMessage(message)
        if (this.device.cursor === null) return true
      }
    } catch {
      return hasEvent
    } finally {
      end()
      // Closes a stream that has not ended, so that the server does not serve two.
      abort()
    }
  }

  private async handleMessage(message: string) {
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
    else await this.applyChanges(JSON.parse(data))
  }

  /**
   * Applies changes, and reads the device again if it has changed. If that fails, the next call
   * tries it again, because the server does not repeat the change. Throws a GateApiError, or the
   * error of the network.
   */
  private async applyChanges(changes: Changes, at = Date.now()) {
    this.device.applyChanges(changes, at)
    this.isDeviceOutdated ||= changes.me
    if (this.isDeviceOutdated) await this.readDevice()
    this.isDeviceOutdated = false
  }

  /**
   * Reads the guests that changed after the last roster update, without waiting for the next one.
   * Throws a GateApiError, or the error of the network.
   */
  async readGuests() {
    const { cursor, streamVersion } = this.device
    const { guests } = await this.ask<Changes>('GET', `changes?since=${cursor}`)
    for (const guest of guests) this.device.updateGuest(guest, streamVersion)
  }

  /** Reads the data of this device again, for example its permissions. */
  async readDevice() {
    await this.report({ type: 'registered', me: await this.ask<Me>('GET', 'me') })
  }

  /**
   * Waits for `ms` milliseconds, or until `endWaits` is called. With `isRetry`, `endWaits` ends the wait
   * after 250 ms at the earliest.
   */
  private pause(ms: number, isRetry = false): Promise<void> {
    if (this.stopController.signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const earliest = performance.now() + (isRetry ? 250 : 0)
      const go = () => {
        this.waits.delete(endWait)
        clearTimeout(timer)
        resolve()
      }
      let timer = setTimeout(go, ms)
      const endWait = () => {
        clearTimeout(timer)
        timer = setTimeout(go, earliest - performance.now())
      }
      this.waits.add(endWait)
    })
  }
}
