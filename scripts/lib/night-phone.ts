import { createHash, randomBytes } from 'node:crypto'
import type { PassageVerdict } from '@/db/catalogue/verdicts'
import type { TestGuest } from '@/db/seed/test-night'
import { decide, newPassageId } from '@/lib/admission/rules'
import type { Scan as Answer, GateMe, PassagesAnswer } from '@/lib/gate/schema'
import { MAX_PASSAGES } from '@/lib/gate/schema'
import { UserError } from './say'

type Direction = 'in' | 'out'

/** Since when guests are inside, as the phones of a test night know it from one another. */
export type Presence = Map<number, number>

interface Queued {
  id: string
  guestId: number
  direction: Direction
  verdict: PassageVerdict
  decided: 'alone'
  at: string
  /** What was asked of a server that went away. */
  takesBack: string | null
}

/** Of `fetch`: nobody answered. */
const isNetwork = (error: unknown) =>
  error instanceof TypeError && /fetch failed|terminated/.test(error.message)

/** An admin took the phone out of service, or moved the end of its shift. */
export class DeviceRevoked extends Error {}

/** A code by which a phone joins, and what the database keeps of it. */
export function newJoinCode() {
  const code = randomBytes(16).toString('base64url')
  return { code, hash: createHash('sha256').update(code).digest() }
}

/**
 * A phone at a gate of a test night, over the API as the real one: asks the server about each
 * ticket; without a network decides by what it knew when that went, and delivers it later.
 */
export class SimulatedDevice {
  private queue: Queued[] = []
  private alone: Presence | null = null
  /** Passages by verdict that count: told by the server, or delivered to it. */
  readonly counted = new Map<PassageVerdict, number>()
  late = 0

  private constructor(
    readonly name: string,
    private url: string,
    private cookie: string,
    private origin: string,
    private me: GateMe,
    private known: Presence,
  ) {}

  /** Joins by a code. Throws a UserError where that code is not known. */
  static async join(
    url: string,
    { origin, code, name, known }: { origin: string; code: string; name: string; known: Presence },
  ): Promise<SimulatedDevice> {
    const answer = await fetch(`${url}/api/gate/join/`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ code, name }),
    })
    if (!answer.ok)
      throw new UserError(
        `The instance at ${url} lets no phone join (${answer.status}): it must run on the database of these settings.`,
      )
    const [pair = ''] = (answer.headers.getSetCookie()[0] ?? '').split(';')
    return new SimulatedDevice(name, url, pair, origin, (await answer.json()) as GateMe, known)
  }

  /** From now on without a network. */
  lose(): Presence {
    this.alone ??= new Map(this.known)
    return this.alone
  }

  async scan(guest: TestGuest, direction: Direction): Promise<void> {
    const id = newPassageId()
    if (this.alone) return this.decide(id, guest, direction, this.alone)
    const who = guest.code === null ? { guestId: guest.id } : { code: guest.code }
    try {
      const { verdict } = await this.post<Answer>('/api/gate/scan/', { id, ...who, direction })
      this.note(this.known, guest, verdict)
      this.count(verdict)
    } catch (error) {
      if (!isNetwork(error)) throw error
      // As at the gate: nobody waits for a server that is away, and its answer may have been lost.
      this.decide(newPassageId(), guest, direction, this.lose(), id)
    }
  }

  private decide(
    id: string,
    guest: TestGuest,
    direction: Direction,
    alone: Presence,
    takesBack: string | null = null,
  ) {
    const ticket = { bought: guest.code !== null, banned: guest.isBanned }
    const verdict = decide(ticket, alone.get(guest.id) ?? null, direction)
    const at = new Date().toISOString()
    const passage = { id, guestId: guest.id, direction, verdict, at, takesBack }
    this.queue.push({ ...passage, decided: 'alone' })
    this.note(alone, guest, verdict)
  }

  private note(presence: Presence, { id }: TestGuest, verdict: PassageVerdict) {
    if (verdict === 'admitted') presence.set(id, Date.now())
    else if (verdict === 'left') presence.delete(id)
  }

  private count(verdict: PassageVerdict) {
    this.counted.set(verdict, (this.counted.get(verdict) ?? 0) + 1)
  }

  get isAlone() {
    return this.alone !== null
  }

  /** The network may be back: what was decided alone goes out. False while it is not. */
  async findAgain(): Promise<boolean> {
    try {
      await this.empty()
      this.alone = null
      return true
    } catch (error) {
      if (isNetwork(error)) return false
      throw error
    }
  }

  private async empty() {
    while (this.queue.length > 0) {
      const passages = this.queue.slice(0, MAX_PASSAGES)
      const { results } = await this.deliver(passages)
      for (const [i, { outcome, detail }] of results.entries()) {
        if (outcome === 'refused') throw new Error(`a passage was refused: ${detail}`)
        const { guestId, verdict } = passages[i] as Queued
        this.note(this.known, { id: guestId } as TestGuest, verdict)
        this.count(verdict)
      }
      this.late += passages.length
      this.queue.splice(0, passages.length)
    }
  }

  /** A sign of life, unless there is no network to give one by. */
  async live(): Promise<void> {
    if (!this.alone) await this.deliver([])
  }

  async leave(): Promise<void> {
    await fetch(`${this.url}/api/gate/me/`, { method: 'DELETE', headers: this.headers() })
  }

  private deliver(passages: Queued[]) {
    const now = new Date().toISOString()
    const status = {
      queue: this.queue.length - passages.length,
      rosterAt: now,
      release: this.me.release,
      battery: 0.8,
      storage: null,
      camera: 'on',
    }
    return this.post<PassagesAnswer>('/api/gate/passages/', { sentAt: now, passages, status })
  }

  private headers() {
    return { cookie: this.cookie, origin: this.origin, 'content-type': 'application/json' }
  }

  private async post<T>(path: string, body: object): Promise<T> {
    const answer = await fetch(this.url + path, {
      method: 'POST',
      headers: this.headers(),
      body: JSON.stringify(body),
    })
    if (answer.status === 401 || answer.status === 403) throw new DeviceRevoked()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json() as Promise<T>
  }
}
