import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyPersistedState, GateDatabase, type Me } from '@/components/gate/state/device-storage'
import { GateClient } from '@/components/gate/state/session'
import { advanceSeconds, advanceUntil } from '../support/fake-clock'
import { codeOf, GateServer } from '../support/gate-server'
import { MemoryDisk } from '../support/memory-idb'

const disk = vi.hoisted(() => ({ now: null as unknown as MemoryDisk }))
vi.mock('idb', () => ({
  openDB: (...args: Parameters<MemoryDisk['openDB']>) => disk.now.openDB(...args),
  deleteDB: (name: string) => disk.now.deleteDB(name),
}))

const HOUR = 3_600_000
const STATUS = { release: 'x', battery: null, storage: null, camera: 'off' }

const gates: GateClient[] = []
let server: GateServer
let isCut = false

/** Opens the gate page on the phone whose disk is `disk.now`. */
async function open(device = 'one') {
  const gate = new GateClient(
    (path, init) =>
      server.fetchFor(device, (respond) => {
        if (isCut) throw new TypeError('cut')
        return respond()
      })(path, init),
    { status: async () => STATUS },
  )
  gates.push(gate)
  await gate.start()
  const scan = (id: number, direction: 'in' | 'out' = 'in') =>
    gate.decideScan({ who: { code: codeOf(id) }, direction })
  return { gate, scan }
}

const waitForRoster = ({ gate }: { gate: GateClient }) =>
  advanceUntil(() => expect(gate.state.guests).toBe(server.guests.size))
const waitForDelivery = ({ gate }: { gate: GateClient }) =>
  advanceUntil(() => expect(gate.state.queue).toBe(0))

/**
 * Waits until the encrypted roster is on the disk. The page writes the roster every few seconds.
 */
async function waitForStoredRoster() {
  await advanceSeconds(6)
  await advanceUntil(() => expect(disk.now.count('gate', 'pieces')).toBeGreaterThan(0))
}

beforeEach(async () => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', new EventTarget())
  vi.useFakeTimers({
    now: Date.parse('2026-10-03T21:00:00Z'),
    shouldAdvanceTime: true,
    advanceTimeDelta: 40,
  })
  disk.now = new MemoryDisk()
  isCut = false
  server = new GateServer()
  for (let id = 1; id <= 4; id++) await server.add(id)
})
afterEach(() => {
  for (const gate of gates.splice(0)) gate.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a phone that is opened after its shift tells the board that its queue is empty', async () => {
  const page = await open()
  await waitForRoster(page)
  page.gate.stop()
  vi.setSystemTime(Date.now() + 9 * HOUR)
  server.refusalCode = 'shift_over'
  const heartbeats = server.requests.filter((call) => call === 'POST passages').length
  const again = await open()
  await advanceUntil(() => expect(again.gate.state.ending).toBe('shift_over'))
  expect(server.requests.filter((call) => call === 'POST passages')).toHaveLength(heartbeats + 1)
})

