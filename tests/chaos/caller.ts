import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '@/db/seed/random'
import { newAddress } from '@/tests/support/api-fixture'
import type { World } from './world'

export interface CallerResponse {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the caller knows the type of the response
  body: any
  /** Number of attempts, including the one with this response. */
  tries: number
}

/**
 * Timeout of one request in ms, longer than any request takes on a busy machine. After it the
 * request is sent to the other instance.
 */
const REQUEST_TIMEOUT_MS = 8_000

/** Stops the retries of all callers. Aborted by run.ts a few minutes after the last fault. */
export const stopRetrying = new AbortController()

/**
 * API client of one simulated person. Sends requests through the faulty proxies to any instance.
 */
export class Caller {
  private memberIndex: number

  constructor(
    readonly world: World,
    readonly name: string,
    readonly random: Random,
    readonly headers: Record<string, string> = {},
  ) {
    this.memberIndex = random.int(world.members.length)
  }

  /** Sends a request once. Returns null if no response arrived, so that the outcome is unknown. */
  private async attempt(
    method: string,
    path: string,
    body: unknown,
    extraHeaders: Record<string, string>,
  ) {
    const { address } = this.world.members[
      this.memberIndex % this.world.members.length
    ] as World['members'][0]
    try {
      const response = await fetch(`${address}/api/${path}/`, {
        method,
        headers: {
          ...this.headers,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...extraHeaders,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      })
      const text = await response.text()
      return { status: response.status, body: text === '' ? null : JSON.parse(text) }
    } catch {
      return null
    }
  }

  /**
   * Repeats a request until a response gives the outcome, and tries the next instance after a
   * failure. All attempts of a write have the same Idempotency-Key. Returns null if the retries
   * were stopped.
   */
  async requestWithRetries(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<CallerResponse | null> {
    // Anonymous callers get a limited number of idempotency keys per network and hour, so each
    // request has another client IP.
    const extraHeaders = {
      'x-forwarded-for': newAddress(),
      ...(method === 'GET' ? {} : { 'idempotency-key': randomUUID() }),
    }
    for (let tries = 1; !stopRetrying.signal.aborted; tries++) {
      const response = await this.attempt(method, path, body, extraHeaders)
      const isTransient =
        !response ||
        response.status >= 500 ||
        response.status === 429 ||
        response.body?.code === 'still_running'
      if (!isTransient) return { ...response, tries }
      // An instance that still runs the request gets it again. After any other failure the next
      // instance gets it.
      if (response?.body?.code !== 'still_running') this.memberIndex++
      await sleep(200 + this.random.next() * 1_000)
    }
    return null
  }

  /**
   * Like `requestWithRetries`, for a write. Records a status that is not in `expectedStatuses` as
   * unexpected. Returns null unless the write was acknowledged.
   */
  async write(method: string, path: string, body: unknown, ...expectedStatuses: number[]) {
    const response = await this.requestWithRetries(method, path, body)
    // An earlier attempt was committed, but its response was lost, for example because the instance
    // was killed.
    if (response?.status === 409 && response.body?.code === 'already_done') return response
    if (response && !expectedStatuses.includes(response.status))
      this.world.history.recordUnexpected(
        `${this.name}: ${method} ${path} ${JSON.stringify(body)} returned ${response.status} at attempt ${response.tries}: ${JSON.stringify(response.body).slice(0, 300)}`,
      )
    return response && expectedStatuses.includes(response.status) ? response : null
  }

  recordAcknowledged(what: string) {
    this.world.history.recordAcknowledged(`${this.name}: ${what}`)
  }

  /** Waits 30 to 250 ms before the next action. */
  pause() {
    return sleep(30 + this.random.next() * 220)
  }
}
