import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { describeFailure } from '@/components/gate/screens/gate-status'
import { ScanDebouncer } from '@/components/gate/screens/use-scanner'
import {
  VERDICTS,
  type Verdict,
  type VerdictKind,
  verdictOf,
  wordOf,
} from '@/components/gate/screens/verdicts'
import { GateClient } from '@/components/gate/state/session'
import { newPassageId, type Override } from '@/lib/admission/rules'
import { advanceSeconds, advanceUntil } from '../support/fake-clock'
import { codeOf, GateServer, NEEDS_ADMIN } from '../support/gate-server'
import fc from '../support/property'

/**
 * Network between a phone and the fake server. A test can cut it, slow it down, or lose responses.
 */
class FakeNetwork {
  isCut = false
  /** Response in place of the server's, as a hotspot sends before its login page is confirmed. */
  portal: (() => Response) | null = null
  delay = 0
  /** Number of next responses that are lost, although their requests reached the server. */
  losing = 0
  /** Whether the response to a request with this path waits until `release`. */
  delaysResponse: (path: string) => boolean = () => false
  private pendingReleases: (() => void)[] = []
  release() {
    this.delaysResponse = () => false
    for (const resolve of this.pendingReleases.splice(0)) resolve()
  }
  get hasPending() {
    return this.pendingReleases.length > 0
  }
  pass = async (respond: () => Promise<Response>, path = '') => {
    if (this.isCut) throw new TypeError('cut')
    if (this.portal) return this.portal()
    if (this.delay > 0) await new Promise((resolve) => setTimeout(resolve, this.delay))
    const response = await respond()
    if (this.losing > 0) {
      this.losing--
      throw new TypeError('lost')
    }
    if (this.delaysResponse(path))
      await new Promise<void>((resolve) => this.pendingReleases.push(resolve))
    return response
  }
}

const gates: GateClient[] = []

const STATUS = { release: 'x', battery: null, storage: null, camera: 'off' }

/** Creates a phone that is not started. */
function newPhone(server: GateServer, name = 'one') {
  const network = new FakeNetwork()
  const gate = new GateClient(
    (path, init) => server.fetchFor(name, (respond) => network.pass(respond, path))(path, init),
    { status: async () => STATUS },
  )
  gates.push(gate)
  const scan = (id: number, direction: 'in' | 'out' = 'in') =>
    gate.decideScan({ who: { code: codeOf(id) }, direction })
  const byName = (guestId: number, ...overrides: Override[]) =>
    gate.decideScan({ who: { guestId }, direction: 'in', overrides })
  const settled = () => vi.waitFor(() => expect(gate.state.queue).toBe(0), { timeout: 20_000 })
  return { gate, network, scan, byName, settled }
}

async function phone(server: GateServer, name = 'one') {
  const started = newPhone(server, name)
  await started.gate.start()
  await loaded(started.gate, server)
  return started
}

/** Opens an event stream whose events the test sends. */
function eventStream(signal: AbortSignal) {
  const encoder = new TextEncoder()
  let send = (_event: string) => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      send = (event) => controller.enqueue(encoder.encode(`${event}\n\n`))
      signal.addEventListener('abort', () => controller.error(new DOMException('', 'AbortError')))
      send('retry: 2000')
    },
  })
  const response = new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  return { response, send, signal }
}

/** Starts a phone with event streams. Requests with a path in `cut` fail like a lost network. */
async function streamingPhone(server: GateServer) {
  const streams: ReturnType<typeof eventStream>[] = []
  const cut = new Set<string>()
  const gate = new GateClient(
    async (path, init) => {
      if (cut.has(path)) throw new TypeError('cut')
      if (!path.startsWith('stream'))
        return server.fetchFor('one', (respond) => respond())(path, init)
      const opened = eventStream(init?.signal as AbortSignal)
      streams.push(opened)
      return opened.response
    },
    { status: async () => STATUS },
  )
  gates.push(gate)
  await gate.start()
  await loaded(gate, server)
  await advanceUntil(() => expect(streams).toHaveLength(1))
  const { cursor } = gate.device
  const noChanges = { cursor, guests: [], gone: [], doubles: [], doublesGone: [], me: false }
  const send = (changes: object) =>
    streams.at(-1)?.send(`data: ${JSON.stringify({ ...noChanges, ...changes })}`)
  return { gate, streams, cut, send }
}

const loaded = (gate: GateClient, server: GateServer) =>
  vi.waitFor(() => expect(gate.state.guests).toBe(server.guests.size), { timeout: 30_000 })