describe('the storage of a gate device', () => {
  it.each([
    ['whose connection the browser closes', () => disk.now.closeAll()],
    [
      'that is full for a moment',
      () => {
        disk.now.refusal = 'QuotaExceededError'
      },
    ],
  ])('%s keeps the passages decided afterwards, also after a reload', async (_, happen) => {
    const page = await open()
    await waitForRoster(page)
    await waitForStoredRoster()
    isCut = true
    await page.scan(1)
    happen()
    expect((await page.scan(2)).kind).toBe('admitted')
    disk.now.refusal = null
    await advanceUntil(() => expect(page.gate.state.isPersistent).toBe(true))
    page.gate.stop()
    const again = await open()
    await waitForRoster(again)
    expect(again.gate.state.queue).toBe(2)
    expect((await again.scan(2)).kind).toBe('inside')
    isCut = false
    await waitForDelivery(again)
    expect([server.sinceOf(1), server.sinceOf(2)]).toEqual([expect.any(Number), expect.any(Number)])
  })

  it('warns while writes fail, stores all data afterwards, and loses no roster change', async () => {
    const page = await open()
    await waitForRoster(page)
    await waitForStoredRoster()
    disk.now.refusal = 'QuotaExceededError'
    await server.add(5)
    await advanceUntil(() => expect(page.gate.state.guests).toBe(5))
    isCut = true
    expect((await page.scan(1)).kind).toBe('admitted')
    await advanceUntil(() => expect(page.gate.state.isPersistent).toBe(false))
    await waitForStoredRoster()
    expect(page.gate.state.isPersistent).toBe(false)
    disk.now.refusal = null
    await advanceUntil(() => expect(page.gate.state.isPersistent).toBe(true))
    await waitForStoredRoster()
    page.gate.stop()
    const again = await open()
    await advanceUntil(() => expect(again.gate.state.guests).toBe(5))
    expect(again.gate.state.queue).toBe(1)
    expect((await again.scan(5)).kind).toBe('admitted')
  })

  it('keeps the guest lists that changed after the roster was fetched', async () => {
    const page = await open()
    await waitForRoster(page)
    await waitForStoredRoster()
    server.changeLists([
      { id: 1, name: 'Brucoši FER-a', isSponsor: false },
      { id: 3, name: 'Mediji', isSponsor: false },
    ])
    await server.add(5, { list: 3 })
    await advanceUntil(() => expect(page.gate.state.guests).toBe(5))
    await advanceSeconds(6)
    await advanceUntil(() => expect(disk.now.count('gate', 'changes')).toBeGreaterThan(0))
    page.gate.stop()
    isCut = true
    const { gate } = await open()
    await advanceUntil(() => expect(gate.state.guests).toBe(5))
    const names = [...(gate.device.roster?.lists.values() ?? [])].map(({ name }) => name)
    expect(names).toEqual(['Brucoši FER-a', 'Mediji'])
    expect(gate.device.guest(5)?.tag).toBe('Mediji')
  })

  it('that stops responding is rewritten over a new connection, with roster and passages', async () => {
    const page = await open()
    await waitForRoster(page)
    await waitForStoredRoster()
    disk.now.stall = new Promise(() => {})
    await server.add(5)
    await advanceUntil(() => expect(page.gate.state.guests).toBe(5))
    isCut = true
    expect((await page.scan(1)).kind).toBe('admitted')
    await advanceUntil(() => expect(page.gate.state.isPersistent).toBe(false))
    await advanceSeconds(30)
    expect(page.gate.state.isPersistent).toBe(false)
    disk.now.stall = null
    await advanceUntil(() => expect(page.gate.state.isPersistent).toBe(true))
    await advanceSeconds(30)
    page.gate.stop()
    const again = await open()
    await advanceUntil(() => expect(again.gate.state.guests).toBe(5))
    expect(again.gate.state.queue).toBe(1)
  })

  it.each([
    ['never completes a started request', 0],
    ['completes a started request late', 6_000],
  ])('that %s keeps the passages decided during its recovery', async (_, delayMs) => {
    const page = await open()
    await waitForRoster(page)
    await waitForStoredRoster()
    isCut = true
    disk.now.refusal = 'QuotaExceededError'
    expect((await page.scan(1)).kind).toBe('admitted')
    expect(page.gate.state.isPersistent).toBe(false)
    disk.now.refusal = null
    let endStall = () => {}
    disk.now.stall = new Promise((resolve) => {
      if (delayMs) endStall = resolve
    })
    await waitForStoredRoster()
    expect((await page.scan(2)).kind).toBe('admitted')
    await vi.advanceTimersByTimeAsync(delayMs)
    endStall()
    disk.now.stall = null
    await advanceUntil(() => expect(page.gate.state.isPersistent).toBe(true))
    page.gate.stop()
    const again = await open()
    await waitForRoster(again)
    expect(again.gate.state.queue).toBe(2)
  })

  it('that opens late returns delivered passages, and they are not sent again', async () => {
    const page = await open()
    await waitForRoster(page)
    isCut = true
    for (const id of [1, 2]) await page.scan(id)
    isCut = false
    await waitForDelivery(page)
    await waitForStoredRoster()
    page.gate.stop()
    disk.now.isUnavailable = true
    const again = await open()
    await waitForRoster(again)
    disk.now.isUnavailable = false
    await advanceUntil(() => expect(again.gate.state.isPersistent).toBe(true))
    expect(again.gate.state.admitted).toBe(2)
    server.received = 0
    await vi.advanceTimersByTimeAsync(180_000)
    expect(server.received).toBe(0)
  })

  it('with unreadable roster changes returns no roster, so the phone loads a new one', async () => {
    const page = await open()
    await waitForRoster(page)
    await waitForStoredRoster()
    await server.add(5)
    await advanceUntil(() => expect(disk.now.count('gate', 'changes')).toBe(1))
    page.gate.stop()
    disk.now.unreadable = 'changes'
    const again = await open()
    await advanceUntil(() => expect(again.gate.state.guests).toBe(5))
  })

  it('contains the name of a guest only encrypted, also after a duplicate admission', async () => {
    const ownDisk = disk.now
    disk.now = new MemoryDisk()
    const phoneB = await open('two')
    disk.now = ownDisk
    const phoneA = await open()
    await waitForRoster(phoneA)
    await waitForRoster(phoneB)
    isCut = true
    await phoneA.scan(1)
    await phoneB.scan(1)
    isCut = false
    await advanceUntil(() => expect(phoneA.gate.state.doubles).toHaveLength(1))
    const { name, surname } = phoneA.gate.state.doubles[0]?.guest ?? {}
    expect([name, surname]).toEqual(['Ime1', 'Prezimić'])
    await advanceUntil(() => expect(disk.now.textOf('gate', 'kept')).toContain('"doubles":[{'))
    for (const store of ['kept', 'passages', 'pieces', 'changes'])
      expect(disk.now.textOf('gate', store)).not.toContain(surname)
  })

  it('that opens but cannot be read returns an empty state and needs recovery', async () => {
    const store = await GateDatabase.open()
    disk.now.stall = new Promise(() => {})
    const loading = store.load()
    await advanceSeconds(10)
    expect(await loading).toEqual({ state: emptyPersistedState(), passages: [] })
    expect(store.isPersistent).toBe(false)
  })

  it('that opens late gives another device only the passages that are still unsent', async () => {
    const page = await open()
    await waitForRoster(page)
    isCut = true
    await page.scan(1)
    isCut = false
    await waitForDelivery(page)
    await waitForStoredRoster()
    isCut = true
    await page.scan(2)
    page.gate.stop()
    isCut = false
    disk.now.isUnavailable = true
    const again = await open('two')
    await waitForRoster(again)
    disk.now.isUnavailable = false
    await advanceUntil(() => expect(server.sinceOf(2)).not.toBeNull())
    expect(again.gate.state.admitted).toBe(1)
  })

  it('that opens late returns the queue of the previous page', async () => {
    const page = await open()
    await waitForRoster(page)
    await waitForStoredRoster()
    isCut = true
    await page.scan(1)
    page.gate.stop()
    disk.now.isUnavailable = true
    isCut = false
    const again = await open()
    await waitForRoster(again)
    expect([again.gate.state.isPersistent, again.gate.state.queue]).toEqual([false, 0])
    disk.now.isUnavailable = false
    await advanceUntil(() => expect(server.sinceOf(1)).not.toBeNull())
    await advanceUntil(() => expect(again.gate.state.isPersistent).toBe(true))
  })

  it('that cannot be opened without a network stays unchanged for the next page', async () => {
    const page = await open()
    await waitForRoster(page)
    await waitForStoredRoster()
    isCut = true
    await page.scan(1)
    page.gate.stop()
    disk.now.isUnavailable = true
    const pageWithoutDisk = await open()
    expect(pageWithoutDisk.gate.state.phase).toBe('unregistered')
    disk.now.isUnavailable = false
    await waitForStoredRoster()
    pageWithoutDisk.gate.stop()
    const again = await open()
    await waitForRoster(again)
    expect([again.gate.state.phase, again.gate.state.queue]).toEqual(['open', 1])
  })

  it('that fails while the phone becomes another device still has the queue', async () => {
    const page = await open()
    await waitForRoster(page)
    isCut = true
    await page.scan(1)
    const me = page.gate.state.me as Me
    disk.now.failsAfterClearing = 'passages'
    await page.gate.device.setDevice({ ...me, device: { ...me.device, id: 'two' } })
    expect(page.gate.device.isPersistent).toBe(false)
    page.gate.stop()
    disk.now.refusal = null
    const again = await open()
    expect(again.gate.state.queue).toBe(1)
  })

  it('deletes the roster as soon as writes work again, if the deletion had failed', async () => {
    const page = await open()
    await waitForRoster(page)
    await waitForStoredRoster()
    disk.now.refusal = 'UnknownError'
    server.refusalCode = 'device_revoked'
    await advanceUntil(() => expect(page.gate.state.ending).toBe('device_revoked'))
    await advanceUntil(() => expect(page.gate.state.isPersistent).toBe(false))
    disk.now.refusal = null
    await advanceUntil(() => expect(page.gate.state.isPersistent).toBe(true))
    expect(['pieces', 'changes'].map((store) => disk.now.count('gate', store))).toEqual([0, 0])
  })
})

