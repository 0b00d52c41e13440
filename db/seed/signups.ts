import type { SeedGuest } from './guests'
import { generatePerson } from './guests'
import { createRandom, type Random } from './random'

export interface SeedSignup {
  name: string
  surname: string
  email: string
  jmbag: string
  submittedAt: Date
}

interface Student {
  name: string
  surname: string
  jmbag: string
}

/** Returns the university address of a student, by the rule in lib/students/email.ts. */
export type StudentEmail = (student: Student) => string

/**
 * Freshers with a JMBAG and no name, as after an import of the faculty's list: their number, and
 * the first JMBAG without leading zeros.
 */
export const UNNAMED_GUESTS = { total: 600, first: 36_500_001 }
const NAMED_WITH_SIGNUP = 900
const UNKNOWN_JMBAGS = 15
const HOUR = 3_600_000

/**
 * Returns the number of sign-ups of the n-th fresher without a name. The first four cover the cases of
 * rule 3.3: one, several, none, one.
 */
export function submissionsOf(n: number): number {
  if (n % 10 === 1) return n % 20 === 1 ? 3 : 2
  return n % 10 === 2 || n % 10 === 7 ? 0 : 1
}

export const namelessJmbag = (n: number) => String(UNNAMED_GUESTS.first + n).padStart(10, '0')

/** Generates freshers without a name and a ticket. */
export function* namelessGuests(brucosi: number, now: Date): Generator<SeedGuest> {
  const createdAt = new Date(now.getTime() - 22 * 24 * HOUR)
  for (let n = 0; n < UNNAMED_GUESTS.total; n++)
    yield {
      name: '',
      surname: '',
      jmbag: namelessJmbag(n),
      listId: brucosi,
      email: null,
      confCode: null,
      boughtAt: null,
      enteredAt: null,
      createdAt,
    }
}

/**
 * Generates sign-ups for all freshers without a name, for some `named` freshers, and for unknown
 * JMBAGs.
 */
export function generateSignups(
  named: readonly SeedGuest[],
  { seed, now, studentEmail }: { seed: number; now: Date; studentEmail: StudentEmail },
): SeedSignup[] {
  const random = createRandom(seed)
  const signups: SeedSignup[] = []
  const add = (student: Student, latest: Date) => {
    const ageMs = 2 * HOUR + random.next() * 12 * 24 * HOUR
    const submittedAt = new Date(latest.getTime() - Math.round(ageMs))
    signups.push({ ...student, email: studentEmail(student), submittedAt })
  }
  for (let n = 0; n < UNNAMED_GUESTS.total; n++) {
    const person = generatePerson(random)
    const jmbag = namelessJmbag(n)
    for (const version of versions(person, submissionsOf(n), random))
      add({ ...version, jmbag }, now)
  }
  for (const { name, surname, jmbag, boughtAt } of named.slice(0, NAMED_WITH_SIGNUP))
    if (jmbag) add({ name, surname, jmbag }, boughtAt ?? now)
  for (let n = 0; n < UNKNOWN_JMBAGS; n++)
    add({ ...generatePerson(random), jmbag: namelessJmbag(UNNAMED_GUESTS.total + n) }, now)
  return signups
}

/**
 * Returns the names on the sign-ups with one JMBAG: the fresher's name, the name without diacritics
 * or with a second surname, and the name of another person who mistyped the JMBAG.
 */
function versions(person: { name: string; surname: string }, count: number, random: Random) {
  const { name, surname } = person
  const plain = (text: string) =>
    text.replaceAll('đ', 'd').replaceAll('Đ', 'D').normalize('NFD').replace(/\p{M}/gu, '')
  const isPlain = plain(name + surname) === name + surname
  const second = isPlain
    ? { name, surname: `${surname} ${generatePerson(random).surname.split(' ')[0]}` }
    : { name: plain(name), surname: plain(surname) }
  return [person, second, generatePerson(random)].slice(0, count)
}