let server: GateServer
beforeEach(async () => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', new EventTarget())
  vi.useFakeTimers({
    now: Date.parse('2026-10-03T21:00:00Z'),
    shouldAdvanceTime: true,
    advanceTimeDelta: 40,
  })
  server = new GateServer()
  for (let id = 1; id <= 8; id++) await server.add(id)
})
afterEach(() => {
  for (const gate of gates.splice(0)) gate.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a phone with a network', () => {
  it('shows the verdicts of the server, and counts the guests it admitted and did not let out', async () => {
    await server.add(9, { ticket: false })
    await server.add(10, { ban: 'Tučnjava' })
    const { gate, scan, byName } = await phone(server)
    const first = await scan(1)
    expect([first.kind, first.guest?.name, first.isOffline]).toEqual(['admitted', 'Ime1', false])
    expect((await scan(1, 'out')).kind).toBe('left')
    expect((await scan(1, 'out')).kind).toBe('outside')
    expect((await byName(9)).kind).toBe('no_ticket')
    expect((await byName(9, 'no_ticket')).kind).toBe('admitted')
    expect((await scan(10)).kind).toBe('banned')
    expect((await byName(10, 'banned')).kind).toBe('admitted')
    expect((await scan(77)).kind).toBe('unknown')
    expect(gate.state.admitted).toBe(2)
  })

  it('shows the occupancy, refuses a guest at capacity, and admits the guest by an override', async () => {
    server.capacity = 2
    const { gate, scan, byName } = await phone(server)
    expect(gate.state.fill).toMatchObject({ inside: 0, capacity: 2 })
    await scan(1)
    await scan(2)
    expect(gate.state.fill).toMatchObject({ inside: 2, capacity: 2 })
    const full = await scan(3)
    expect([full.kind, full.sentence]).toEqual(['full', 'Unutra je 2 od 2.'])
    expect((await scan(2)).kind).toBe('inside')
    expect((await byName(3, 'full')).kind).toBe('admitted')
    expect(gate.state.fill).toMatchObject({ inside: 3 })
  })

  // Rule 6.9: each refusal of a guest is overridden by itself, in the order of rule 6.8.
  it.each([
    ['with', false],
    ['without', true],
  ])(
    'admits a banned guest without a ticket at capacity, one override after the other, %s a network',
    async (_, isCut) => {
      server.capacity = 1
      await server.add(10, { ticket: false, ban: 'Tučnjava' })
      const { network, scan, byName, settled } = await phone(server)
      await scan(1)
      network.isCut = isCut
      const verdicts = [
        await byName(10),
        await byName(10, 'banned'),
        await byName(10, 'banned', 'no_ticket'),
        await byName(10, 'banned', 'no_ticket', 'full'),
      ]
      expect(verdicts.map(({ kind }) => kind)).toEqual(['banned', 'no_ticket', 'full', 'admitted'])
      expect(new Set(verdicts.map(({ isOffline }) => isOffline))).toEqual(new Set([isCut]))
      network.isCut = false
      await settled()
      expect(server.sinceOf(10)).not.toBeNull()
    },
  )

  // Rule 6.9: only an admin overrides a ban.
  it('obeys the server when it refuses an override, and reads its permissions again', async () => {
    await server.add(10, { ban: 'Tučnjava' })
    const { gate, byName } = await phone(server)
    server.mayOverride = false
    const { kind, sentence, isOffline } = await byName(10, 'banned')
    expect([kind, sentence, isOffline]).toEqual(['banned', NEEDS_ADMIN, false])
    expect(gate.state.queue).toBe(0)
    await vi.waitFor(() => expect(gate.state.me?.device.mayOverride).toBe(false), {
      timeout: 30_000,
    })
  })

  it('shows a verdict of a newer server that this release does not know as an error', () => {
    expect(verdictOf('wrong_gate' as VerdictKind)).toMatchObject(
      verdictOf('error', null, { at: expect.any(Number) }),
    )
  })

  it('refuses a text that is not a code, and records no passage', async () => {
    const { gate } = await phone(server)
    const before = server.passages.size
    const who = { code: 'https://primjer.hr' }
    expect((await gate.decideScan({ who, direction: 'in' })).kind).toBe('not_code')
    expect(server.passages.size).toBe(before)
  })

  // Rule 6.19: verdicts for an admitted code that is shown again.
  it('shows on a repeated scan that this device has just admitted the guest', async () => {
    const { scan } = await phone(server)
    await scan(1)
    const repeat = await scan(1)
    expect([repeat.kind, wordOf(repeat).word]).toEqual(['inside', 'Upravo propušten'])
    expect(repeat.sentence).toContain('Ako je ovo druga osoba, karta je kopirana.')
    await vi.advanceTimersByTimeAsync(61_000)
    expect(wordOf(await scan(1)).word).toBe('Već unutra')
  })

  it.each([
    ['with', false],
    ['without', true],
  ])(
    'gives the right verdicts on fifty scans in a row, ten of them copies, %s a network',
    async (_, isCut) => {
      for (let id = 9; id <= 40; id++) await server.add(id)
      const { network, scan } = await phone(server)
      network.isCut = isCut
      // Ten guests show a screenshot of the ticket of the person before them.
      const idGroups = Array.from({ length: 40 }, (_, i) =>
        i % 4 === 3 ? [i + 1, i + 1] : [i + 1],
      )
      const debouncer = new ScanDebouncer()
      const verdicts: [number, string][] = []
      let closesAt = Number.POSITIVE_INFINITY
      const showVerdict = async (id: number, verdict: Promise<Verdict>) => {
        debouncer.ask(codeOf(id), Date.now())
        const result = await verdict
        debouncer.show(codeOf(id), Date.now())
        closesAt = Date.now() + VERDICTS[result.kind].stays
        verdicts.push([id, wordOf(result).word])
      }
      for (const id of idGroups.flat()) {
        // For each guest: 1.2 s without a code in the picture, then 1.4 s with the code.
        for (let picture = 0; picture < 22; picture++) {
          await vi.advanceTimersByTimeAsync(120)
          if (Date.now() >= closesAt) debouncer.close(Date.now())
          const newCode = debouncer.see(picture < 10 ? [] : [codeOf(id)], Date.now())
          if (newCode) await showVerdict(id, scan(id))
        }
      }
      const expected = idGroups.flatMap(([id, copy]) => [
        [id, 'Ulaz'],
        ...(copy ? [[copy, 'Upravo propušten']] : []),
      ])
      expect(verdicts).toEqual(expected)
      expect(verdicts).toHaveLength(50)
    },
  )

  it('reports its loaded roster to the server at once, before the next heartbeat', async () => {
    await phone(server)
    // Long before the next heartbeat is due.
    await vi.waitFor(() => expect(server.rosters).toEqual([null, expect.any(String)]), {
      timeout: 30_000,
    })
  })

  it('stops showing a duplicate admission after one of its passages is voided', async () => {
    const [phoneA, phoneB] = [await phone(server), await phone(server, 'two')]
    for (const { network } of [phoneA, phoneB]) network.isCut = true
    await phoneA.scan(1)
    await phoneB.scan(1)
    for (const { network } of [phoneA, phoneB]) network.isCut = false
    const waitForDuplicates = (count: number) =>
      advanceUntil(() => expect(phoneA.gate.state.doubles).toHaveLength(count))
    await waitForDuplicates(1)
    const [[, second] = []] = server.duplicates()
    const at = new Date().toISOString()
    const voidingPassage = { id: newPassageId(), guestId: 1, direction: 'in', verdict: 'inside' }
    const passages = [{ ...voidingPassage, decided: 'alone', at, takesBack: second?.id }]
    await server.fetchFor('two', (respond) => respond())('passages', {
      method: 'POST',
      body: JSON.stringify({ sentAt: at, passages }),
    })
    await waitForDuplicates(0)
  })

  it('finds a copied ticket also after a scan of it in the wrong direction', async () => {
    const [phoneA, phoneB] = [await phone(server), await phone(server, 'two')]
    phoneB.network.isCut = true
    await phoneA.scan(1)
    await vi.advanceTimersByTimeAsync(10_000)
    expect((await phoneB.scan(1, 'out')).kind).toBe('outside')
    await vi.advanceTimersByTimeAsync(3_000)
    expect((await phoneB.scan(1)).kind).toBe('admitted')
    phoneB.network.isCut = false
    await advanceUntil(() => expect(phoneB.gate.state.doubles).toHaveLength(1))
  })

  it('lets a guest out who was admitted by another phone, of which it knew nothing', async () => {
    const [phoneA, phoneB] = [await phone(server), await phone(server, 'two')]
    phoneB.network.isCut = true
    await phoneA.scan(1)
    await vi.advanceTimersByTimeAsync(10_000)
    expect((await phoneB.scan(1, 'out')).kind).toBe('outside')
    phoneB.network.isCut = false
    await advanceUntil(() => expect(phoneA.gate.device.guest(1)?.since).toBeNull())
    expect((await phoneA.scan(1)).kind).toBe('admitted')
  })

  it('finds the guest of a ticket that was sold just now, by its code', async () => {
    const { gate } = await phone(server)
    await server.add(50)
    expect((await gate.guestByCode(codeOf(50)))?.name).toBe('Ime50')
    expect(gate.device.guest(50)?.bought).toBe(true)
    expect(await gate.guestByCode(codeOf(51))).toBeNull()
    expect(server.passages.size).toBe(0)
  })

  it('shows no copy warning for a guest whom another device admitted', async () => {
    const [phoneA, phoneB] = [await phone(server), await phone(server, 'two')]
    await phoneA.scan(1)
    expect((await phoneB.scan(1)).sentence).toBe('')
  })
})

