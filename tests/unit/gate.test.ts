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
  const scanPictures = (
    debouncer: ScanDebouncer,
    from: number,
    until: number,
    ...codes: string[]
  ) => {
    const newCodes: string[] = []
    for (let now = from; now < until; now += 120) {
      const code = debouncer.see(codes, now)
      if (code) newCodes.push(code)
    }
    return newCodes
  }
  /** Requests the verdict of a code, and shows it at the same time. */
  const showVerdict = (debouncer: ScanDebouncer, now: number, code: string, hasVerdict = true) => {
    debouncer.ask(code, now)
    debouncer.show(code, now, hasVerdict)
  }

  it('reads a code once while it stays in view of the camera', () => {
    const debouncer = new ScanDebouncer()
    expect(debouncer.see([CODE], 0)).toBe(CODE)
    showVerdict(debouncer, 0, CODE)
    expect(scanPictures(debouncer, 120, 1_600, CODE)).toEqual([])
    debouncer.close(1_600)
    expect(scanPictures(debouncer, 1_600, 60_000, CODE)).toEqual([])
    // Another guest's ticket in the same picture still counts as new.
    expect(debouncer.see([CODE, OTHER], 60_000)).toBe(OTHER)
  })

  // Rule 6.19: verdicts for an admitted code that is shown again.
  it('reads a copy after one second without the code, also while the first verdict is shown', () => {
    const debouncer = new ScanDebouncer()
    showVerdict(debouncer, 0, CODE)
    expect(scanPictures(debouncer, 120, 400, CODE)).toEqual([])
    expect(debouncer.see([CODE], 1_300)).toBeUndefined()
    expect(debouncer.see([CODE], 2_300)).toBe(CODE)
    showVerdict(debouncer, 2_300, CODE)
    debouncer.close(3_900)
    expect(debouncer.see([CODE], 3_900)).toBe(CODE)
  })

  it('reads a copy shown during the check of the first code, 800 ms after its verdict', () => {
    const debouncer = new ScanDebouncer()
    debouncer.ask(CODE, 0)
    expect(scanPictures(debouncer, 1_500, 3_000, CODE)).toHaveLength(13)
    debouncer.show(CODE, 3_000)
    expect(scanPictures(debouncer, 3_000, 3_800, CODE)).toEqual([])
    expect(debouncer.see([CODE], 3_800)).toBe(CODE)
  })

  it('reads a code without a verdict again after 4 s, although it stays in view', () => {
    const debouncer = new ScanDebouncer()
    showVerdict(debouncer, 0, CODE, false)
    expect(scanPictures(debouncer, 120, 2_500, CODE)).toEqual([])
    debouncer.close(2_500)
    expect(scanPictures(debouncer, 2_500, 6_500, CODE)).toEqual([])
    expect(debouncer.see([CODE], 6_500)).toBe(CODE)
  })

  it('reads the code of the next guest only after the verdict was shown for 800 ms', () => {
    const debouncer = new ScanDebouncer()
    showVerdict(debouncer, 0, CODE)
    expect(scanPictures(debouncer, 120, 800, CODE, OTHER)).toEqual([])
    expect(debouncer.see([CODE, OTHER], 900)).toBe(OTHER)
    showVerdict(debouncer, 900, OTHER)
    // The earlier code is still in the picture and must not count as new.
    expect(scanPictures(debouncer, 1_020, 3_000, CODE, OTHER)).toEqual([])
  })
})

describe('the input of a hand scanner', () => {
  /** Returns the texts that are read from keys `every` ms apart. */
  const read = (keys: string[], gapMs = 3) => {
    const typed = new TypedCode()
    return keys.flatMap((key, i) => typed.take({ key, timeStamp: 1_000 + i * gapMs }) ?? [])
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
