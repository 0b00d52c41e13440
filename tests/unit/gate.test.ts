import { describe, expect, it } from 'vitest'
import { TypedCode } from '@/components/gate/screens/hand-scanner'
import { ScanDebouncer } from '@/components/gate/screens/use-scanner'
import { formatAgo, formatMoment } from '@/lib/time/zagreb'

const CODE = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'
const OTHER = '6ba7b811-9dad-11d1-80b4-00c04fd430c8'

describe('the debouncing of scanned codes', () => {
  /**
   * Returns the codes that count as new, in pictures taken every 120 ms from `from` until before
   * `until`.
   */
  const look = (rest: ScanDebouncer, from: number, until: number, ...codes: string[]) => {
    const news: string[] = []
    for (let now = from; now < until; now += 120) {
      const code = rest.see(codes, now)
      if (code) news.push(code)
    }
    return news
  }
  /** Asks about a code and shows its verdict at the same time. */
  const judge = (rest: ScanDebouncer, now: number, code: string, isJudged = true) => {
    rest.ask(code, now)
    rest.show(code, now, isJudged)
  }

  it('reads a code once while it stays in view of the camera', () => {
    const rest = new ScanDebouncer()
    expect(rest.see([CODE], 0)).toBe(CODE)
    judge(rest, 0, CODE)
    expect(look(rest, 120, 1_600, CODE)).toEqual([])
    rest.close(1_600)
    expect(look(rest, 1_600, 60_000, CODE)).toEqual([])
    // Another guest's ticket in the same picture still counts as new.
    expect(rest.see([CODE, OTHER], 60_000)).toBe(OTHER)
  })

  // Rule 6.19: verdicts for an admitted code that is shown again.
  it('reads a copy after one second without the code, also while the first verdict is shown', () => {
    const rest = new ScanDebouncer()
    judge(rest, 0, CODE)
    expect(look(rest, 120, 400, CODE)).toEqual([])
    expect(rest.see([CODE], 1_300)).toBeUndefined()
    expect(rest.see([CODE], 2_300)).toBe(CODE)
    judge(rest, 2_300, CODE)
    rest.close(3_900)
    expect(rest.see([CODE], 3_900)).toBe(CODE)
  })

  it('reads a copy shown during the check of the first code, 800 ms after its verdict', () => {
    const rest = new ScanDebouncer()
    rest.ask(CODE, 0)
    expect(look(rest, 1_500, 3_000, CODE)).toHaveLength(13)
    rest.show(CODE, 3_000)
    expect(look(rest, 3_000, 3_800, CODE)).toEqual([])
    expect(rest.see([CODE], 3_800)).toBe(CODE)
  })

  it('reads a code without a verdict again after 4 s, although it stays in view', () => {
    const rest = new ScanDebouncer()
    judge(rest, 0, CODE, false)
    expect(look(rest, 120, 2_500, CODE)).toEqual([])
    rest.close(2_500)
    expect(look(rest, 2_500, 6_500, CODE)).toEqual([])
    expect(rest.see([CODE], 6_500)).toBe(CODE)
  })

  it('reads the code of the next guest only after the verdict was shown for 800 ms', () => {
    const rest = new ScanDebouncer()
    judge(rest, 0, CODE)
    expect(look(rest, 120, 800, CODE, OTHER)).toEqual([])
    expect(rest.see([CODE, OTHER], 900)).toBe(OTHER)
    judge(rest, 900, OTHER)
    // The earlier code is still in the picture and must not count as new.
    expect(look(rest, 1_020, 3_000, CODE, OTHER)).toEqual([])
  })
})

describe('the input of a hand scanner', () => {
  /** Returns the texts that are read from keys `every` ms apart. */
  const read = (keys: string[], every = 3) => {
    const typed = new TypedCode()
    return keys.flatMap((key, i) => typed.take({ key, timeStamp: 1_000 + i * every }) ?? [])
  }

  it('is read code by code, also without a pause between the codes', () => {
    const codes = Array.from({ length: 50 }, (_, i) => CODE.replace(/..$/, `${10 + (i % 40)}`))
    expect(read(codes.flatMap((code) => [...code, 'Enter']))).toEqual(codes)
  })

  it('excludes a code typed by hand, a short text and Enter alone', () => {
    expect(read([...CODE, 'Enter'], 150)).toEqual([])
    expect(read(['Enter', 'Enter'])).toEqual([])
    expect(read([...'Ana', 'Enter'])).toEqual([])
  })
})

describe('a time on the entry screen', () => {
  const now = new Date('2026-10-03T22:30:00Z')

  it('has a date only if it is on another day in Zagreb', () => {
    expect(formatMoment('2026-10-03T22:05:00Z', now)).toBe('00:05')
    expect(formatMoment('2026-10-03T21:55:00Z', now)).toBe('03.10.2026. 23:55')
  })

  it.each([
    ['2026-10-03T22:29:52Z', 'prije 8 s'],
    ['2026-10-03T22:18:00Z', 'prije 12 min'],
    ['2026-10-03T19:00:00Z', 'prije 3 h'],
    ['2026-10-01T19:00:00Z', 'prije 2 d'],
    ['2026-10-03T22:30:02Z', 'prije 0 s'],
  ])('%s is shown as %s', (at, text) => expect(formatAgo(at, now)).toBe(text))
})
