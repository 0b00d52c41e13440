import type { RosterGuest } from '@/components/gate/state/roster'
import type { GateFetch } from '@/components/gate/state/transport'
import {
  checksumOf,
  countsForPresence,
  type Direction,
  decide,
  needsAdminOverride,
  type Override,
  type Passage,
  presenceOf,
} from '@/lib/admission/rules'
import {
  joinBody,
  newDeviceBody,
  passageInput,
  passagesBody,
  type RosterPage,
  scanBody,
} from '@/lib/gate/schema'
import { NO_PHONE_TEXTS } from './phone-texts'

const LISTS: RosterPage['lists'] = [
  { id: 1, name: 'Brucoši', isSponsor: false },
  { id: 2, name: 'VIP', isSponsor: false },
]

export const NEEDS_ADMIN = 'To smije samo administrator.'

/** Returns the ticket code of a guest, derived from the guest's id. */
export const codeOf = (id: number) => `6ba7b810-9dad-11d1-80b4-${String(id).padStart(12, '0')}`

async function hashOf(code: string) {
  const digest = await crypto.subtle.digest('SHA-256', Buffer.from(code.replaceAll('-', ''), 'hex'))
  return new Uint8Array(digest, 0, 16)
}

interface Recorded extends Passage {
  device: string
  isOffline: boolean
  direction: Direction
}

/**
 * Fake gate server in memory, with the API and the admission rules of the real server. For tests of
 * the phone's code, which would be slow with a database.
 */
export class GateServer {
  guests = new Map<number, { guest: RosterGuest; code: string | null }>()
  passages = new Map<string, Recorded>()
  /** Offset of the server's clock to the test's clock, in ms. */
  clockOffsetMs = 0.25
  /**
   * Maximum clock error of a phone, in ms, whose times are not corrected. On the real server it is
   * 30 s.
   */
  clockTolerance = 0
  refusalCode: string | null = null
  /** Whether the browser of each phone is signed in, so that it can register again when refused. */
  isSignedIn = false
  gates = ['Ulaz', 'Sjever'].map((name, i) => ({ id: i + 1, name }))
  private gateIds = new Map<string, number>()
  /** End of the shift of every device, as an ISO instant; null for 8 hours after each response. */
  endsAt: string | null = null
  /** Whether the user of each device may override a ban or a full venue. */
  mayOverride = true
  policy: 'stop' | 'admit' = 'stop'
  capacity: number | null = null
  requests: string[] = []
  /** Number of passages received, including repeated ones. */
  received = 0
  /** Time of the phone's roster, as stated by each heartbeat; null before the phone has one. */
  rosters: (string | null)[] = []
  private lists = LISTS
  /** Ids of changed guests, and `lists` for a change of the guest lists, in order. */
  private changes: (number | 'lists')[] = []
  /** Ids of both passages of every duplicate admission so far. */
  private reportedDuplicates = new Set<string>()
  private last = 0

  async add(id: number, more: Partial<RosterGuest> & { ticket?: boolean } = {}) {
    const { ticket = true, ...fields } = more
    const code = ticket ? codeOf(id) : null
    const hash = code && Buffer.from(await hashOf(code)).toString('base64')
    const guest = {
      ...NO_PHONE_TEXTS,
      id,
      name: `Ime${id}`,
      surname: 'Prezimić',
      list: 1,
      since: null,
      hash,
      ...fields,
    }
    this.guests.set(id, { guest, code })
    this.changes.push(id)
  }

  changeLists(lists: RosterPage['lists']) {
    this.lists = lists
    this.changes.push('lists')
  }

  sinceOf(id: number) {
    return presenceOf([...this.passages.values()].filter(({ guestId }) => guestId === id)).since
  }

  duplicates() {
    return [...this.guests.keys()].flatMap(
      (id) =>
        presenceOf([...this.passages.values()].filter((passage) => passage.guestId === id)).doubles,
    )
  }