describe('a phone clock that is corrected', () => {
  it.each([
    ['was two hours slow', 2 * HOUR],
    ['was two hours fast', -2 * HOUR],
  ])(
    'while the page is closed leaves the passages of a phone that %s at their true time',
    async (_, offsetMs) => {
      const trueTime = Date.now() + offsetMs
      server.clockOffsetMs = offsetMs
      const page = await open()
      await waitForRoster(page)
      await waitForStoredRoster()
      isCut = true
      expect((await page.scan(1)).kind).toBe('admitted')
      expect((await page.scan(2)).kind).toBe('admitted')
      await vi.advanceTimersByTimeAsync(60_000)
      expect((await page.scan(2, 'out')).kind).toBe('left')
      page.gate.stop()
      vi.setSystemTime(Date.now() + offsetMs)
      server.clockOffsetMs = 0
      isCut = false
      const again = await open()
      await waitForDelivery(again)
      expect(Math.abs((server.sinceOf(1) ?? 0) - trueTime)).toBeLessThan(30_000)
      expect(server.sinceOf(2)).toBeNull()
      const [exitPassage] = [...server.passages.values()].filter(
        ({ verdict }) => verdict === 'left',
      )
      expect(Math.abs((exitPassage?.at ?? 0) - trueTime - 60_000)).toBeLessThan(30_000)
    },
  )

  it('while the page is closed does not falsify the passages that a revoked device sends', async () => {
    const trueTime = Date.now() - 2 * HOUR
    server.clockOffsetMs = -2 * HOUR
    const page = await open()
    await waitForRoster(page)
    await waitForStoredRoster()
    isCut = true
    await page.scan(1)
    page.gate.stop()
    vi.setSystemTime(Date.now() - 2 * HOUR)
    server.clockOffsetMs = 0
    server.refusalCode = 'device_revoked'
    isCut = false
    const again = await open()
    await advanceUntil(() => expect(again.gate.state.me).toBeNull())
    expect(Math.abs((server.sinceOf(1) ?? 0) - trueTime)).toBeLessThan(30_000)
  })

  it('does not end a shift before its end by the server’s clock', async () => {
    server.clockOffsetMs = 2 * HOUR
    server.endsAt = new Date(Date.now() + 10 * HOUR).toISOString()
    const page = await open()
    await waitForRoster(page)
    vi.setSystemTime(Date.now() + 7 * HOUR)
    await waitForStoredRoster()
    // The phone's clock is corrected. By the correct time one hour of the shift is left.
    vi.setSystemTime(Date.now() + 2 * HOUR)
    server.clockOffsetMs = 0
    await waitForStoredRoster()
    expect([page.gate.state.phase, page.gate.state.guests]).toEqual(['open', 4])
    isCut = true
    vi.setSystemTime(Date.now() + HOUR)
    await advanceUntil(() => expect(page.gate.state.ending).toBe('shift_over'))
  })

  it('in an open page keeps the true times of passages from before and after the correction', async () => {
    server.clockOffsetMs = -2 * HOUR
    const page = await open()
    await waitForRoster(page)
    isCut = true
    const first = Date.now() - 2 * HOUR
    await page.scan(1)
    vi.setSystemTime(first)
    server.clockOffsetMs = 0
    await vi.advanceTimersByTimeAsync(120_000)
    const second = Date.now()
    await page.scan(2)
    isCut = false
    await waitForDelivery(page)
    expect(Math.abs((server.sinceOf(1) ?? 0) - first)).toBeLessThan(30_000)
    expect(Math.abs((server.sinceOf(2) ?? 0) - second)).toBeLessThan(30_000)
  })
})

