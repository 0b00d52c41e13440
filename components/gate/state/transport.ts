import type { DeviceState } from './device-state'
import type { Me } from './device-storage'

/** Where calls go out. Its own door, so that a drill or a test can cut the network here. */
export type GateFetch = (path: string, init?: RequestInit) => Promise<Response>

export const serverFetch: GateFetch = (path, init) => fetch(`/api/gate/${path}`, init)

/** `slow`: the server responds, but too late for a guest at the door. */
export type Network = 'well' | 'slow' | 'none'

/** A verdict of the server counts if it comes within this, in ms. */
export const ONLINE_VERDICT_TIMEOUT = 700
/** Whoever must have the server's answer waits no longer than this, in ms. */
export const REQUIRED_RESPONSE_TIMEOUT = 6_000

/** How far apart two clocks of this phone may measure one call, in ms. */
const MOST_DRIFT = 1_000

/** A refusal of the server, by its stable word. */
export class GateApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
  ) {
    super(detail)
  }
}

/** What the server or the network tells beyond the answer to a call. */
export type SyncEvent =
  /** Calls go better or worse than before. */
  | { type: 'network' }
  /** The server refuses the device. */
  | { type: 'refused'; code: string }
  /** The server has named the device that this phone is. */
  | { type: 'registered'; me: Me }
  /** The queue is empty. */
  | { type: 'delivered' }

/** Takes an event; done when its consequences are on the disk. */
export type ReportSync = (event: SyncEvent) => Promise<void>

/** Calls to the server, one by one, and how well they go. */
export abstract class GateTransport {
  network: Network = 'well'
  protected over = new AbortController()

  constructor(
    protected readonly callServer: GateFetch,
    protected readonly device: DeviceState,
    protected readonly report: ReportSync,
  ) {}

  /** There is something to send, or reason to believe that it goes again. */
  abstract readonly wake: () => void

  /** Asks for JSON; throws a GateApiError, or whatever the network threw. */
  async ask<T>(
    method: string,
    path: string,
    body?: object,
    patience = REQUIRED_RESPONSE_TIMEOUT,
  ): Promise<T> {
    const asked = Date.now()
    const begun = performance.now()
    const response = await this.reach(path, { method, ...jsonOf(body) }, patience)
    const took = performance.now() - begun
    // A refusal is an answer as well.
    this.setNetwork(took <= ONLINE_VERDICT_TIMEOUT ? 'well' : 'slow')
    const answer = this.read(response)
    const { now } = answer as { now?: string }
    // While the phone slept or its clock was set, the answer grew old: it tells no time.
    const isFresh =
      Math.abs(Date.now() - asked - took) < MOST_DRIFT && took <= REQUIRED_RESPONSE_TIMEOUT
    if (now && isFresh) this.device.updateClock(Date.parse(now), Date.now() - took / 2)
    return answer as T
  }

  protected bytes = async (path: string): Promise<ArrayBuffer> => {
    const headers = { accept: 'application/json' }
    const response = await this.reach(path, { headers }, 60_000)
    if (!response.ok) this.read(response)
    return unzipped(response.body)
  }

  /** Notes that a response came too late for a guest at the door. */
  late() {
    if (this.network === 'well') this.setNetwork('slow')
    this.wake()
  }

  private async reach(path: string, init: RequestInit, patience: number) {
    const over = this.over.signal
    const { signal, done } = this.limit(patience)
    try {
      const response = await this.callServer(path, { ...init, signal })
      const { ok, status, headers } = response
      // A gateway responds for a dead server, and a hotspot with a page of its own.
      if (status >= 500 || !isOurs(headers)) throw new Error(`another one answered ${status}`)
      return { ok, status, at: headers.get('date'), body: await response.arrayBuffer() }
    } catch (error) {
      if (!over.aborted) this.setNetwork('none')
      throw error
    } finally {
      done()
    }
  }

  private read({ ok, status, at, body }: Awaited<ReturnType<GateTransport['reach']>>): unknown {
    const answer = JSON.parse(new TextDecoder().decode(body) || '{}')
    if (ok) return answer
    // A refusal tells the time too, to the second: all that a phone whose shift is over hears.
    this.device.updateClockRoughly(at === null ? Number.NaN : Date.parse(at), Date.now())
    const refusal = new GateApiError(status, answer.code ?? 'unexpected', answer.detail ?? '')
    if (status === 401 || status === 403) void this.report({ type: 'refused', code: refusal.code })
    throw refusal
  }

  protected setNetwork(network: Network) {
    if (network === this.network) return
    const wasAway = this.network === 'none'
    this.network = network
    if (network === 'none') this.device.markClockUnknown()
    void this.report({ type: 'network' })
    if (network === 'none' || wasAway) this.wake()
  }

  /**
   * Returns a signal that aborts a call after a time or with the transport. `AbortSignal.any` is too new
   * for some phones.
   */
  protected limit(ms: number) {
    const call = new AbortController()
    const abort = () => call.abort()
    const over = this.over.signal
    over.addEventListener('abort', abort)
    let timer = setTimeout(abort, ms)
    return {
      signal: call.signal,
      extend: (more: number) => {
        clearTimeout(timer)
        timer = setTimeout(abort, more)
      },
      done: () => {
        clearTimeout(timer)
        over.removeEventListener('abort', abort)
      },
    }
  }
}

/** Content types of our server: JSON, a roster, a stream. Or an empty body. */
const OURS = /^(?:application\/(?:json|octet-stream)|text\/event-stream)\b/
export const isOurs = (headers: Headers) =>
  OURS.test(headers.get('content-type') ?? 'application/json')

const jsonOf = (body?: object): RequestInit =>
  body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}

/** The framework drops the header that would make the browser unpack what the server packed. */
async function unzipped(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  const [first, second, third] = new Uint8Array(bytes.slice(0, 3))
  if (first !== 0x1f || second !== 0x8b || third !== 8) return bytes
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Response(unpacked).arrayBuffer()
}
