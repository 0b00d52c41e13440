import { createHash, randomBytes } from 'node:crypto'
import type { PassageVerdict } from '@/db/catalogue/verdicts'
import type { TestGuest } from '@/db/seed/test-night'
import { decide, newPassageId } from '@/lib/admission/rules'
import type { GateMe, PassagesAnswer, Scan as ScanResponse } from '@/lib/gate/schema'
import { MAX_PASSAGES } from '@/lib/gate/schema'
import { UserError } from './command'

type Direction = 'in' | 'out'

/**
 * Admission time in ms of each guest who is inside, by guest id. The phones of a simulated night
 * share it.
 */
export type Presence = Map<number, number>

interface QueuedPassage {
  id: string
  guestId: number
  direction: Direction
  verdict: PassageVerdict
  decided: 'alone'
  at: string
  /**
   * Id of the passage that was sent to a server without getting a response, and that this passage
   * voids; null otherwise.
   */
  takesBack: string | null
}

/** Whether an error of `fetch` means that the server did not respond. */
const isNetworkError = (error: unknown) =>
  error instanceof TypeError && /fetch failed|terminated/.test(error.message)

/**
 * Thrown when the server responds with 401 or 403: an admin has revoked the device, or its gate
 * shift is over.
 */
export class DeviceRevoked extends Error {}

/** Creates a pairing code, and the hash of it that the database stores. */
export function newPairingCode() {
  const code = randomBytes(16).toString('base64url')
  return { code, hash: createHash('sha256').update(code).digest() }
}

/**
 * Simulated gate device, which uses the API as a real phone does. It sends each scan to the
 * server. Without a network it decides by the data from before the failure, and sends the passages
 * later.
 */
export class SimulatedDevice {
  private queue: QueuedPassage[] = []
  private offlinePresence: Presence | null = null
  /** Number of passages for each verdict that the server has returned or received. */
  readonly verdictCounts = new Map<PassageVerdict, number>()
  lateCount = 0

  private constructor(
    readonly name: string,
    private url: string,
    private cookie: string,
    private origin: string,
    private me: GateMe,
    private sharedPresence: Presence,
  ) {}

  /**
   * Registers the device with a pairing code. Throws a UserError if the server refuses the code.
   */
  static async pair(
    url: string,
    {
      origin,
      code,
      name,
      sharedPresence,
    }: { origin: string; code: string; name: string; sharedPresence: Presence },
  ): Promise<SimulatedDevice> {
    const response = await fetch(`${url}/api/gate/join/`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ code, name }),
    })
    if (!response.ok)
      throw new UserError(
        `The instance at ${url} refused to pair a phone (${response.status}): it must use the database of these settings.`,
      )
    const [deviceCookie = ''] = (response.headers.getSetCookie()[0] ?? '').split(';')
    return new SimulatedDevice(
      name,
      url,
      deviceCookie,
      origin,
      (await response.json()) as GateMe,
      sharedPresence,
    )
  }

  /**
   * Takes the network away from the device. Returns the presence of guests by which it decides
   * offline.
   */
  disconnect(): Presence {
    this.offlinePresence ??= new Map(this.sharedPresence)
    return this.offlinePresence
  }

  async scan(guest: TestGuest, direction: Direction): Promise<void> {
    const id = newPassageId()
    if (this.offlinePresence) return this.decide(id, guest, direction, this.offlinePresence)
    const target = guest.code === null ? { guestId: guest.id } : { code: guest.code }
    try {
      const { verdict } = await this.post<ScanResponse>('/api/gate/scan/', {
        id,
        ...target,
        direction,
      })
      this.updatePresence(this.sharedPresence, guest, verdict)
      this.count(verdict)
    } catch (error) {
      if (!isNetworkError(error)) throw error
      // As a real phone, the device decides offline at once. The server may have stored the first
      // passage without the response arriving, so the new passage voids it.
      this.decide(newPassageId(), guest, direction, this.disconnect(), id)
    }
  }

  private decide(
    id: string,
    guest: TestGuest,
    direction: Direction,
    offlinePresence: Presence,
    takesBack: string | null = null,
  ) {
    const ticket = { bought: guest.code !== null, banned: guest.isBanned }
    const verdict = decide(ticket, offlinePresence.get(guest.id) ?? null, direction)
    const at = new Date().toISOString()
    const passage = { id, guestId: guest.id, direction, verdict, at, takesBack }
    this.queue.push({ ...passage, decided: 'alone' })
    this.updatePresence(offlinePresence, guest, verdict)
  }

  private updatePresence(presence: Presence, { id }: TestGuest, verdict: PassageVerdict) {
    if (verdict === 'admitted') presence.set(id, Date.now())
    else if (verdict === 'left') presence.delete(id)
  }

  private count(verdict: PassageVerdict) {
    this.verdictCounts.set(verdict, (this.verdictCounts.get(verdict) ?? 0) + 1)
  }

  get isOffline() {
    return this.offlinePresence !== null
  }

  /** Sends the passages that were decided offline. Returns false if the network is still down. */
  async reconnect(): Promise<boolean> {
    try {
      await this.sendQueue()
      this.offlinePresence = null
      return true
    } catch (error) {
      if (isNetworkError(error)) return false
      throw error
    }
  }

  private async sendQueue() {
    while (this.queue.length > 0) {
      const passages = this.queue.slice(0, MAX_PASSAGES)
      const { results } = await this.deliver(passages)
      for (const [i, { outcome, detail }] of results.entries()) {
        if (outcome === 'refused') throw new Error(`a passage was refused: ${detail}`)
        const { guestId, verdict } = passages[i] as QueuedPassage
        this.updatePresence(this.sharedPresence, { id: guestId } as TestGuest, verdict)
        this.count(verdict)
      }
      this.lateCount += passages.length
      this.queue.splice(0, passages.length)
    }
  }

  /** Sends a heartbeat, unless the device is offline. */
  async sendHeartbeat(): Promise<void> {
    if (!this.offlinePresence) await this.deliver([])
  }

  async unregister(): Promise<void> {
    await fetch(`${this.url}/api/gate/me/`, { method: 'DELETE', headers: this.headers() })
  }

  private deliver(passages: QueuedPassage[]) {
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
    const response = await fetch(this.url + path, {
      method: 'POST',
      headers: this.headers(),
      body: JSON.stringify(body),
    })
    if (response.status === 401 || response.status === 403) throw new DeviceRevoked()
    if (!response.ok)
      throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
    return response.json() as Promise<T>
  }
}