describe('a phone without a working network', () => {
  // Rules 6.14 and 6.15: a phone decides without the server, stores the passage, and sends it
  // later.
  it('decides without a request, and sends its passages later', async () => {
    const { gate, network, scan, settled } = await phone(server)
    network.isCut = true
    const first = await scan(1)
    expect([first.kind, first.isOffline, first.guest?.since]).toEqual([
      'admitted',
      true,
      expect.any(Number),
    ])
    expect(gate.state.network).toBe('none')
    const calls = server.requests.length
    expect(wordOf(await scan(1)).word).toBe('Upravo propušten')
    expect((await scan(1, 'out')).kind).toBe('left')
    expect((await scan(2, 'out')).kind).toBe('outside')
    expect(server.requests.length).toBe(calls)
    expect([gate.state.queue, gate.state.admitted]).toEqual([4, 0])
    network.isCut = false
    await settled()
    expect([...server.passages.values()].map(({ verdict }) => verdict)).toEqual([
      'admitted',
      'inside',
      'left',
      'outside',
    ])
  })

  it('updates the last known occupancy by its own admissions and exits', async () => {
    server.capacity = 2
    const { gate, network, scan, byName, settled } = await phone(server)
    await scan(1)
    network.isCut = true
    await vi.advanceTimersByTimeAsync(1_000)
    expect((await scan(2)).kind).toBe('admitted')
    expect(gate.state.fill).toMatchObject({ inside: 2, capacity: 2 })
    const full = await scan(3)
    expect([full.kind, full.sentence, full.isOffline]).toEqual(['full', 'Unutra je 2 od 2.', true])
    expect((await scan(1, 'out')).kind).toBe('left')
    expect((await scan(3)).kind).toBe('admitted')
    expect((await byName(4, 'full')).kind).toBe('admitted')
    expect(gate.state.fill).toMatchObject({ inside: 3 })
    network.isCut = false
    await settled()
    await vi.waitFor(() => expect(gate.state.fill).toMatchObject({ inside: 3 }), {
      timeout: 30_000,
    })
    const verdicts = [...server.passages.values()].map(({ verdict }) => verdict)
    expect(verdicts.filter((verdict) => verdict === 'full')).toHaveLength(1)
  })

  // Rule 6.19. The server does not correct the times of a clock that is wrong by at most 30 s.
  it.each([12_000, -29_000])(
    'knows its own delivered admission although its clock is wrong by %i ms',
    async (error) => {
      server.clockOffsetMs = error
      server.clockTolerance = 30_000
      const { network, scan, settled } = await phone(server)
      network.isCut = true
      expect((await scan(1)).kind).toBe('admitted')
      network.isCut = false
      window.dispatchEvent(new Event('online'))
      await settled()
      const again = await scan(1)
      expect([wordOf(again).word, again.isOffline]).toEqual(['Upravo propušten', false])
      expect(Math.abs((server.sinceOf(1) ?? 0) - (Date.now() + error))).toBeGreaterThan(5_000)
    },
  )

  it('treats the login page of a hotspot as no network, and not as a roster update', async () => {
    const { gate, network, scan } = await phone(server)
    const page = { headers: { 'content-type': 'text/html; charset=utf-8' } }
    network.portal = () => new Response('<h1>Dobro došli na besplatni Wi-Fi</h1>', page)
    const previousRosterAt = gate.state.rosterAt
    expect((await scan(1)).isOffline).toBe(true)
    await vi.advanceTimersByTimeAsync(20_000)
    expect([gate.state.network, gate.state.queue]).toEqual(['none', 1])
    expect(gate.state.rosterAt).toBe(previousRosterAt)
    network.portal = null
    await advanceUntil(() => expect([gate.state.network, gate.state.queue]).toEqual(['well', 0]))
    expect(server.sinceOf(1)).not.toBeNull()
  })

  it('decides without the server while every response is an error', async () => {
    const { gate, network, scan } = await phone(server)
    network.portal = () => Response.json({ code: 'unexpected', detail: 'Greška.' }, { status: 500 })
    const { kind, isOffline } = await scan(1)
    expect([kind, isOffline]).toEqual(['admitted', true])
    await advanceUntil(() => expect(gate.state.network).toBe('none'))
    network.portal = null
    await advanceUntil(() => expect(gate.state.queue).toBe(0))
    expect(server.sinceOf(1)).not.toBeNull()
  })

  it('waits for a slow network once, then decides at once until the network is fast again', async () => {
    const { gate, network, scan, settled } = await phone(server)
    network.delay = 3_000
    const times: number[] = []
    for (const id of [1, 2, 3]) {
      const startedAt = Date.now()
      expect((await scan(id)).kind).toBe('admitted')
      times.push(Date.now() - startedAt)
    }
    // The first scan waits 700 ms, not the 3 s of the network. The other scans do not wait at all.
    expect(times[0]).toBeGreaterThanOrEqual(600)
    expect(times[0]).toBeLessThan(3_000)
    expect(times[1]).toBeLessThan(600)
    expect(times[2]).toBeLessThan(600)
    await settled()
    // The first scan was recorded twice: late by the server, and by the phone, which voids the
    // server's passage.
    await vi.waitFor(() => expect(server.passages.size).toBe(4), { timeout: 30_000 })
    expect(server.duplicates()).toEqual([])
    network.delay = 0
    await vi.waitFor(() => expect(gate.state.network).toBe('well'), { timeout: 20_000 })
    expect((await scan(4)).isOffline).toBe(false)
  })

  it('causes no duplicate admission when the response to a scan is lost', async () => {
    const { network, scan, settled } = await phone(server)
    network.losing = 1
    expect((await scan(1)).kind).toBe('admitted')
    await settled()
    expect(server.duplicates()).toEqual([])
    expect(server.sinceOf(1)).not.toBeNull()
  })

  it.each([
    ['asks again without a roster', 'none', false],
    ['asks again with a roster that has the admission', 'loaded', false],
    ['decides alone by a roster that has the admission', 'loaded', true],
  ])(
    'admits a guest whose first response was lost while the roster was loading, and %s',
    async (_, roster, isCut) => {
      const { gate, network, scan, settled } = newPhone(server)
      network.delaysResponse = (path) => path.startsWith('roster') || path === 'scan'
      await gate.start()
      let first: Verdict | undefined
      void scan(1).then((verdict) => {
        first = verdict
      })
      await advanceUntil(() => expect(first?.kind).toBe('offline'))
      expect(server.sinceOf(1)).not.toBeNull()
      if (roster === 'none') network.delaysResponse = (path) => path.startsWith('roster')
      else {
        network.release()
        await advanceUntil(() => expect(gate.device.guest(1)?.since).toEqual(expect.any(Number)))
      }
      network.isCut = isCut
      const again = await scan(1)
      expect([again.kind, again.isOffline]).toEqual(['admitted', isCut])
      expect((await scan(1)).kind).toBe('inside')
      network.isCut = false
      await settled()
      expect(server.duplicates()).toEqual([])
      expect(server.sinceOf(1)).not.toBeNull()
    },
  )

  it('keeps a newer roster update when the delayed response to its queue arrives', async () => {
    const phoneA = await phone(server)
    const phoneB = await phone(server, 'two')
    phoneA.network.isCut = true
    expect((await phoneA.scan(1)).kind).toBe('admitted')
    phoneA.network.delaysResponse = (path) => path === 'passages' && server.sinceOf(1) !== null
    phoneA.network.isCut = false
    await vi.waitFor(() => expect(phoneA.network.hasPending).toBe(true), { timeout: 30_000 })
    expect((await phoneB.scan(1, 'out')).kind).toBe('left')
    const previousRosterAt = phoneA.gate.state.rosterAt ?? 0
    const expectNewRoster = () =>
      expect(phoneA.gate.state.rosterAt).toBeGreaterThan(previousRosterAt)
    await vi.waitFor(expectNewRoster, { timeout: 30_000 })
    phoneA.network.release()
    await phoneA.settled()
    expect(server.sinceOf(1)).toBeNull()
    expect(phoneA.gate.device.guest(1)?.since).toBeNull()
  })

  it.each([
    ['stop', 'in', 'unknown_alone', 'unknown'],
    ['admit', 'in', 'admitted', 'admitted'],
    ['admit', 'out', 'unknown_alone', 'unknown'],
  ] as const)(
    'decides on an unknown ticket by the policy %s, direction %s',
    async (policy, direction, kind, verdict) => {
      server.policy = policy
      const { network, scan, settled } = await phone(server)
      network.isCut = true
      expect((await scan(1)).kind).toBe('admitted')
      expect((await scan(99, direction)).kind).toBe(kind)
      expect((await scan(99, direction)).kind).toBe(kind === 'admitted' ? 'inside' : kind)
      network.isCut = false
      await settled()
      expect([...server.passages.values()].map((passage) => passage.verdict)).toContain(verdict)
    },
  )

  // Rule 6.19: an unknown ticket is first 'Upravo propušten', and later 'Već unutra'.
  it('reports an unknown ticket as just admitted only for a minute', async () => {
    server.policy = 'admit'
    const { network, scan } = await phone(server)
    network.isCut = true
    expect((await scan(99)).kind).toBe('admitted')
    expect(wordOf(await scan(99)).word).toBe('Upravo propušten')
    await advanceSeconds(61)
    const later = await scan(99)
    expect([wordOf(later).word, later.sentence]).toEqual(['Već unutra', ''])
  })

  // Rule 6.18: without a network, the phone does not know whether a guest has the code.
  it('finds a guest by a code of its roster, and no guest by another code', async () => {
    const { gate, network, scan } = await phone(server)
    await server.add(50)
    network.isCut = true
    expect((await scan(1)).isOffline).toBe(true)
    const calls = server.requests.length
    expect((await gate.guestByCode(codeOf(1)))?.name).toBe('Ime1')
    await expect(gate.guestByCode(codeOf(50))).rejects.toThrow()
    expect(server.requests.length).toBe(calls)
    network.isCut = false
    await advanceUntil(() => expect(gate.state.network).toBe('well'))
    expect((await gate.guestByCode(codeOf(50)))?.name).toBe('Ime50')
  })

  it('asks the server about an unknown ticket while the network is only slow', async () => {
    const { network, scan } = await phone(server)
    network.delay = 2_000
    await scan(1)
    await server.add(50)
    expect((await scan(50)).kind).toBe('admitted')
  })

  it('admits by name and override a guest without a ticket and a banned guest', async () => {
    await server.add(9, { ticket: false })
    await server.add(10, { ban: 'Tučnjava', note: 'Zove se Ban' })
    const { gate, network, byName } = await phone(server)
    network.isCut = true
    expect((await byName(9)).kind).toBe('no_ticket')
    expect((await byName(9, 'no_ticket')).kind).toBe('admitted')
    expect((await byName(10)).kind).toBe('banned')
    expect((await byName(10, 'banned')).kind).toBe('admitted')
    expect(gate.device.guest(10)).toMatchObject({ banReason: 'Tučnjava', note: 'Zove se Ban' })
  })

  it('sends its passages again after the server has lost them', async () => {
    const { network, scan, settled } = await phone(server)
    network.isCut = true
    for (const id of [1, 2, 3]) await scan(id)
    network.isCut = false
    await settled()
    server.passages.clear()
    await advanceUntil(() => expect(server.passages.size).toBe(3))
  })

  it('corrects the times of a wrong clock, also when the clock is set before the queue is sent', async () => {
    const hours = 2 * 3_600_000
    server.clockOffsetMs = hours
    const { gate, network, scan, settled } = await phone(server)
    await vi.waitFor(() => expect(gate.device.persisted.ahead).toBeGreaterThan(hours - 1_000), {
      timeout: 30_000,
    })
    network.isCut = true
    const trueTime = Date.now() + hours
    const { guest } = await scan(1)
    expect(Math.abs((guest?.since ?? 0) - trueTime)).toBeLessThan(2_000)
    // A person corrects the phone's clock.
    vi.setSystemTime(trueTime)
    server.clockOffsetMs = 0
    network.isCut = false
    await settled()
    expect(Math.abs((server.sinceOf(1) ?? 0) - trueTime)).toBeLessThan(5_000)
  })

  it('keeps the time of an admission when the clock is set back during a heartbeat', async () => {
    const hours = 2 * 3_600_000
    server.clockOffsetMs = -hours
    const { gate, network, scan } = await phone(server)
    await vi.waitFor(() => expect(gate.device.persisted.ahead).toBeLessThan(1_000 - hours), {
      timeout: 30_000,
    })
    network.delaysResponse = () => true
    await advanceUntil(() => expect(network.hasPending).toBe(true))
    const trueTime = Date.now() - hours
    await scan(1)
    expect(gate.state.queue).toBe(1)
    vi.setSystemTime(trueTime)
    server.clockOffsetMs = 0
    network.release()
    await advanceUntil(() => expect(gate.state.queue).toBe(0))
    expect(Math.abs((server.sinceOf(1) ?? 0) - trueTime)).toBeLessThan(10_000)
  })

  it('sends its queue at once when the network comes back after the clock was set back', async () => {
    const { gate, network, scan } = await phone(server)
    network.isCut = true
    await scan(1)
    await vi.advanceTimersByTimeAsync(10_000)
    vi.setSystemTime(Date.now() - 2 * 3_600_000)
    server.clockOffsetMs += 2 * 3_600_000
    network.isCut = false
    window.dispatchEvent(new Event('online'))
    await advanceUntil(() => expect(gate.state.queue).toBe(0))
  })
})

