/** Letters as the university's mail addresses write them: č ć → c, š → s, ž → z, đ → d. */
export const fold = (text: string) =>
  text.toLowerCase().replaceAll('đ', 'd').normalize('NFD').replace(/\p{M}/gu, '')

/** The digits of a JMBAG that stand in the address (spec section 5; positions are zero-based). */
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

/** The address the university gives a student: Ivo Šarić, 0036512345 → is51234@fer.hr. */
export function studentEmail({ name, surname, jmbag }: Student, domain: string): string {
  const initials = fold(name.trim().slice(0, 1)) + fold(surname.trim().slice(0, 1))
  return `${initials}${jmbagPart(jmbag)}@${domain}`
}

/** The address to show as an example: the person's own, or a general one while it is incomplete. */
export function exampleStudentEmail(student: Student, domain: string): string {
  const complete = student.name.trim() && student.surname.trim() && /^\d{10}$/.test(student.jmbag)
  return complete ? studentEmail(student, domain) : `is51234@${domain}`
}
