import { foldLetters } from '@/lib/text/fold'

/** Returns the digits of a JMBAG that the e-mail address contains (rule 2.4; positions start at 0). */
function jmbagDigits(jmbag: string): string {
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
 * Returns the initials that the e-mail address may have for a name, the usual one first: s for
 * `Šarić`, l for `Łukasz`, t or th for `Þórunn`. Empty for a name in another script, because the
 * university's spelling is unknown.
 */
function initialsOf(name: string): string[] {
  const first = /\p{L}/u.exec(name.normalize('NFC'))?.[0] ?? ''
  const plain = foldLetters(first)
  return /^[a-z]+$/.test(plain) ? [...new Set([plain.charAt(0), plain])] : []
}

/**
 * Returns the e-mail address that the university gives a student: Ivo Šarić, 0036512345 gets
 * is51234@fer.hr. Returns '' when a name has no ASCII initial.
 */
export function studentEmail({ name, surname, jmbag }: Student, domain: string): string {
  const [[first], [second]] = [initialsOf(name), initialsOf(surname)]
  return first && second ? `${first}${second}${jmbagDigits(jmbag)}@${domain}` : ''
}

/** Whether an e-mail address belongs to this student. Without ASCII initials only the digits are compared. */
export function isStudentEmail(email: string, student: Student, domain: string): boolean {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at).toLowerCase()
  if (email.slice(at + 1).toLowerCase() !== domain.toLowerCase()) return false
  const [firsts, seconds] = [initialsOf(student.name), initialsOf(student.surname)]
  const digits = jmbagDigits(student.jmbag)
  if (firsts.length === 0 || seconds.length === 0) return local.replace(/\D/g, '') === digits
  return firsts.some((first) => seconds.some((second) => local === first + second + digits))
}

/** Returns the e-mail address to show as an example: the student's own, or a general one until the input is complete. */
export function exampleStudentEmail(student: Student, domain: string): string {
  const complete = student.name.trim() && student.surname.trim() && /^\d{10}$/.test(student.jmbag)
  const own = complete ? studentEmail(student, domain) : ''
  return own || (complete ? `…${jmbagDigits(student.jmbag)}@${domain}` : `is51234@${domain}`)
}

export interface Addressee {
  name: string
  surname: string
  jmbag: string | null
  email: string | null
}

/**
 * Returns the e-mail address for a guest's ticket: the guest's own, otherwise the one that the
 * university gives (rule 7.1). Returns '' when there is neither.
 */
export function ticketAddress({ name, surname, jmbag, email }: Addressee, domain: string): string {
  if (email) return email
  return jmbag ? studentEmail({ name, surname, jmbag }, domain) : ''
}
