import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '@/db/seed/random'
import { newAddress } from '@/tests/support/api-fixture'
import type { World } from './world'

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the caller knows the type of the response
  body: any
  /** Number of attempts, including the one with this response. */
  tries: number
}

/**
 * Timeout of one request in ms, longer than any request takes on a busy machine. Afterwards the
 * other instance is asked.
 */
const PATIENCE = 8_000

/** Stops the retries of all callers. Aborted by run.ts a few minutes after the last fault. */
export const stopRetrying = new AbortController()

/**
 * API client of one simulated person. Sends requests through the faulty proxies to any instance.
 */
export class Caller {
  private turn: number

  constructor(
    readonly world: World,
    readonly name: string,
    readonly random: Random,
    readonly headers: Record<string, string> = {},
  ) {
    this.turn = random.int(world.members.length)
  }

  /** Sends a request once. Returns null if no response arrived, so that the outcome is unknown. */
  private async attempt(method: string, path: string, body: unknown, own: Record<string, string>) {
    const { address } = this.world.members[
      this.turn % this.world.members.length
    ] as World['members'][0]
    try {
      const answer = await fetch(`${address}/api/${path}/`, {
        method,
        headers: {
          ...this.headers,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...own,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE),
      })
      const text = await answer.text()
      return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
    } catch {
      return null
    }
  }

  /**
   * Repeats a request until a response gives the outcome, and tries the next instance after a
   * failure. All attempts of a write have the same Idempotency-Key. Returns null if the retries
   * were stopped.
   */
  async insist(method: string, path: string, body?: unknown): Promise<Answer | null> {
    // Anonymous callers get a limited number of idempotency keys per network and hour, so each
    // request has another client IP.
    const own = {
      'x-forwarded-for': newAddress(),
      ...(method === 'GET' ? {} : { 'idempotency-key': randomUUID() }),
    }
    for (let tries = 1; !stopRetrying.signal.aborted; tries++) {
      const answer = await this.attempt(method, path, body, own)
      const isPassing =
        !answer ||
        answer.status >= 500 ||
        answer.status === 429 ||
        answer.body?.code === 'still_running'
      if (!isPassing) return { ...answer, tries }
      // An instance that still runs the request is asked again. After any other failure the next
      // instance is asked.
      if (answer?.body?.code !== 'still_running') this.turn++
      await sleep(200 + this.random.next() * 1_000)
    }
    return null
  }

  /**
   * Like `insist`, for a write. Records a status that is not in `good` as wrong. Returns null
   * unless the write was acknowledged.
   */
  async write(method: string, path: string, body: unknown, ...good: number[]) {
    const answer = await this.insist(method, path, body)
    // An earlier attempt was committed, but its response was lost, for example because the instance
    // was killed.
    if (answer?.status === 409 && answer.body?.code === 'already_done') return answer
    if (answer && !good.includes(answer.status))
      this.world.history.wrong(
        `${this.name}: ${method} ${path} ${JSON.stringify(body)} returned ${answer.status} at attempt ${answer.tries}: ${JSON.stringify(answer.body).slice(0, 300)}`,
      )
    return answer && good.includes(answer.status) ? answer : null
  }

  acknowledged(what: string) {
    this.world.history.acknowledged(`${this.name}: ${what}`)
  }

  /** Waits 30 to 250 ms before the next action. */
  pause() {
    return sleep(30 + this.random.next() * 220)
  }
}
