import { type DeviceState, MAX_CLOCK_DRIFT_MS } from './device-state'
import type { Me } from './device-storage'

/** Sends a request to the server. Drills and tests replace it to cut the network. */
export type GateFetch = (path: string, init?: RequestInit) => Promise<Response>

export const serverFetch: GateFetch = (path, init) => fetch(`/api/gate/${path}`, init)

/**
 * Quality of the network. `well`: the server responds within 700 ms. `slow`: it responds later.
 * `none`: no response.
 */
export type Network = 'well' | 'slow' | 'none'

/**
 * Time limit for a verdict of the server. Afterwards the phone decides by its roster (rule 6.14).
 */
export const ONLINE_VERDICT_TIMEOUT_MS = 700
/**
 * Default timeout of a request. The phone also waits this long for the verdict on a ticket that is
 * missing from its roster.
 */
export const REQUIRED_RESPONSE_TIMEOUT_MS = 6_000

/** Error response of the server, with HTTP status and error code. */
export class GateApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
  ) {
    super(detail)
  }
}

/** Events of the sync client, besides the responses to requests. */
export type SyncEvent =
  /** The quality of the network has changed. */
  | { type: 'network' }
  /** The server refuses the device with this error code. */
  | { type: 'refused'; code: string }
  /** The server has returned changed data of this device. */
  | { type: 'registered'; me: Me }
  /** All passages are delivered, so the queue is empty. */
  | { type: 'delivered' }

/** Handles an event of the sync client. Resolves after the resulting changes are on the disk. */
export type ReportSync = (event: SyncEvent) => Promise<void>

/** Sends requests to the server, and derives the quality of the network from the response times. */
export abstract class GateTransport {
  network: Network = 'well'
  protected stopController = new AbortController()

  constructor(
    protected readonly callServer: GateFetch,
    protected readonly device: DeviceState,
    protected readonly report: ReportSync,
  ) {}

  /**
   * Ends the current waits between requests. Called when there is something to send, or when the
   * network may be back.
   */
  abstract readonly endWaits: () => void

  /**
   * Sends a request and returns the JSON of the response. `timeoutMs` is the timeout in ms. Throws a
   * GateApiError, or the error of the network.
   */
  async ask<T>(
    method: string,
    path: string,
    body?: object,
    timeoutMs = REQUIRED_RESPONSE_TIMEOUT_MS,
  ): Promise<T> {
    const sentAt = Date.now()
    const startedAt = performance.now()
    const response = await this.fetchResponse(path, { method, ...jsonOf(body) }, timeoutMs)
    const durationMs = performance.now() - startedAt
    // An error response also shows that the network works.
    this.setNetwork(durationMs <= ONLINE_VERDICT_TIMEOUT_MS ? 'well' : 'slow')
    const data = this.read(response)
    const { now } = data as { now?: string }
    if (now) this.updateClock(Date.parse(now), { sentAt, durationMs })
    return data as T
  }

  /**
   * Updates the clock offset from the server's time in a response. A response that took more than 6
   * s counts only as a rough time.
   */
  private updateClock(
    server: number,
    { sentAt, durationMs }: { sentAt: number; durationMs: number },
  ) {
    const here = Date.now() - durationMs / 2
    // The phone slept, or its clock was set, during the request.
    if (Math.abs(Date.now() - sentAt - durationMs) >= MAX_CLOCK_DRIFT_MS)
      this.device.markClockUnknown()
    else if (durationMs <= REQUIRED_RESPONSE_TIMEOUT_MS) this.device.updateClock(server, here)
    else this.device.updateClockRoughly(server, here)
  }

  protected bytes = async (path: string): Promise<ArrayBuffer> => {
    const headers = { accept: 'application/json' }
    const response = await this.fetchResponse(path, { headers }, 60_000)
    if (!response.ok) this.read(response)
    return unzipped(response.body)
  }

  /** Marks the network as slow, because the server's verdict did not arrive in time. */
  reportLateVerdict() {
    if (this.network === 'well') this.setNetwork('slow')
    this.endWaits()
  }

  private async fetchResponse(path: string, init: RequestInit, timeoutMs: number) {
    const stopped = this.stopController.signal
    const { signal, done } = this.abortAfter(timeoutMs)
    try {
      const response = await this.callServer(path, { ...init, signal })
      const { ok, status, headers } = response
      // The response may come from a gateway in front of a stopped server, or from the login page
      // of a public Wi-Fi (captive portal).
      if (status >= 500 || !isOwnResponse(headers))
        throw new Error(`the response is not from our server, status ${status}`)
      return { ok, status, at: headers.get('date'), body: await response.arrayBuffer() }
    } catch (error) {
      if (!stopped.aborted) this.setNetwork('none')
      throw error
    } finally {
      done()
    }
  }

  private read({
    ok,
    status,
    at,
    body,
  }: Awaited<ReturnType<GateTransport['fetchResponse']>>): unknown {
    const data = JSON.parse(new TextDecoder().decode(body) || '{}')
    if (ok) return data
    // After the shift the phone gets only error responses. Their `Date` header contains the
    // server's time, accurate to the second.
    this.device.updateClockRoughly(at === null ? Number.NaN : Date.parse(at), Date.now())
    const apiError = new GateApiError(status, data.code ?? 'unexpected', data.detail ?? '')
    if (status === 401 || status === 403) void this.report({ type: 'refused', code: apiError.code })
    throw apiError
  }

  protected setNetwork(network: Network) {
    if (network === this.network) return
    const wasAway = this.network === 'none'
    this.network = network
    if (network === 'none') this.device.markClockUnknown()
    void this.report({ type: 'network' })
    if (network === 'none' || wasAway) this.endWaits()
  }

  /**
   * Returns a signal that aborts a request after `ms` milliseconds, or when the sync client stops.
   * Some phones are too old for `AbortSignal.any`.
   */
  protected abortAfter(ms: number) {
    const controller = new AbortController()
    const abort = () => controller.abort()
    const stopped = this.stopController.signal
    stopped.addEventListener('abort', abort)
    let timer = setTimeout(abort, ms)
    return {
      signal: controller.signal,
      abort,
      extend: (more: number) => {
        clearTimeout(timer)
        timer = setTimeout(abort, more)
      },
      done: () => {
        clearTimeout(timer)
        stopped.removeEventListener('abort', abort)
      },
    }
  }
}

/**
 * Content types of responses of our own server: JSON, binary roster, event stream. A response
 * without a content type also counts as our own.
 */
const OWN_CONTENT_TYPE = /^(?:application\/(?:json|octet-stream)|text\/event-stream)\b/
export const isOwnResponse = (headers: Headers) =>
  OWN_CONTENT_TYPE.test(headers.get('content-type') ?? 'application/json')

const jsonOf = (body?: object): RequestInit =>
  body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}

/**
 * Decompresses a response that is still gzipped. The browser does not decompress it, because
 * Next.js drops the header `content-encoding`.
 */
async function unzipped(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  const [first, second, third] = new Uint8Array(bytes.slice(0, 3))
  if (first !== 0x1f || second !== 0x8b || third !== 8) return bytes
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Response(unpacked).arrayBuffer()
}
