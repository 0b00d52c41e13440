import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ScanGate } from '@/components/admin/gate/scanner/scan-gate'
import { judgeScan } from '@/components/admin/gate/verdict/verdict'
import { formatAgo, formatMoment } from '@/lib/time'

const CODE = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'
const OTHER = '6ba7b811-9dad-11d1-80b4-00c04fd430c8'

describe('the scan gate', () => {
  const sees = (gate: ScanGate, now: number, ...codes: string[]) => gate.see(codes, now) ?? null

  it('takes no code twice while its verdict shows, nor right after, but seconds later', () => {
    const gate = new ScanGate()
    expect(sees(gate, 0, CODE)).toBe(CODE)
    gate.show(CODE, 0)
    expect(sees(gate, 1_500, CODE)).toBeNull()
    gate.close(1_600)
    expect(sees(gate, 5_600, CODE)).toBe(CODE)
  })

  it('rests a judged code for as long as it lies before the camera', () => {
    const gate = new ScanGate()
    gate.show(CODE, 0)
    gate.close(1_600)
    for (let now = 1_700; now < 60_000; now += 1_000) expect(sees(gate, now, CODE)).toBeNull()
    // Another person's code in the same picture is news all the same.
    expect(sees(gate, 60_000, CODE, OTHER)).toBe(OTHER)
    expect(sees(gate, 63_900)).toBeNull()
    expect(sees(gate, 64_100, CODE)).toBe(CODE)
  })

  it('asks again about a code that got no answer, without it being taken away', () => {
    const gate = new ScanGate()
    gate.show(CODE, 0, false)
    gate.close(2_500)
    expect(sees(gate, 3_000, CODE)).toBeNull()
    expect(sees(gate, 6_400, CODE)).toBeNull()
    expect(sees(gate, 6_500, CODE)).toBe(CODE)
  })

  it('lets the next person take over from a verdict that has been seen', () => {
    const gate = new ScanGate()
    gate.show(CODE, 0)
    expect(sees(gate, 500, OTHER)).toBeNull()
    expect(sees(gate, 900, OTHER)).toBe(OTHER)
    gate.show(OTHER, 900)
    // The code before still lies in the picture: it must not come back at once.
    expect(sees(gate, 2_000, CODE)).toBeNull()
  })
})

describe('the verdict on a scan', () => {
  const now = Date.parse('2026-10-03T21:00:00Z')
  const guest = (enteredTime: string) => ({ id: 1, name: 'Ivo', surname: 'Šarić', enteredTime })
  const answer = (status: number, body: object) => Response.json(body, { status })

  beforeEach(() => {
    vi.useFakeTimers({ now })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  const judge = async (
    reply: () => Promise<Response>,
    text = CODE,
    firstTry: number | null = null,
  ) => {
    const fetch = vi.fn(reply)
    vi.stubGlobal('fetch', fetch)
    return { ...(await judgeScan(text, firstTry)), calls: fetch.mock.calls.length }
  }

  it.each([
    [200, { verdict: 'admitted', guest: guest('2026-10-03T21:00:00Z') }, 'admitted'],
    [200, { verdict: 'already_inside', guest: guest('2026-10-03T20:10:00Z') }, 'inside'],
    [409, { code: 'ticket_returned', detail: 'Karta …' }, 'noTicket'],
    [404, { code: 'unknown_qr' }, 'unknown'],
    [400, { code: 'invalid_qr' }, 'notCode'],
    [503, { code: 'unavailable' }, 'error'],
    [403, { code: 'forbidden' }, 'error'],
  ])('reads %i %o as %s', async (status, body, kind) => {
    expect((await judge(async () => answer(status, body))).kind).toBe(kind)
  })

  it('asks nobody about a text that is no code', async () => {
    const { kind, calls } = await judge(async () => answer(500, {}), 'https://primjer.hr')
    expect([kind, calls]).toEqual(['notCode', 0])
  })

  it('takes a broken answer for a broken network', async () => {
    const { kind } = await judge(async () => new Response('{"verdict":"adm'))
    expect(kind).toBe('offline')
  })

  it('gives up on a network that does not answer', async () => {
    const silent = (_: unknown, init?: RequestInit) =>
      new Promise<Response>((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
      )
    vi.stubGlobal('fetch', silent)
    const judged = judgeScan(CODE, null)
    await vi.advanceTimersByTimeAsync(10_000)
    expect((await judged).kind).toBe('offline')
  })

  it('shows ULAZ when the lost request was the one that admitted', async () => {
    const own = { verdict: 'already_inside', guest: guest('2026-10-03T20:59:56Z') }
    expect((await judge(async () => answer(200, own), CODE, now - 5_000)).kind).toBe('admitted')
  })

  it('says of a repeat that this very device let them in just now', async () => {
    const inside = { verdict: 'already_inside', guest: { ...guest('2026-10-03T21:00:00Z'), id: 7 } }
    expect((await judge(async () => answer(200, inside))).sentence).toBe('')
    await judge(async () => answer(200, { ...inside, verdict: 'admitted' }))
    const repeat = await judge(async () => answer(200, inside))
    expect([repeat.kind, repeat.sentence]).toEqual(['inside', 'Upravo propušten na ovom uređaju.'])
    vi.setSystemTime(now + 61_000)
    expect((await judge(async () => answer(200, inside))).sentence).toBe('')
    vi.setSystemTime(now)
    const since = { ...inside, guest: { ...inside.guest, enteredTime: '2026-10-03T21:00:20Z' } }
    expect((await judge(async () => answer(200, since))).sentence).toBe('')
  })

  it('says that the rights are gone, and how to go on', async () => {
    const { sentence } = await judge(async () => answer(403, { code: 'forbidden' }))
    expect(sentence).toContain('Više nemate ovlasti')
    expect(sentence).toContain('Javite se administratoru')
  })

  it('still warns on a retry when the guest had come in before', async () => {
    const earlier = { verdict: 'already_inside', guest: guest('2026-10-03T20:58:00Z') }
    expect((await judge(async () => answer(200, earlier), CODE, now - 5_000)).kind).toBe('inside')
  })
})

describe('since when', () => {
  const now = new Date('2026-10-03T22:30:00Z')

  it('shows the date only of another Zagreb day', () => {
    expect(formatMoment('2026-10-03T22:05:00Z', now)).toBe('00:05')
    expect(formatMoment('2026-10-03T21:55:00Z', now)).toBe('03.10.2026. 23:55')
  })

  it.each([
    ['2026-10-03T22:29:52Z', 'prije 8 s'],
    ['2026-10-03T22:18:00Z', 'prije 12 min'],
    ['2026-10-03T19:00:00Z', 'prije 3 h'],
    ['2026-10-01T19:00:00Z', 'prije 2 d'],
    ['2026-10-03T22:30:02Z', 'prije 0 s'],
  ])('%s is %s', (at, text) => expect(formatAgo(at, now)).toBe(text))
})
