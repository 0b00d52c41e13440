import { asc, eq } from 'drizzle-orm'
import type { Db } from '../client'
import { signups } from '../schema'

export interface SignupRow {
  id: number
  name: string
  surname: string
  email: string
  jmbag: string
  submittedAt: Date
}

/** Stores a submission; sending the very same one again changes nothing. */
export async function insertSignup(
  db: Db,
  signup: { name: string; surname: string; email: string; jmbag: string },
): Promise<void> {
  const { name, surname, email, jmbag } = signup
  await db.insert(signups).values({ name, surname, email, jmbag }).onConflictDoNothing()
}

export function listSignupsOfJmbag(db: Db, jmbag: string): Promise<SignupRow[]> {
  return db
    .select({
      id: signups.id,
      name: signups.name,
      surname: signups.surname,
      email: signups.email,
      jmbag: signups.jmbag,
      submittedAt: signups.submittedAt,
    })
    .from(signups)
    .where(eq(signups.jmbag, jmbag))
    .orderBy(asc(signups.submittedAt), asc(signups.id))
    .limit(50)
}
