import { sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { queryRows } from '../prepared'
import { UNDO_MINUTES } from './guests-bulk'
import { idArray } from './rows'
import { deleteResponsesAbout, type UserRow } from './users'

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
  newUsers: Omit<UserRow, 'id'>[],
  actorId: number,
): Promise<number> {
  const rows = await queryRows<{ id: number }>(
    tx,
    sql`with added as (
      insert into users (name, email, privilege)
      select r.name, r.email, r.privilege
      from jsonb_to_recordset(${JSON.stringify(newUsers)}::text::jsonb)
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

/** An import of users, as the activity log has it. Its id is that of its first activity. */
export interface UserImportRow {
  id: number
  /** Time of the import, and time until which it can be undone, as ISO text. */
  at: string
  undoUntil: string
  createdBy: string | null
  /** Number of users that it added. */
  added: number
  /** Number of those who are as the import left them, and never signed in. */
  unchanged: number
}

/**
 * SQL: activities of imports of users that can still be undone, one for each added user. An import
 * writes its activities in one transaction, so that all have the same time and actor.
 */
const recent = sql`(select * from activities where entity = 'users' and action = 'imported'
  and at > now() - make_interval(mins => ${UNDO_MINUTES})) a`

/** SQL: whether user `u` is as the import of activity `a` left the user, and never signed in. */
const isUnchanged = sql`u.name = a.changes #>> '{name,1}' and u.email = a.changes #>> '{email,1}'
  and u.privilege::text = a.changes #>> '{privilege,1}'
  and not exists (select from auth_sessions s where s.user_id = u.id)`

/** Lists the imports of users that can still be undone, the newest first. */
export const listUserImports = (db: Db): Promise<UserImportRow[]> =>
  queryRows(
    db,
    sql`select min(a.id)::int as id, a.at, a.at + make_interval(mins => ${UNDO_MINUTES}) as "undoUntil",
        coalesce(nullif(max(actor.name), ''), max(actor.email)) as "createdBy", count(*)::int as added,
        count(u.id) filter (where ${isUnchanged})::int as unchanged
      from ${recent}
        left join users actor on actor.id = a.user_id
        left join users u on u.id = a.entity_id::int
      group by a.at, a.user_id having count(u.id) filter (where ${isUnchanged}) > 0
      order by 1 desc limit 50`,
  )

/**
 * Deletes the unchanged users of an import, with the stored responses that mention them. Returns the
 * ids of the deleted users, and the number of users that were kept. Deletes no user if the import is
 * older than 60 minutes. Call `lockUsers` before.
 */
export async function deleteImportedUsers(
  tx: Db,
  id: number,
): Promise<{ deleted: number[]; kept: number }> {
  const rows = await queryRows<{ userId: number; isUnchanged: boolean }>(
    tx,
    sql`select a.entity_id::int as "userId", coalesce(${isUnchanged}, false) as "isUnchanged"
      from ${recent}
        join activities first on first.id = ${id} and first.at = a.at
          and first.user_id is not distinct from a.user_id
        left join users u on u.id = a.entity_id::int`,
  )
  const deleted = rows.flatMap((row) => (row.isUnchanged ? [row.userId] : []))
  await deleteResponsesAbout(tx, deleted)
  await tx.execute(sql`delete from users where id = any(${idArray(deleted)})`)
  return { deleted, kept: rows.length - deleted.length }
}
