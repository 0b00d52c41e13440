import { describe, expect, it } from 'vitest'
import { occupancyLevel } from '@/lib/admission/capacity'
import { isNightOn } from '@/lib/night/rules'
import { nightForm } from '@/lib/night/schema'

describe('the night', () => {
  const night = { opensAt: '2026-11-21T20:00:00.000Z', closesAt: '2026-11-22T04:00:00.000Z' }

  it.each([
    ['2026-11-21T18:59:59Z', false],
    ['2026-11-21T19:00:00Z', true],
    ['2026-11-22T03:59:59Z', true],
    ['2026-11-22T04:00:00Z', false],
  ])('is on from one hour before the opening to the closing time (at %s: %s)', (now, on) =>
    expect(isNightOn(night, new Date(now))).toBe(on),
  )

  it('is off without opening and closing time', () =>
    expect(isNightOn({ opensAt: null, closesAt: null }, new Date())).toBe(false))
})

// Rule 6.23: the gate phones show the free places from 95 % of the capacity.
it('occupancyLevel is nearly full from 95 % and full at the capacity', () => {
  const levels = [0, 1139, 1140, 1199, 1200, 1300].map((inside) =>
    occupancyLevel({ inside, capacity: 1200 }),
  )
  expect(levels).toEqual(['room', 'room', 'nearly_full', 'nearly_full', 'full', 'full'])
  expect(occupancyLevel({ inside: 9000, capacity: null })).toBeNull()
})

describe('the form of the night', () => {
  const typed = { capacity: '', opensAt: '', closesAt: '', fullness: false }
  const errorsOf = (values: object) =>
    nightForm
      .safeParse({ ...typed, ...values })
      .error?.issues.map(({ path, message }) => `${path}: ${message}`)

  it('parses digits, and times in the time zone of Zagreb', () => {
    const night = { capacity: '1200', opensAt: '21.11.2026. 21:00', closesAt: '22.11.2026. 5:00' }
    expect(nightForm.parse({ ...typed, ...night })).toEqual({
      capacity: 1200,
      opensAt: '2026-11-21T20:00:00.000Z',
      closesAt: '2026-11-22T04:00:00.000Z',
      fullness: false,
    })
    expect(nightForm.parse(typed)).toMatchObject({ capacity: null, opensAt: null, closesAt: null })
  })

  it.each([
    [{ capacity: '0' }, 'capacity: Upišite broj od 1 do 1.000.000, ili ništa.'],
    [{ capacity: 'tisuću' }, 'capacity: Upišite broj od 1 do 1.000.000, ili ništa.'],
    [{ opensAt: 'sutra' }, 'opensAt: Upišite datum i vrijeme kao 21.11.2026. 20:00'],
    [{ opensAt: '21.11.2026. 21:00' }, 'closesAt: Upišite i kraj noći.'],
    [{ closesAt: '21.11.2026. 21:00' }, 'opensAt: Upišite i kada se vrata otvaraju.'],
    [
      { opensAt: '21.11.2026. 21:00', closesAt: '21.11.2026. 21:00' },
      'closesAt: Kraj mora biti nakon otvaranja.',
    ],
    [
      { opensAt: '21.11.2026. 21:00', closesAt: '23.11.2026. 9:01' },
      'closesAt: Noć traje najviše 36 sati.',
    ],
  ])('refuses %j', (values, sentence) => expect(errorsOf(values)).toEqual([sentence]))
})
