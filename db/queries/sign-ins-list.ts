import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { queryRows } from '../prepared'
import type { UserRow } from './users'

// Sign-ins of a user: browsers and programs in the admin area, keys, and gate devices. A gate device
// of a signed-in browser is part of that sign-in, and ends with it.

export interface SignInRow {
  /** Id of the sign-in; id of the gate device if the sign-in has ended. */
  id: string
  device: string
  /**
   * Whether the sign-in gives access to the admin area; false for a key, and for a gate device whose
   * sign-in has ended.
   */
  isOffice: boolean
  /** Name of a key, and the privilege with which it was made. Null for other sign-ins. */
  keyName: string | null
  keyPrivilege: number | null
  gate: string | null
  /** Times of the sign-in, as ISO text. */
  createdAt: string
  lastUsedAt: string
  expiresAt: string
}

const isActive = sql.raw('s.ended_at is null and s.expires_at > now()')
const isOnDuty = sql.raw('d.revoked_at is null and d.left_at is null and d.ends_at > now()')

/** Returns the active sign-ins and gate devices of a user, the last used first. */
export const listSignInsOf = (db: Db, userId: number): Promise<SignInRow[]> =>
  queryRows(
    db,
    sql`select s.id, s.device, s.key_name is null as "isOffice", s.key_name as "keyName",
      s.key_privilege as "keyPrivilege", phone.gate, s.created_at as "createdAt",
      greatest(s.last_used_at, phone.seen) as "lastUsedAt", s.expires_at as "expiresAt"
    from auth_sessions s left join lateral (
      select g.name as gate, d.last_seen_at as seen from gate_devices d
        join gates g on g.id = d.gate_id
      where d.sign_in_id = s.id and d.user_id = s.user_id and ${isOnDuty}
      order by d.created_at desc limit 1
    ) phone on true
    where s.user_id = ${userId} and ${isActive}
    union all
    select d.id, coalesce(s.device, ''), false, null, null, g.name, d.created_at,
      coalesce(d.last_seen_at, d.created_at), d.ends_at
    from gate_devices d join gates g on g.id = d.gate_id
      left join auth_sessions s on s.id = d.sign_in_id
    where d.user_id = ${userId} and ${isOnDuty} and (${isActive}) is not true
    order by "lastUsedAt" desc, "createdAt" desc, id limit 100`,
  )

/** Key with its maker (rule 9.18). */
export interface KeyRow extends Pick<SignInRow, 'id' | 'createdAt' | 'lastUsedAt' | 'expiresAt'> {
  name: string
  /** Privilege with which the key was made. */
  privilege: number
  user: UserRow
}

/** Returns the active keys of all users, the newest first. */
export const listKeys = (db: Db): Promise<KeyRow[]> =>
  queryRows(
    db,
    sql`select s.id, s.key_name as name, s.key_privilege as privilege, s.created_at as "createdAt",
      s.last_used_at as "lastUsedAt", s.expires_at as "expiresAt",
      jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email, 'privilege', u.privilege) as user
    from auth_sessions s join users u on u.id = s.user_id
    where s.key_name is not null and ${isActive}
    order by s.created_at desc, s.id`,
  )

/** Browser that sends the request: the id of its sign-in and the id of its gate device. */
export interface CurrentBrowser {
  signIn: string | null
  phone: string | null
}

/** Ended sign-in, key or gate device, for the activity log. */
export type EndedRow = Pick<SignInRow, 'device' | 'gate' | 'keyName' | 'keyPrivilege'>

/**
 * Ends one sign-in, key or gate device of a user. Returns null if the user has no active sign-in or gate
 * device with this id.
 */
export const endSignInOf = async (db: Db, userId: number, id: string): Promise<EndedRow | null> => {
  const signInId = sql`${id}::uuid`
  const [ended] = await end(db, userId, {
    signIns: sql`s.id = ${signInId}`,
    phones: sql`(d.id = ${signInId} or d.sign_in_id = ${signInId})`,
  })
  return ended ?? null
}

/**
 * Ends and returns all sign-ins, keys and gate devices of a user, except those of the current browser.
 */
export const endSignInsOf = (
  db: Db,
  userId: number,
  { signIn, phone }: CurrentBrowser = { signIn: null, phone: null },
): Promise<EndedRow[]> =>
  end(db, userId, {
    signIns: sql`s.id is distinct from ${signIn}::uuid`,
    phones: sql`d.id is distinct from ${phone}::uuid
      and (d.sign_in_id is null or d.sign_in_id is distinct from ${signIn}::uuid)`,
  })

/**
 * Ends sign-ins and gate devices in a single statement. If two requests run at once, only one of
 * them returns each ended sign-in.
 */
const end = (
  db: Db,
  userId: number,
  { signIns, phones }: { signIns: SQL; phones: SQL },
): Promise<EndedRow[]> =>
  queryRows(
    db,
    sql`with ended as (
      update auth_sessions s set ended_at = now()
      where s.user_id = ${userId} and ${isActive} and ${signIns}
      returning s.id, s.device, s.key_name, s.key_privilege
    ), revoked as (
      update gate_devices d set revoked_at = now() from gates g
      where g.id = d.gate_id and d.user_id = ${userId} and ${isOnDuty} and ${phones}
      returning d.sign_in_id, g.name as gate
    )
    select e.device, (select max(gate) from revoked where sign_in_id = e.id) as gate,
      e.key_name as "keyName", e.key_privilege as "keyPrivilege" from ended e
    union all
    select coalesce(s.device, ''), r.gate, null, null from revoked r left join auth_sessions s on s.id = r.sign_in_id
    where not exists (select from ended e where e.id = r.sign_in_id)`,
  )
