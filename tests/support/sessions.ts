import type { Sql } from 'postgres'
import { makeToken, openSession } from './api-fixture'

/**
 * Returns the Cookie header of a staff member with this privilege. The session is stored directly,
 * because the demo sign-in is slower and limited per IP address.
 */
export async function staffCookie(db: Sql, privilege: number): Promise<string> {
  const [user] = await db`
    select id from users where privilege = ${privilege} order by id limit 1`
  if (!user) throw new Error(`no staff member has privilege ${privilege}`)
  const token = await makeToken('cookie', { sid: await openSession(db, user.id) })
  return `next-auth.session-token=${token}`
}
