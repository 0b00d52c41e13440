import { sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { queryRows } from '../prepared'
import type { UserRow } from './users'

/** Returns those of these lower-case e-mail addresses that belong to a user. */
export async function listTakenEmails(db: Db, emails: string[]): Promise<Set<string>> {
  const rows = await queryRows<{ email: string }>(
    db,
    sql`select u.email from users u
      join jsonb_array_elements_text(${JSON.stringify(emails)}::text::jsonb) as a(email)
        on a.email = u.email`,
  )
  return new Set(rows.map((row) => row.email))
}

/**
 * Creates the users, each with an activity, and returns their number. Skips e-mail addresses that a
 * user already has.
 */
export async function insertUsers(
  tx: Db,
  given: Omit<UserRow, 'id'>[],
  actorId: number,
): Promise<number> {
  const rows = await queryRows<{ id: number }>(
    tx,
    sql`with added as (
      insert into users (name, email, privilege)
      select r.name, r.email, r.privilege
      from jsonb_to_recordset(${JSON.stringify(given)}::text::jsonb)
        as r(name text, email text, privilege smallint)
      on conflict (email) do nothing
      returning id, name, email, privilege
    ), recorded as (
      insert into activities (user_id, entity, entity_id, action, changes)
      select ${actorId}::int, 'users', id::text, 'imported', jsonb_build_object(
        'name', jsonb_build_array(null, name), 'email', jsonb_build_array(null, email),
        'privilege', jsonb_build_array(null, privilege))
      from added
    )
    select id from added`,
  )
  return rows.length
}