it.each([
  ['signs off if it has scanned nobody', 'idle', true],
  ['stays registered if it has scanned', 'at work', false],
  ['stays registered if the gate runs in another tab', 'stopped', false],
])('a staff page that the user leaves %s', async (_, state, isLeft) => {
  const { gate, scan } = await phone(server)
  if (state === 'at work') await scan(1)
  if (state === 'stopped') gate.stop()
  gate.leavePage()
  await vi.advanceTimersByTimeAsync(100)
  expect(server.requests.includes('DELETE me')).toBe(isLeft)
})

it('a phone decides without the server while its device has to be registered again', async () => {
  const { gate, scan } = await phone(server)
  server.refusalCode = 'no_device'
  const verdict = await scan(1)
  expect([verdict.kind, verdict.isOffline]).toEqual(['admitted', true])
  expect(gate.state.queue).toBe(1)
})

it.each([
  ['stays at its gate', false, 2],
  ['gets the first gate, because its gate was deleted', true, 1],
])('a staff phone whose device has to be registered again %s', async (_, isDeleted, gateId) => {
  const { gate } = await phone(server)
  await gate.move(2)
  if (isDeleted) server.gates.pop()
  server.isSignedIn = true
  server.refusalCode = 'no_device'
  await advanceUntil(() => expect(server.requests).toContain('POST devices'))
  await advanceUntil(() => expect(gate.state.me?.device.gateId).toBe(gateId))
  await advanceUntil(() => expect(gate.state.phase).toBe('open'))
})

