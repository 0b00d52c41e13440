import { describe, expect, it } from 'vitest'
import { type GenerateOptions, generateGuests, type SeedGuest } from '@/db/seed/guests'
import { isConfirmationCode } from '@/lib/guests/rules'
import { zagrebDay, zagrebNoon } from '@/lib/time/zagreb'

// A Thursday evening. Summer time ends within the three weeks before it.
const now = new Date('2026-11-05T18:30:00Z')

function generate(options: Partial<GenerateOptions> = {}): SeedGuest[] {
  let number = 36_510_000
  const nextJmbag = () => String(++number).padStart(10, '0')
  const sponsors = [
    { id: 1, freePlaces: 5 },
    { id: 2, freePlaces: 0 },
  ]
  const lists = { brucosi: 11, product: 12, vip: 13, sponsors }
  return [...generateGuests({ count: 4000, seed: 7, now, lists, nextJmbag, ...options })]
}

const sold = (guests: SeedGuest[]) => guests.flatMap((g) => (g.boughtAt ? [g.boughtAt] : []))

describe('generated guests', () => {
  it('are the same for the same seed, except their confirmation codes', () => {
    const plain = (guests: SeedGuest[]) =>
      guests.map(({ confCode: _, ...otherFields }) => otherFields)
    expect(plain(generate())).toEqual(plain(generate()))
    expect(plain(generate())).not.toEqual(plain(generate({ seed: 8 })))
    const codes = [...generate(), ...generate()].flatMap((g) => g.confCode ?? [])
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.every(isConfirmationCode)).toBe(true)
  })

  it('are identical for the same seed if the confirmation codes are given', () => {
    const newCode = (at: Date) => `code of ${at.toISOString()}`
    expect(generate({ newCode })).toEqual(generate({ newCode }))
  })

  it('have a code exactly if they have a ticket, and a JMBAG exactly if they are freshers', () => {
    for (const guest of generate()) {
      expect(guest.confCode === null).toBe(guest.boughtAt === null)
      expect(guest.jmbag !== null).toBe(guest.listId === 11)
      if (guest.enteredAt) expect(guest.boughtAt?.getTime()).toBeLessThan(+guest.enteredAt)
    }
  })

  it('never exceed a sponsor’s cap, and sponsor guests always have a ticket', () => {
    const invited = generate().filter((g) => g.listId < 11)
    expect(invited.map((g) => g.listId)).toEqual([1, 1, 1, 1, 1])
    expect(invited.every((g) => g.boughtAt)).toBe(true)
  })

  it('bought their tickets in the last 29 days', () => {
    const times = sold(generate()).map(Number)
    expect(Math.max(...times)).toBeLessThanOrEqual(now.getTime())
    expect(Math.min(...times)).toBeGreaterThan(now.getTime() - 29 * 86_400_000)
  })

  it('bought at desk hours in Zagreb, before and after noon, most in the last days', () => {
    const times = sold(generate())
    const hours = times.map((at) => (at.getTime() - zagrebNoon(at).getTime()) / 3_600_000)
    expect(hours.filter((h) => h < -5 || h > 11)).toEqual([])
    const before = hours.filter((h) => h < 0).length / hours.length
    expect(before).toBeGreaterThan(0.3)
    expect(before).toBeLessThan(0.55)
    const perDay = new Map<string, number>()
    for (const at of times) perDay.set(zagrebDay(at), (perDay.get(zagrebDay(at)) ?? 0) + 1)
    expect(perDay.get('2026-11-04')).toBeGreaterThan(2 * (perDay.get('2026-10-21') ?? 0))
    expect(perDay.get('2026-11-04')).toBeGreaterThan(5 * (perDay.get('2026-11-01') ?? 0))
  })

  it('were admitted on the day before, if at all', () => {
    const arrivals = generate().flatMap((g) => g.enteredAt ?? [])
    expect(arrivals.length).toBeGreaterThan(50)
    expect(new Set(arrivals.map(zagrebDay))).toEqual(new Set(['2026-11-04']))
  })

  it('have diverse names, about 6 % of them with two surnames', () => {
    const guests = generate()
    expect(new Set(guests.map((g) => `${g.name} ${g.surname}`)).size).toBeGreaterThan(3500)
    const withTwoSurnames = guests.filter((g) => g.surname.includes(' ')).length
    expect(withTwoSurnames / guests.length).toBeCloseTo(0.06, 1)
  })
})
