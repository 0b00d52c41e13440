import type { Book } from './book'
import type { Changes, Me } from './store'

/** Where calls go out. Its own door, so that a drill or a test can cut the network here. */
export type Edge = (path: string, init?: RequestInit) => Promise<Response>

export const serverEdge: Edge = (path, init) => fetch(`/api/gate/${path}`, init)

/** `slow`: it answers, but nobody at a door should wait for it. */
export type Network = 'well' | 'slow' | 'none'

/** A verdict of the server counts if it comes within this, in ms. */
export const PROMPT = 700
/** Whoever must have the server's answer waits no longer than this, in ms. */
export const PATIENCE = 6_000
/** Signs of life, in ms; and, after failures, how long until the next try. */
const BEAT = 15_000
const RETRIES = [1_000, 2_000, 4_000, 8_000, BEAT]
/** A stream that brings not even a comment for so long is dead, in ms. */
const SILENCE = 40_000
/** Before a stream has brought anything: something on the way holds it back, so ask instead. */
const FIRST_WORD = 8_000
const POLL = 5_000
/** Between a stream that has ended and the next, in ms. */
const GAP = 500
/** So long a broken stream is given up for asking, in ms. */
const POLLED_FOR = 120_000

/** A refusal of the server, by its stable word. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
  ) {
    super(detail)
  }
}

/** Whom the link tells. */
interface Owner {
  /** The shift is over: what is queued still goes out, and nothing comes in. */
  isOver: boolean
  /** What this phone tells of itself with each sign of life. */
  tell: () => Promise<object>
  emit: () => void
  become: (me: Me) => Promise<void>
  /** The server wants nothing more of this device. */
  refused: (refusal: Refusal) => void
  /** The queue is empty. */
  delivered: () => Promise<void>
}

/** The road to the server: it carries what there is, and knows how well it goes. */
export class Link {
  network: Network = 'well'
  private failures = 0
  private isStarted = false
  private over = new AbortController()
  private wakers = new Set<() => void>()

  constructor(
    private readonly edge: Edge,
    private readonly book: Book,
    private readonly owner: Owner,
  ) {}

  start() {
    this.wake()
    if (this.isStarted) return
    this.isStarted = true
    void this.beat()
    void this.follow()
    const { signal } = this.over
    window.addEventListener('online', this.wake, { signal })
    window.addEventListener('offline', () => this.judge('none'), { signal })
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

  /** Asks for JSON; throws a Refusal, or whatever the network threw. */
  async ask<T>(method: string, path: string, body?: object, patience = PATIENCE): Promise<T> {
    const begun = performance.now()
    const response = await this.reach(path, { method, ...jsonOf(body) }, patience)
    const took = performance.now() - begun
    // A refusal is an answer as well.
    this.judge(took <= PROMPT ? 'well' : 'slow')
    const answer = this.read(response)
    const { now } = answer as { now?: string }
    if (now) this.book.learnClock(Date.parse(now), Date.now() - took / 2)
    return answer as T
  }

  private bytes = async (path: string): Promise<ArrayBuffer> => {
    const response = await this.reach(path, {}, 60_000)
    if (!response.ok) this.read(response)
    return unzipped(response.body)
  }

  /** A call that was not answered in time for whoever waited for it. */
  late() {
    if (this.network === 'well') this.judge('slow')
    this.wake()
  }

  private async reach(path: string, init: RequestInit, patience: number) {
    const { signal, done } = this.limit(patience)
    try {
      const response = await this.edge(path, { ...init, signal })
      const { ok, status } = response
      // A gateway without a server behind it answers for it.
      if (status >= 500) throw new Error(`the server answered ${status}`)
      return { ok, status, body: await response.arrayBuffer() }
    } catch (error) {
      return this.lost(error)
    } finally {
      done()
    }
  }

  private read({ ok, status, body }: Awaited<ReturnType<Link['reach']>>): unknown {
    const answer = JSON.parse(new TextDecoder().decode(body) || '{}')
    if (ok) return answer
    const refusal = new Refusal(status, answer.code ?? 'unexpected', answer.detail ?? '')
    if (status === 401 || status === 403) this.owner.refused(refusal)
    throw refusal
  }

  private lost(error: unknown): never {
    if (!this.over.signal.aborted) this.judge('none')
    throw error
  }

  private judge(network: Network) {
    if (network === this.network) return
    const wasAway = this.network === 'none'
    this.network = network
    this.owner.emit()
    if (network === 'none' || wasAway) this.wake()
  }

  /** Sends the queue, and says every few seconds that this phone is there. */
  private async beat() {
    while (!this.over.signal.aborted) {
      let hasMore = false
      try {
        const batch = this.book.nextBatch(await this.owner.tell(), this.network === 'none')
        await this.book.takeBatch(await this.ask('POST', 'passages', batch.body, 20_000))
        if (this.book.log.queue.length === 0) await this.owner.delivered()
        hasMore = batch.hasMore
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
  private async follow() {
    let broken = 0
    await this.book.restored
    while (!this.over.signal.aborted && !this.owner.isOver) {
      try {
        if (this.book.cursor() === null) await this.book.fetchRoster(this.bytes)
        await this.take(
          await this.ask<Changes>('GET', `changes?since=${this.book.cursor()}`, undefined, 20_000),
        )
        if (Date.now() - broken > POLLED_FOR) {
          broken = (await this.stream()) ? 0 : Date.now()
          await this.rest(broken ? POLL : GAP)
        } else await this.rest(POLL)
      } catch (error) {
        if (error instanceof Refusal && error.code === 'roster_too_old')
          await this.book.fetchRoster(this.bytes).catch(() => {})
        await this.rest(RETRIES[Math.min(this.failures, RETRIES.length - 1)] ?? POLL, true)
      }
    }
  }

  /** Reads one stream to its end; false when nothing came through at all. */
  private async stream(): Promise<boolean> {
    const { signal, extend, done: end } = this.limit(FIRST_WORD)
    let text = ''
    let hasSpoken = false
    try {
      const response = await this.edge(`stream?since=${this.book.cursor()}`, { signal })
      if (!response.ok || !response.body) return false
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return hasSpoken
        extend(SILENCE)
        hasSpoken = true
        this.book.heard()
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

  /** A signal that ends a call after so long, or with the link. `AbortSignal.any` is too new. */
  private limit(ms: number) {
    const call = new AbortController()
    const abort = () => call.abort()
    this.over.signal.addEventListener('abort', abort)
    let timer = setTimeout(abort, ms)
    return {
      signal: call.signal,
      extend: (more: number) => {
        clearTimeout(timer)
        timer = setTimeout(abort, more)
      },
      done: () => {
        clearTimeout(timer)
        this.over.signal.removeEventListener('abort', abort)
      },
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
    if (field('event') === 'end') this.owner.refused(new Refusal(403, JSON.parse(data).code, ''))
    else await this.take(JSON.parse(data))
  }

  private async take(changes: Changes) {
    this.book.takeChanges(changes)
    if (changes.me) await this.owner.become(await this.ask<Me>('GET', 'me'))
  }

  /** Until so long has passed, or something calls: then soon, though no failed call calls itself at once. */
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

const jsonOf = (body?: object): RequestInit =>
  body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}

/** The framework drops the header that would make the browser unpack what the server packed. */
async function unzipped(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  const [first, second, third] = new Uint8Array(bytes.slice(0, 3))
  if (first !== 0x1f || second !== 0x8b || third !== 8) return bytes
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Response(unpacked).arrayBuffer()
}