  /** Returns the `fetch` function of one device. `network` may lose, delay or cut its requests. */
  fetchFor(
    device: string,
    network: (respond: () => Promise<Response>) => Promise<Response>,
  ): GateFetch {
    return (path, init) =>
      network(async () => {
        this.requests.push(`${init?.method ?? 'GET'} ${path}`)
        const body = JSON.parse(String(init?.body ?? '{}')) as never
        const response = await this.respond(device, path, init?.method ?? 'GET', body)
        return response instanceof Response ? response : Response.json(response)
      })
  }

  private get now() {
    return new Date(Date.now() + this.clockOffsetMs).toISOString()
  }

  private async respond(device: string, path: string, method: string, body: never) {
    if (path === 'join') joinBody.parse(body)
    // A new device ends the refusal of the old one.
    if (path === 'join' || (path === 'devices' && this.isSignedIn)) this.refusalCode = null
    if (this.refusalCode && path !== 'passages') return this.refusal()
    if (path.startsWith('roster')) return this.roster(Number(path.split('=')[1]))
    if (path.startsWith('changes')) return this.changesSince(device, Number(path.split('=')[1]))
    if (path.startsWith('stream')) return new Response(null, { status: 404 })
    // Validates with the real schema: the test fails on a request that the real server would
    // refuse.
    if (path === 'scan') return this.scan(device, scanBody.parse(body) as never)
    if (path === 'passages') {
      const upload = passagesBody.parse(body)
      // As on the real server, a device whose shift is over may deliver passages, but gets nothing
      // else.
      if (this.refusalCode && upload.passages.length === 0) return this.refusal()
      return this.batch(device, upload as never)
    }
    if (method === 'DELETE') return new Response(null, { status: 204 })
    if (path === 'devices') this.gateIds.delete(device)
    return this.me(device, newDeviceBody.parse(body).gateId)
  }

  private refusal() {
    const date = new Date(Date.now() + this.clockOffsetMs).toUTCString()
    return Response.json({ code: this.refusalCode, detail: '' }, { status: 403, headers: { date } })
  }

  /** Returns the data of a device, after a move to the gate `gateId` if it is set. */
  private me(id: string, gateId = this.gateIds.get(id) ?? this.gates[0]?.id) {
    const gate = this.gates.find((gate) => gate.id === gateId)
    const detail = 'Ulaz ne postoji ili je obrisan.'
    if (!gate) return Response.json({ code: 'not_found', detail }, { status: 404 })
    this.gateIds.set(id, gate.id)
    const endsAt =
      this.endsAt ?? new Date(Date.now() + this.clockOffsetMs + 8 * 3_600_000).toISOString()
    return {
      device: {
        id,
        label: id,
        gateId: gate.id,
        gate: gate.name,
        endsAt,
        isStaff: true,
        mayOverride: this.mayOverride,
        maySell: true,
      },
      gates: this.gates.map((gate) => ({ ...gate, unknownPolicy: this.policy, capacity: null })),
      now: this.now,
      release: 'x',
      fill: this.fill,
    }
  }

  private get fill() {
    const inside = [...this.guests.keys()].filter((id) => this.sinceOf(id) !== null).length
    return this.capacity === null ? null : { inside, capacity: this.capacity, gates: [] }
  }

  private roster(after: number) {
    const all = [...this.guests.values()].sort((a, b) => a.guest.id - b.guest.id)
    const page = all.filter(({ guest }) => guest.id > after).slice(0, 3)
    return {
      cursor: String(this.changes.length),
      count: page.length,
      last: page.at(-1)?.guest.id ?? 0,
      total: all.length,
      lists: this.lists,
      guests: page.map(({ guest }) => this.view(guest.id)),
    } satisfies RosterPage
  }

  private view(id: number): RosterGuest {
    const since = this.sinceOf(id)
    const { guest } = this.guests.get(id) as { guest: RosterGuest }
    return { ...guest, since: since === null ? null : new Date(since).toISOString() }
  }