it('a phone that moves to another gate sends its passages first, and does not move without', async () => {
  const { gate, network, scan } = await phone(server)
  network.isCut = true
  await scan(1)
  await expect(gate.move(2)).rejects.toThrow('cut')
  expect(server.requests).not.toContain('PUT me')
  expect(gate.state.queue).toBe(1)
  const delivered: number[] = []
  network.delaysResponse = (path) => {
    if (path === 'me') delivered.push(server.passages.size)
    return false
  }
  network.isCut = false
  await gate.move(2)
  expect(server.requests).toContain('PUT me')
  expect(delivered[0]).toBe(1)
})

it('a phone that cannot move to another gate shows the reason of the server, or that there is no network', async () => {
  const { gate, network } = await phone(server)
  server.gates.pop()
  const failure = () => gate.move(2).then(() => '', describeFailure)
  expect(await failure()).toBe('Ulaz ne postoji ili je obrisan.')
  network.isCut = true
  expect(await failure()).toBe('Za to treba mreža. Pokušajte ponovno kad je bude.')
})

// Rule 6.20: a phone that opens a new QR code during its shift is another device from then on.
it.each([
  ['ends during the registration', true],
  ['would end the shift of the old device later', false],
])(
  'a phone that is paired again follows only its new device, when the old stream %s',
  async (_, isEarly) => {
    const streams = new Map<string, ReturnType<typeof eventStream>>()
    let device = 'one'
    const stream = (signal: AbortSignal) => {
      const opened = eventStream(signal)
      streams.set(device, opened)
      return opened.response
    }
    const gate = new GateClient(
      async (path, init) => {
        if (path.startsWith('stream')) return stream(init?.signal as AbortSignal)
        if (path === 'join') {
          if (isEarly) {
            // The stream of the old device may report its end before the phone has the new device.
            server.refusalCode = 'no_device'
            streams.get('one')?.send('event: end\ndata: {"code":"no_device"}')
            await vi.advanceTimersByTimeAsync(1_000)
          }
          device = 'two'
        }
        return server.fetchFor(device, (respond) => respond())(path, init)
      },
      { status: async () => STATUS },
    )
    gates.push(gate)
    await gate.start()
    await advanceUntil(() => expect(streams.has('one')).toBe(true))
    const side = { at: new Date().toISOString(), gate: 'Ulaz', device: 'one', user: null }
    const first = { ...side, id: newPassageId(), deviceId: 'one' }
    const second = { ...side, id: newPassageId(), deviceId: 'three' }
    const duplicate = { guest: { id: 1, name: '', surname: '' }, first, second, settled: null }
    const noChanges = { guests: [], gone: [], doublesGone: [], me: false }
    const delta = { ...noChanges, cursor: gate.device.cursor, doubles: [duplicate] }
    streams.get('one')?.send(`data: ${JSON.stringify(delta)}`)
    await advanceUntil(() => expect(gate.state.doubles).toHaveLength(1))

    await gate.join('kod', 'Ana')
    await advanceUntil(() => expect(streams.has('two')).toBe(true))
    const old = streams.get('one')
    if (!old?.signal.aborted) old?.send('event: end\ndata: {"code":"device_revoked"}')
    await vi.advanceTimersByTimeAsync(1_000)
    expect([gate.state.phase, gate.state.me?.device.id]).toEqual(['open', 'two'])
    expect([gate.state.guests, gate.state.doubles]).toEqual([server.guests.size, []])
    streams.get('two')?.send('event: end\ndata: {"code":"device_revoked"}')
    await advanceUntil(() => expect(gate.state.ending).toBe('device_revoked'))
  },
)