describe('the next gate shift', () => {
  const shiftsEnd = () => vi.advanceTimersByTimeAsync(9 * HOUR)

  it('starts with a new code when the page was closed before the last shift ended', async () => {
    const page = await open()
    await waitForRoster(page)
    await waitForStoredRoster()
    isCut = true
    await page.scan(1)
    page.gate.stop()
    await shiftsEnd()
    isCut = false
    server.refusalCode = 'shift_over'
    const again = await open()
    await advanceUntil(() => expect(again.gate.state.ending).toBe('shift_over'))
    await again.gate.join('code', 'Vesna')
    await waitForRoster(again)
    expect([again.gate.state.phase, again.gate.state.rosterAt]).toEqual([
      'open',
      expect.any(Number),
    ])
    expect(server.sinceOf(1)).not.toBeNull()
    expect((await again.scan(2)).kind).toBe('admitted')
  })

  it('starts in a page that has not yet sent the passages of the last shift', async () => {
    const page = await open()
    await waitForRoster(page)
    isCut = true
    await page.scan(1)
    await shiftsEnd()
    await advanceUntil(() => expect(page.gate.state.ending).toBe('shift_over'))
    isCut = false
    await page.gate.join('code', 'Vesna')
    await waitForRoster(page)
    await waitForDelivery(page)
    expect(server.sinceOf(1)).not.toBeNull()
  })
})
