import { describe, expect, it } from 'vitest'
import {
  alignArrivals,
  alignSales,
  daysLabel,
  daysUntilErasure,
  matchesFestivalName,
  sumsOf,
} from '@/lib/editions/rules'
import { nextForm } from '@/lib/editions/schema'
import { erasingAt } from '@/lib/festival/rules'
import { zagrebDay } from '@/lib/time/zagreb'

const sold = [
  { day: '2025-10-09', before12: 3, after12: 4 },
  { day: '2025-10-11', before12: 0, after12: 9 },
]

describe('the figures of an earlier edition', () => {
  it('keep their number of days before the opening time, also across the end of summer time', () => {
    // 25 October 2026 has 25 hours in Zagreb. An opening at 00:30 belongs to the new day.
    const current = { opensAt: '2026-10-25T23:30:00.000Z' }
    const earlier = { opensAt: '2025-10-11T19:00:00.000Z', sold }
    const days = ['2026-10-23', '2026-10-24', '2026-10-25', '2026-10-26']
    expect(alignSales(days, current, earlier, zagrebDay)).toEqual([0, 7, 0, 9])
  })

  it('keep their quarter of an hour after the opening time, at any minute of the opening', () => {
    const current = { opensAt: '2026-10-10T18:00:00.000Z' }
    const arrivals = [
      { at: '2025-10-11T19:15:00.000Z', came: 5, went: 1 },
      { at: '2025-10-11T19:45:00.000Z', came: 8, went: 0 },
    ]
    const earlier = { opensAt: '2025-10-11T19:20:00.000Z', arrivals }
    const quarters = ['2026-10-10T17:45:00Z', '2026-10-10T18:00:00Z', '2026-10-10T18:30:00Z']
    expect(alignArrivals(quarters, current, earlier)).toEqual([0, 5, 8])
  })

  it('are null while the opening time of either edition is unknown', () => {
    const known = { opensAt: '2026-10-10T18:00:00.000Z' }
    const unknown = { opensAt: null }
    expect(alignSales([], unknown, { ...known, sold }, zagrebDay)).toBeNull()
    expect(alignArrivals([], known, { ...unknown, arrivals: [] })).toBeNull()
  })

  it('are summed to the totals of sold tickets and arrivals', () => {
    const arrivals = [{ at: '2025-10-11T19:15:00.000Z', came: 5, went: 1 }]
    expect(sumsOf({ sold, arrivals })).toEqual({ sold: 16, came: 5 })
  })
})

describe('the automatic erasure of personal data', () => {
  const closesAt = new Date('2026-10-11T02:00:00Z')

  it('is due once, retentionDays after the closing time', () => {
    const edition = { closesAt, erasedAt: null, retentionDays: 60 }
    expect(erasingAt(edition)).toEqual(new Date('2026-12-10T02:00:00Z'))
    expect(erasingAt({ ...edition, closesAt: null })).toBeNull()
    expect(erasingAt({ ...edition, erasedAt: new Date('2026-12-10T02:00:01Z') })).toBeNull()
    // The last erasure was before the night of the current edition, so another one is due.
    expect(erasingAt({ ...edition, erasedAt: new Date('2026-01-01T00:00:00Z') })).not.toBeNull()
  })

  it.each([
    ['2026-11-09T22:59:00Z', null],
    ['2026-11-09T23:00:00Z', 30],
    ['2026-12-08T22:59:00Z', 2],
    ['2026-12-09T22:59:00Z', 1],
    ['2026-12-09T23:00:00Z', 0],
    ['2026-12-11T00:00:00Z', 0],
  ])('is announced in days of Zagreb, from thirty days before: at %s', (now, days) => {
    expect(daysUntilErasure('2026-12-10T02:00:00.000Z', new Date(now), zagrebDay)).toBe(days)
  })

  // Rule 2.12: the sign-up form states when the data are erased.
  it('is announced with the right Croatian form of “day”', () => {
    expect([1, 2, 5, 11, 21, 22, 101].map(daysLabel)).toEqual([
      '1 dan',
      '2 dana',
      '5 dana',
      '11 dana',
      '21 dan',
      '22 dana',
      '101 dan',
    ])
    expect(daysUntilErasure(null, new Date(), zagrebDay)).toBeNull()
  })
})

it('the typed festival name may differ only in case and outer spaces', () => {
  expect(matchesFestivalName('  BRUCOŠIJADA ', 'Brucošijada')).toBe(true)
  for (const invalid of ['', 'Brucosijada', 'Brucošijada 2026'])
    expect(matchesFestivalName(invalid, 'Brucošijada')).toBe(false)
})

it('the form of the next edition parses typed values and reports each invalid field', () => {
  const typed = { name: ' Brucošijada ', year: '2027', number: '44', opensAt: '', closesAt: '' }
  expect(nextForm.parse(typed)).toEqual({
    name: 'Brucošijada',
    year: 2027,
    number: 44,
    opensAt: null,
    closesAt: null,
  })
  const invalid = { ...typed, year: '27', number: '0', opensAt: '10.10.2027. 20:00' }
  const { error } = nextForm.safeParse({ ...invalid, name: ' ' })
  expect(error?.issues.map(({ path }) => path[0])).toEqual(['name', 'year', 'number', 'closesAt'])
  const half = nextForm.safeParse({ ...typed, opensAt: '10.10.2027. 20:00' })
  expect(half.error?.issues).toMatchObject([
    { path: ['closesAt'], message: 'Upišite i kraj noći.' },
  ])
})