it('a phone waits before another heartbeat when it is refused without a time', async () => {
  const { gate, network, scan } = await phone(server)
  network.isCut = true
  await scan(1)
  network.isCut = false
  let requests = 0
  network.portal = () => {
    if (++requests > 50) throw new TypeError('too many')
    return Response.json({ code: 'no_device', detail: '' }, { status: 401 })
  }
  await vi.advanceTimersByTimeAsync(5_000)
  expect(requests).toBeGreaterThan(0)
  expect(requests).toBeLessThan(20)
  expect(gate.state.queue).toBe(1)
})

// Rule 6.20: a phone may repeat a pairing whose response was lost.
it('a phone repeats its pairing with the same attempt, after its old device has left', async () => {
  const attempts: string[] = []
  const utcNow = () => new Date().toUTCString()
  let release = () => {}
  const joined = new Promise<void>((resolve) => {
    release = resolve
  })
  const gate = new GateClient(
    async (path, init) => {
      if (path === 'join') attempts.push(JSON.parse(String(init?.body)).attempt)
      if (path === 'join' && attempts.length === 1) throw new TypeError('lost')
      // The user of the phone is not signed in.
      if (path === 'devices') await joined
      if (path === 'devices' || (path !== 'join' && attempts.length === 1))
        return Response.json({ code: 'no_device' }, { status: 401, headers: { date: utcNow() } })
      if (path === 'passages') throw new TypeError('cut')
      return server.fetchFor(attempts.length === 0 ? 'one' : 'two', (respond) => respond())(
        path,
        init,
      )
    },
    { status: async () => STATUS },
  )
  gates.push(gate)
  await gate.start()
  await loaded(gate, server)
  // An unsent passage, which the server then refuses together with the old device.
  await gate.device.record({
    id: newPassageId(),
    guestId: 1,
    direction: 'in',
    verdict: 'admitted',
    decided: 'alone',
    at: new Date().toISOString(),
    sent: 'no',
  })
  await expect(gate.join('kod', 'Ana')).rejects.toThrow('lost')
  await gate.join('kod', 'Ana')
  release()
  await vi.advanceTimersByTimeAsync(1_000)
  expect([gate.state.phase, gate.state.me?.device.id]).toEqual(['open', 'two'])
  await gate.join('drugi kod', 'Ana')
  const [first, repeated, other] = attempts
  expect(repeated).toBe(first)
  expect(other).not.toBe(first)
})

