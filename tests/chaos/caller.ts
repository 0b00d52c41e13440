import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '@/db/seed/random'
import { newAddress } from '@/tests/support/api-world'
import type { World } from './world'

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: what a call answers is the person's to know
  body: any
  /** How often it was asked before there was an answer that says something. */
  tries: number
}

/** Longer than any call takes on a busy machine; who has no answer by then asks the other. */
const PATIENCE = 8_000

/** What ends those who still ask, some minutes after the faults have. */
export const stopRetrying = new AbortController()

/** One person's calls, over the roads, to whichever instance answers. */
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

  /** One attempt; null where nobody knows what became of it. */
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
   * Asks until somebody says what became of it, at this instance and at that, always under the
   * same key: as a person does who will not go before it is done. Null when nobody ever says.
   */
  async insist(method: string, path: string, body?: unknown): Promise<Answer | null> {
    // Of strangers on one network only some hundreds of keys are kept, so each comes from another.
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
      // Whoever still works on it is asked again; who is away is left.
      if (answer?.body?.code !== 'still_running') this.turn++
      await sleep(200 + this.random.next() * 1_000)
    }
    return null
  }

  /** As `insist`, of a write; an answer other than these statuses is something wrong. */
  async write(method: string, path: string, body: unknown, ...good: number[]) {
    const answer = await this.insist(method, path, body)
    // Done by a call whose answer was lost together with whoever had done it.
    if (answer?.status === 409 && answer.body?.code === 'already_done') return answer
    if (answer && !good.includes(answer.status))
      this.world.history.wrong(
        `${this.name}: ${method} ${path} ${JSON.stringify(body)} was answered ${answer.status} at attempt ${answer.tries}: ${JSON.stringify(answer.body).slice(0, 300)}`,
      )
    return answer && good.includes(answer.status) ? answer : null
  }

  acknowledged(what: string) {
    this.world.history.acknowledged(`${this.name}: ${what}`)
  }

  /** Takes breath. */
  pause() {
    return sleep(30 + this.random.next() * 220)
  }
}
