import { sql } from 'drizzle-orm'
import type { Db } from '../client'
import { statement } from '../driver'
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

const selectOfJmbag = statement<Omit<SignupRow, 'submittedAt'> & { submittedAt: string }>(sql`
  select id, name, surname, email, jmbag, submitted_at as "submittedAt"
  from (
    select *, row_number() over (partition by email order by submitted_at desc, id desc) as place
    from signups where jmbag = ${sql.placeholder('jmbag')}
  ) as counted
  where place <= ${sql.placeholder('ofEach')} order by submitted_at, id limit 50`)

/** Of each address with this JMBAG the last few submissions, all in the order they came. */
export async function listSignupsOfJmbag(
  db: Db,
  jmbag: string,
  ofEach: number,
): Promise<SignupRow[]> {
  const rows = await selectOfJmbag(db, { jmbag, ofEach })
  return rows.map((row) => ({ ...row, submittedAt: new Date(row.submittedAt) }))
}