describe('a phone with an event stream', () => {
  it('reads its changed device also after the first attempt failed, and closes that stream', async () => {
    const { gate, streams, cut, send } = await streamingPhone(server)
    server.mayOverride = false
    cut.add('me')
    send({ me: true })
    await advanceUntil(() => expect(streams[0]?.signal.aborted).toBe(true))
    await advanceSeconds(5)
    expect(gate.state.me?.device.mayOverride).toBe(true)
    cut.delete('me')
    await advanceUntil(() => expect(gate.state.me?.device.mayOverride).toBe(false))
    await advanceUntil(() => expect(streams.at(-1)?.signal.aborted).toBe(false))
  })

  it('fetches its roster again after the roster was deleted during the stream', async () => {
    const { gate, send } = await streamingPhone(server)
    await gate.device.deleteRoster()
    expect(gate.state.guests).toBeNull()
    await advanceUntil(() => {
      // The server sends events all the time, so the stream does not time out.
      send({})
      expect(gate.state.guests).toBe(server.guests.size)
    })
  })

  it('keeps its roster when its clock, which was three days slow, is set right', async () => {
    const days = 3 * 24 * 3_600_000
    server.clockOffsetMs = days
    const { gate } = await streamingPhone(server)
    await advanceUntil(() => expect(gate.device.persisted.ahead).toBeGreaterThan(days - 1_000))
    const sizes = new Set<number | null>()
    gate.subscribe(() => sizes.add(gate.state.guests))
    vi.setSystemTime(Date.now() + days)
    server.clockOffsetMs = 0
    await advanceSeconds(20)
    expect(sizes).toEqual(new Set([server.guests.size]))
    expect(Math.abs(gate.device.persisted.ahead)).toBeLessThan(1_000)
  })
})