  private changesSince(device: string, since: number) {
    const changed = [...new Set(this.changes.slice(since))]
    const ids = changed.filter((entry) => entry !== 'lists')
    const names = new Set(this.duplicates().map((pair) => pair.map(({ id }) => id).join(' ')))
    for (const name of names) this.reportedDuplicates.add(name)
    const duplicates = this.duplicates()
      .filter((pair) => pair.some((passage) => passage.device === device))
      .map(([first, second]) => ({
        guest: this.view(first.guestId as number),
        first: toPassageResponse(first),
        second: toPassageResponse(second),
        settled: null,
      }))
    return {
      cursor: String(this.changes.length),
      guests: ids.filter((id) => this.guests.has(id)).map((id) => this.view(id)),
      gone: ids.filter((id) => !this.guests.has(id)),
      ...(changed.includes('lists') && { lists: this.lists }),
      fill: this.fill,
      doubles: duplicates,
      doublesGone: [...this.reportedDuplicates].filter((name) => !names.has(name)),
      me: false,
    }
  }

  private scan(
    device: string,
    request: {
      id: string
      code?: string
      guestId?: number
      direction: Direction
      override?: Override | Override[]
    },
  ) {
    const overrides = [request.override ?? []].flat()
    if (overrides.some(needsAdminOverride) && !this.mayOverride)
      return Response.json({ code: 'forbidden', detail: NEEDS_ADMIN }, { status: 403 })
    const known = this.passages.get(request.id)
    if (known) return this.scanResponse(known)
    const found = [...this.guests.values()].find(
      ({ guest, code }) => guest.id === request.guestId || (code && code === request.code),
    )
    const ticket = found && { bought: found.code !== null, banned: found.guest.ban !== null }
    const id = found?.guest.id ?? null
    const since = id === null ? null : this.sinceOf(id)
    const isFull = this.fill !== null && this.fill.inside >= this.fill.capacity
    const verdict = decide(ticket ?? null, since, request.direction, overrides, isFull)
    // Two passages in the same millisecond would have no order. Real scans are further apart.
    this.last = Math.max(Date.now() + this.clockOffsetMs, this.last + 1)
    const at = this.last
    const passage = {
      id: request.id,
      guestId: id,
      verdict,
      at,
      takesBack: null,
      device,
      isOffline: false,
      direction: request.direction,
    }
    this.record(passage)
    return this.scanResponse(passage)
  }

  private scanResponse({ verdict, guestId, at }: Recorded) {
    return {
      verdict,
      guest: guestId && this.view(guestId),
      at: new Date(at).toISOString(),
      ...(this.fill && { fill: this.fill }),
    }
  }

  private batch(
    device: string,
    body: {
      sentAt: string
      passages: (Recorded & { at: string })[]
      status?: { rosterAt: string | null }
    },
  ) {
    this.rosters.push(body.status?.rosterAt ?? null)
    this.received += body.passages.length
    const measured = Date.now() + this.clockOffsetMs - Date.parse(body.sentAt)
    const offset = Math.abs(measured) <= this.clockTolerance ? 0 : measured
    const results = body.passages.map((passage) => {
      passageInput.parse(passage)
      const outcome = this.passages.has(passage.id) ? 'known' : 'counted'
      const at = Date.parse(passage.at) + offset
      const { id, guestId = null, verdict, takesBack = null, direction } = passage
      this.record({ id, guestId, verdict, takesBack, direction, at, device, isOffline: true })
      return { id, outcome }
    })
    const ownPassages = [...this.passages.values()].filter(
      (passage) => passage.device === device && passage.isOffline,
    )
    return {
      results,
      tally: checksumOf(ownPassages.map(({ id }) => id)),
      now: this.now,
      presence: body.passages.flatMap(({ guestId }) =>
        guestId && this.guests.has(guestId)
          ? { guest: guestId, since: this.view(guestId).since }
          : [],
      ),
      ...(this.fill && { fill: this.fill }),
    }
  }

  private record(passage: Recorded) {
    if (this.passages.has(passage.id)) return
    this.passages.set(passage.id, passage)
    const changesGuest =
      passage.guestId !== null && (countsForPresence(passage.verdict) || passage.takesBack)
    if (changesGuest) this.changes.push(passage.guestId as number)
  }
}

const toPassageResponse = ({ id, at, device }: Recorded) => ({
  id,
  at: new Date(at).toISOString(),
  gate: 'Ulaz',
  device,
  deviceId: device,
  user: null,
})
