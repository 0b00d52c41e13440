import { describe, expect, it } from 'vitest'
import type { SeedGuest } from '@/db/seed/guests'
import {
  generateSignups,
  namelessGuests,
  namelessJmbag,
  submissionsOf,
  UNNAMED_GUESTS,
} from '@/db/seed/signups'
import { signupSchema } from '@/lib/signups/schema'
import { studentEmail } from '@/lib/students/email'

const now = new Date('2026-11-05T18:30:00Z')
const named = [
  {
    name: 'Ivo',
    surname: 'Šarić',
    jmbag: '0036512345',
    boughtAt: new Date('2026-11-01T10:00:00Z'),
  } as SeedGuest,
]
const generate = (seed = 5) =>
  generateSignups(named, { seed, now, studentEmail: (s) => studentEmail(s, 'fer.hr') })

describe('generated sign-ups', () => {
  it('are the same for the same seed', () => {
    expect(generate()).toEqual(generate())
    expect(generate()).not.toEqual(generate(6))
  })

  it('cover guests without a name who have no, one and several sign-ups', () => {
    const signups = generate()
    const counts = Array.from({ length: UNNAMED_GUESTS.total }, (_, n) => {
      const found = signups.filter((s) => s.jmbag === namelessJmbag(n)).length
      expect(found).toBe(submissionsOf(n))
      return found
    })
    expect(new Set(counts)).toEqual(new Set([0, 1, 2, 3]))
    expect(counts.slice(0, 3)).toEqual([1, 3, 0])
  })

  it('are all different and all in the past', () => {
    const signups = generate()
    const keys = signups.map((s) => [s.jmbag, s.email, s.name, s.surname].join())
    expect(new Set(keys).size).toBe(keys.length)
    expect(signups.filter((s) => s.submittedAt > now)).toEqual([])
  })

  it('are older than the ticket, and 15 of them have a JMBAG that is on no guest list', () => {
    const signups = generate()
    const own = signups.find((s) => s.jmbag === '0036512345')
    expect(own?.submittedAt.getTime()).toBeLessThan(Number(named[0]?.boughtAt))
    expect(own?.email).toBe('is51234@fer.hr')
    const listed = new Set([...namelessGuests(1, now), ...named].map((g) => g.jmbag))
    expect(signups.filter((s) => !listed.has(s.jmbag)).length).toBe(15)
  })

  it('are valid in the pre-registration form', () => {
    const schema = signupSchema('fer.hr')
    for (const signup of generate())
      expect(schema.safeParse({ ...signup, gdpr_accepted: true }).success).toBe(true)
  })
})