// Rule 6.17: the roster leaves the phone when the shift ends.
describe('the end of a gate shift', () => {
  it.each(['device_revoked', 'shift_over', 'no_rights'] as const)(
    'with the code %s is shown, deletes all names, and still sends the queue',
    async (code) => {
      const { gate, network, scan } = await phone(server)
      network.isCut = true
      await scan(1)
      server.refusalCode = code
      network.isCut = false
      await vi.waitFor(() => expect(gate.state.ending).toBe(code), { timeout: 20_000 })
      expect([gate.state.phase, gate.state.guests, gate.device.guest(1)]).toEqual([
        'ended',
        null,
        null,
      ])
      await vi.waitFor(() => expect(gate.state.me).toBeNull(), { timeout: 20_000 })
      expect(server.sinceOf(1)).not.toBeNull()
    },
  )

  // Rule 6.15: the server refuses a passage from after the shift.
  it('lets no scan be decided alone while the server does not respond', async () => {
    const end = Date.now() + 60_000
    server.endsAt = new Date(end).toISOString()
    const { gate, network, scan } = await phone(server)
    network.delaysResponse = () => true
    const before = await scan(1)
    expect([before.kind, before.isOffline]).toEqual(['admitted', true])
    vi.setSystemTime(end + 1_000)
    const late = await scan(2)
    expect(gate.state.phase).toBe('open')
    expect([late.kind, late.sentence]).toEqual([
      'error',
      expect.stringContaining('Smjena je završila.'),
    ])
    expect(gate.state.queue).toBe(1)
  })

  it('lets a scan be decided by the server, which may have extended the shift', async () => {
    const end = Date.now() + 60_000
    server.endsAt = new Date(end).toISOString()
    const { network, scan } = await phone(server)
    network.delaysResponse = (path) => path === 'me'
    vi.setSystemTime(end + 1_000)
    const { kind, isOffline } = await scan(1)
    expect([kind, isOffline]).toEqual(['admitted', false])
  })

  it('does not come when the server has extended the shift, which the phone then stores', async () => {
    const { gate } = await phone(server)
    vi.setSystemTime(Date.now() + 9 * 3_600_000)
    const endsAt = () => Date.parse(gate.state.me?.device.endsAt ?? '')
    await advanceUntil(() => expect(endsAt()).toBeGreaterThan(Date.now()))
    expect([gate.state.phase, gate.state.guests]).toEqual(['open', server.guests.size])
  })

  it('also comes without a network, and keeps the unsent passages', async () => {
    const { gate, network, scan } = await phone(server)
    network.isCut = true
    await scan(1)
    vi.setSystemTime(Date.now() + 9 * 3_600_000)
    await vi.waitFor(() => expect(gate.state.ending).toBe('shift_over'), { timeout: 30_000 })
    expect([gate.state.guests, gate.state.queue]).toEqual([null, 1])
    network.isCut = false
    await vi.waitFor(() => expect(server.sinceOf(1)).not.toBeNull(), { timeout: 20_000 })
  })
})

it('three phones agree with the server in the end, after any network faults', async () => {
  vi.useRealTimers()
  const step = fc.record({
    phone: fc.nat(2),
    guest: fc.integer({ min: 1, max: 5 }),
    direction: fc.constantFrom('in' as const, 'in' as const, 'out' as const),
    fault: fc.constantFrom('none', 'none', 'cut', 'lost'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const server = new GateServer()
      for (let id = 1; id <= 5; id++) await server.add(id)
      const phones = await Promise.all(['a', 'b', 'c'].map((name) => phone(server, name)))
      const verdictsByGuest = new Map<number, string[]>()
      for (const { phone: n, guest, direction, fault } of steps) {
        const { network, scan } = phones[n] as (typeof phones)[number]
        network.isCut = fault === 'cut'
        network.losing = fault === 'lost' ? 1 : 0
        const { kind } = await scan(guest, direction)
        verdictsByGuest.set(guest, [...(verdictsByGuest.get(guest) ?? []), kind])
      }
      for (const { network } of phones) {
        network.isCut = false
        network.losing = 0
      }
      for (const { gate } of phones)
        window.dispatchEvent(new Event('online')) &&
          (await vi.waitFor(() => expect(gate.state.queue).toBe(0), { timeout: 20_000 }))
      // Each verdict `admitted` (ULAZ) on a screen is one admission that counts. No other admission
      // counts.
      for (const [guest, kinds] of verdictsByGuest) {
        const voidedIds = new Set([...server.passages.values()].map(({ takesBack }) => takesBack))
        const counted = [...server.passages.values()].filter(
          (passage) =>
            passage.guestId === guest &&
            passage.verdict === 'admitted' &&
            !voidedIds.has(passage.id),
        )
        expect(counted.length).toBe(kinds.filter((kind) => kind === 'admitted').length)
      }
      for (const { gate } of phones) {
        await vi.waitFor(
          () => {
            for (let id = 1; id <= 5; id++) {
              const seconds = (ms: number | null | undefined) =>
                ms == null ? null : Math.floor(ms / 1000)
              expect(seconds(gate.device.guest(id)?.since)).toBe(seconds(server.sinceOf(id)))
            }
          },
          { timeout: 20_000 },
        )
        gate.stop()
      }
    }),
    { numRuns: 4 },
  )
}, 120_000)

it('a phone shows the new name of its gate when an admin renames the gate', async () => {
  const { gate, send } = await streamingPhone(server)
  const shownGate = () => gate.state.me?.device.gate
  expect(shownGate()).toBe('Ulaz')
  const renamed = gate.state.me?.gates.map((each) => ({ ...each, name: `${each.name} 2` }))
  send({ gates: renamed })
  await advanceUntil(() => expect(shownGate()).toBe('Ulaz 2'))
  // The gate was deleted at the moment when the device was registered there.
  send({ gates: renamed?.slice(1) })
  await advanceUntil(() => expect(gate.state.me?.gates).toHaveLength(1))
  expect(shownGate()).toBe('Ulaz 2')
})
