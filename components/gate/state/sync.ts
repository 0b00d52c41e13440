import type { DeviceState } from './device-state'
import type { Changes, Me } from './device-storage'
import { GateApiError, type GateFetch, GateTransport, isOurs, type ReportSync } from './transport'

/** Signs of life, in ms; and, after failures, how long until the next try. */
const BEAT = 15_000
const RETRIES = [1_000, 2_000, 4_000, 8_000, BEAT]
/** Time without an event after which a stream counts as dead, in ms. */
const STREAM_TIMEOUT = 40_000
/** Before a stream has brought anything: something on the way holds it back, so ask instead. */
const FIRST_EVENT_TIMEOUT = 8_000
const POLL = 5_000
/** Between a stream that has ended and the next, in ms. */
const RECONNECT_DELAY = 500
/** So long a broken stream is given up for asking, in ms. */
const POLLED_FOR = 120_000

/** Keeps phone and server of one mind: sends the queue, and hears what happens elsewhere. */
export class SyncClient extends GateTransport {
  private failures = 0
  private isStarted = false
  /** False after the shift: what is queued still goes out, and nothing comes in. */
  private isReceiving = true
  private wakers = new Set<() => void>()

  constructor(
    callServer: GateFetch,
    device: DeviceState,
    report: ReportSync,
    /** Returns what the phone reports with each heartbeat. */
    private readonly status: () => Promise<object>,
  ) {
    super(callServer, device, report)
  }

  /** Restarts for another device or shift, and ends the previous work. */
  restart() {
    this.stop()
    this.over = new AbortController()
    this.isStarted = false
    this.isReceiving = true
    this.start()
  }

  /** Sends the rest of the queue, and receives nothing more. */
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

  /** There is something to send, or reason to believe that it goes again. */
  wake = () => {
    for (const waker of this.wakers) waker()
  }

  /** Sends the queue to its end; throws a GateApiError, or whatever the network threw. */
  async deliver() {
    while (this.device.log.queue.length > 0) await this.send()
  }

  /** Sends the next of the queue, and that this phone is there; whether there is more to tell. */
  private async send() {
    const status = await this.status()
    const { body, hasMore, asked } = this.device.nextBatch(status)
    try {
      await this.device.takeBatch(await this.ask('POST', 'passages', body, 20_000), asked)
    } catch (error) {
      // After the shift a device only receives the time. Its queue is accepted all the same.
      if (error instanceof GateApiError && body.passages.length === 0 && hasMore) return true
      throw error
    }
    // That there is a roster by now is worth telling at once: a phone without one is not ready.
    return hasMore || (body.status.rosterAt === null && this.device.cursor !== null)
  }

  /** Sends the queue, and says every few seconds that this phone is there. */
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
      const retry = RETRIES[Math.min(this.failures, RETRIES.length) - 1]
      await this.rest(this.network === 'slow' ? 2_000 : (retry ?? BEAT), this.failures > 0)
    }
  }

  /** Hears what happens elsewhere: by a stream, by asking where none comes through. */
  private async receiveLoop(over: AbortSignal) {
    let broken = 0
    await this.device.restored
    while (!over.aborted && this.isReceiving) {
      try {
        if (this.device.cursor === null) await this.device.fetchRoster(this.bytes, this.wake)
        const asked = Date.now()
        const path = `changes?since=${this.device.cursor}`
        await this.take(await this.ask<Changes>('GET', path, undefined, 20_000), asked)
        if (Date.now() - broken > POLLED_FOR) {
          broken = (await this.stream()) ? 0 : Date.now()
          await this.rest(broken ? POLL : RECONNECT_DELAY)
        } else await this.rest(POLL)
      } catch (error) {
        if (error instanceof GateApiError && error.code === 'roster_too_old')
          await this.device.fetchRoster(this.bytes, this.wake).catch(() => {})
        await this.rest(RETRIES[Math.min(this.failures, RETRIES.length - 1)] ?? POLL, true)
      }
    }
  }

  /** Reads one stream to its end; false when nothing came through at all. */
  private async stream(): Promise<boolean> {
    const { signal, extend, done: end } = this.limit(FIRST_EVENT_TIMEOUT)
    let text = ''
    let hasSpoken = false
    try {
      const response = await this.callServer(`stream?since=${this.device.cursor}`, { signal })
      if (!response.ok || !response.body || !isOurs(response.headers)) return false
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return hasSpoken
        extend(STREAM_TIMEOUT)
        hasSpoken = true
        this.device.heard()
        const messages = (text + value).split('\n\n')
        text = messages.pop() ?? ''
        for (const message of messages) await this.hear(message)
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
    if (changes.me) await this.report({ type: 'registered', me: await this.ask<Me>('GET', 'me') })
  }

  /** Waits for a time, or until a call wakes it. A failed call does not wake itself at once. */
  private rest(ms: number, onlyNews = false): Promise<void> {
    if (this.over.signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const earliest = Date.now() + (onlyNews ? 250 : 0)
      const go = () => {
        this.wakers.delete(waker)
        clearTimeout(timer)
        resolve()
      }
      let timer = setTimeout(go, ms)
      const waker = () => {
        clearTimeout(timer)
        timer = setTimeout(go, earliest - Date.now())
      }
      this.wakers.add(waker)
    })
  }
}
