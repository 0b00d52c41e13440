import { foldLetters } from '@/lib/text/fold'

/** The digits of a JMBAG that stand in the address (rule 2.4; positions are zero-based). */
function jmbagPart(jmbag: string): string {
  if (jmbag.startsWith('003')) return jmbag.slice(4, 9)
  if (jmbag.startsWith('0')) return jmbag.slice(0, 9)
  return jmbag.slice(3, 8)
}

interface Student {
  name: string
  surname: string
  jmbag: string
}

/**
 * What a name may begin its address with, the usual first: `Šarić` s, `Łukasz` l, `Þórunn` t or
 * th. None for a name of another script, of which the university's spelling is unknown.
 */
function initialsOf(name: string): string[] {
  const first = /\p{L}/u.exec(name.normalize('NFC'))?.[0] ?? ''
  const plain = foldLetters(first)
  return /^[a-z]+$/.test(plain) ? [...new Set([plain.charAt(0), plain])] : []
}

/**
 * The address the university gives a student: Ivo Šarić, 0036512345 → is51234@fer.hr; '' where a
 * name leaves no ASCII initial.
 */
export function studentEmail({ name, surname, jmbag }: Student, domain: string): string {
  const [[first], [second]] = [initialsOf(name), initialsOf(surname)]
  return first && second ? `${first}${second}${jmbagPart(jmbag)}@${domain}` : ''
}

/** Whether an address is that of this very student; without initials, its digits must be. */
export function isStudentEmail(email: string, student: Student, domain: string): boolean {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at).toLowerCase()
  if (email.slice(at + 1).toLowerCase() !== domain.toLowerCase()) return false
  const [firsts, seconds] = [initialsOf(student.name), initialsOf(student.surname)]
  const digits = jmbagPart(student.jmbag)
  if (firsts.length === 0 || seconds.length === 0) return local.replace(/\D/g, '') === digits
  return firsts.some((first) => seconds.some((second) => local === first + second + digits))
}

/** The address to show as an example: the person's own, or a general one while it is incomplete. */
export function exampleStudentEmail(student: Student, domain: string): string {
  const complete = student.name.trim() && student.surname.trim() && /^\d{10}$/.test(student.jmbag)
  const own = complete ? studentEmail(student, domain) : ''
  return own || (complete ? `…${jmbagPart(student.jmbag)}@${domain}` : `is51234@${domain}`)
}

export interface Addressee {
  name: string
  surname: string
  jmbag: string | null
  email: string | null
}

/**
 * The address that a guest's ticket goes to: the guest's own, otherwise the one that the
 * university gives (rule 7.1); '' where there is neither.
 */
export function ticketAddress({ email, jmbag, ...named }: Addressee, domain: string): string {
  if (email) return email
  return jmbag ? studentEmail({ ...named, jmbag }, domain) : ''
}
