import { describe, expect, it } from 'vitest'
import { ScanRest } from '@/components/gate/use-scanner'
import { formatAgo, formatMoment } from '@/lib/time'

const CODE = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'
const OTHER = '6ba7b811-9dad-11d1-80b4-00c04fd430c8'

describe('the rest of a scanned code', () => {
  const sees = (gate: ScanRest, now: number, ...codes: string[]) => gate.see(codes, now) ?? null

  it('takes no code twice while its verdict shows, nor right after, but seconds later', () => {
    const gate = new ScanRest()
    expect(sees(gate, 0, CODE)).toBe(CODE)
    gate.show(CODE, 0)
    expect(sees(gate, 1_500, CODE)).toBeNull()
    gate.close(1_600)
    expect(sees(gate, 5_600, CODE)).toBe(CODE)
  })

  it('rests a judged code for as long as it lies before the camera', () => {
    const gate = new ScanRest()
    gate.show(CODE, 0)
    gate.close(1_600)
    for (let now = 1_700; now < 60_000; now += 1_000) expect(sees(gate, now, CODE)).toBeNull()
    // Another person's code in the same picture is news all the same.
    expect(sees(gate, 60_000, CODE, OTHER)).toBe(OTHER)
    expect(sees(gate, 63_900)).toBeNull()
    expect(sees(gate, 64_100, CODE)).toBe(CODE)
  })

  it('asks again about a code that got no answer, without it being taken away', () => {
    const gate = new ScanRest()
    gate.show(CODE, 0, false)
    gate.close(2_500)
    expect(sees(gate, 3_000, CODE)).toBeNull()
    expect(sees(gate, 6_400, CODE)).toBeNull()
    expect(sees(gate, 6_500, CODE)).toBe(CODE)
  })

  it('lets the next person take over from a verdict that has been seen', () => {
    const gate = new ScanRest()
    gate.show(CODE, 0)
    expect(sees(gate, 500, OTHER)).toBeNull()
    expect(sees(gate, 900, OTHER)).toBe(OTHER)
    gate.show(OTHER, 900)
    // The code before still lies in the picture: it must not come back at once.
    expect(sees(gate, 2_000, CODE)).toBeNull()
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
