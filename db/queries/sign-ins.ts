import { and, asc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { prepareStatement } from '../prepared'
import { authSessions, usedIdTokens, users } from '../schema/users'
import { requireRow } from './rows'
import { type UserRow, userColumns } from './users'

/**
 * Lifetime of a sign-in in seconds: at most `idleS` after the last use, and `maxS` after the
 * sign-in started.
 */
export interface Lifetime {
  idleS: number
  maxS: number
}

const isActive = () => and(isNull(authSessions.endedAt), gt(authSessions.expiresAt, sql`now()`))

interface SignInState {
  /** Whether the stored time of the last use is older than a minute, or that of an unused key. */
  needsUseUpdate: boolean
  /** Privilege with which the key was made; null if the sign-in is no key. */
  keyPrivilege: number | null
}

const selectUserOfSignIn = prepareStatement<UserRow & SignInState>(sql`
  select u.id, u.name, u.email, u.privilege, s.key_privilege as "keyPrivilege",
    s.last_used_at < now() - interval '1 minute'
      or (s.key_name is not null and s.last_used_at = s.created_at) as "needsUseUpdate"
  from auth_sessions s join users u on u.id = s.user_id
  where s.id = ${sql.placeholder('sid')} and s.ended_at is null and s.expires_at > now()`)

/** Returns the user of an active sign-in with the state of the sign-in, or null. */
export async function getUserOfSignIn(
  db: Db,
  sid: string,
): Promise<({ user: UserRow } & SignInState) | null> {
  const [row] = await selectUserOfSignIn(db, { sid })
  if (!row) return null
  const { needsUseUpdate, keyPrivilege, ...user } = row
  return { user, needsUseUpdate, keyPrivilege }
}

/** Returns the demo account of a privilege: the user with this privilege and the lowest id. */
export async function getFirstUserOfPrivilege(db: Db, privilege: number): Promise<UserRow | null> {
  const [row] = await db
    .select(userColumns)
    .from(users)
    .where(eq(users.privilege, privilege))
    .orderBy(asc(users.id))
    .limit(1)
  return row ?? null
}

/**
 * Creates or updates the user who signs in. A new address gets privilege 0; a known user keeps the
 * privilege, and gets the name if it was empty. `admin` grants admin only at the first sign-in of an
 * address, so that a later demotion or deletion is not reverted.
 */
export async function upsertSignedInUser(
  db: Db,
  person: { email: string; name: string; admin: boolean },
): Promise<UserRow> {
  const email = person.email.toLowerCase()
  const [row] = await db.execute<UserRow & Record<string, unknown>>(sql`
    with granted as (
      insert into admin_grants (email_hash)
      select encode(sha256(convert_to(${email}, 'UTF8')), 'hex') where ${person.admin}::boolean
      on conflict do nothing returning email_hash
    )
    insert into users (email, name, privilege)
    select ${email}, ${person.name}, (select count(*) from granted)
    on conflict (email) do update set
      name = case when users.name = '' then excluded.name else users.name end,
      privilege = case when excluded.privilege = 1 then 1 else users.privilege end
    returning id, name, email, privilege`)
  return requireRow(row)
}

/** Marks an ID token as used. Returns false if it was used before. Purges up to 20 expired tokens. */
export async function consumeIdToken(
  tx: Db,
  token: { hash: string; expiresAt: Date },
): Promise<boolean> {
  const used = await tx
    .insert(usedIdTokens)
    .values(token)
    .onConflictDoNothing()
    .returning({ hash: usedIdTokens.hash })
  await tx.execute(sql`
    delete from used_id_tokens where hash in (
      select hash from used_id_tokens where expires_at < now() limit 20 for update skip locked)`)
  return used.length === 1
}

/** Creates a sign-in and returns its id. Purges the user's sign-ins that expired a week ago. */
export async function createSignIn(
  db: Db,
  { userId, device, lifetime }: { userId: number; device: string; lifetime: Lifetime },
): Promise<string> {
  await db.execute(sql`
    delete from auth_sessions
    where user_id = ${userId} and expires_at < now() - interval '7 days'`)
  const [row] = await db
    .insert(authSessions)
    .values({
      userId,
      device,
      expiresAt: sql`now() + make_interval(secs => ${Math.min(lifetime.idleS, lifetime.maxS)})`,
    })
    .returning({ id: authSessions.id })
  return requireRow(row).id
}

/** Key to create. It ends after `days` days. */
interface NewKey {
  userId: number
  name: string
  privilege: number
  days: number
}

/** Creates a key (rule 9.18). Returns its id and its end. */
export async function createKey(db: Db, { userId, name, privilege, days }: NewKey) {
  const [row] = await db
    .insert(authSessions)
    .values({
      userId,
      keyName: name,
      keyPrivilege: privilege,
      expiresAt: sql`now() + make_interval(days => ${days})`,
    })
    .returning({ id: authSessions.id, expiresAt: authSessions.expiresAt })
  return requireRow(row)
}

/**
 * Columns to set when a sign-in is used: it then expires after `idleS` seconds without use, and at
 * the latest `maxS` seconds after it was created. A key keeps its end.
 */
const columnsOnUse = ({ idleS, maxS }: Lifetime): Record<'lastUsedAt' | 'expiresAt', SQL> => ({
  lastUsedAt: sql`now()`,
  expiresAt: sql`case when ${authSessions.keyName} is null
    then least(now() + make_interval(secs => ${idleS}),
      ${authSessions.createdAt} + make_interval(secs => ${maxS}))
    else ${authSessions.expiresAt} end`,
})

/** Extends an active sign-in. Returns false if the sign-in has ended or expired. */
export async function extendSignIn(db: Db, sid: string, lifetime: Lifetime): Promise<boolean> {
  const rows = await db
    .update(authSessions)
    .set(columnsOnUse(lifetime))
    .where(and(eq(authSessions.id, sid), isActive()))
    .returning({ id: authSessions.id })
  return rows.length === 1
}

/**
 * Makes the refresh token of this generation unusable, and returns the next generation. Returns
 * null if the token was used before, or if the sign-in has ended or expired.
 */
export async function rotateRefreshToken(
  db: Db,
  sid: string,
  generation: number,
  lifetime: Lifetime,
): Promise<number | null> {
  const [row] = await db
    .update(authSessions)
    .set({ generation: generation + 1, ...columnsOnUse(lifetime) })
    .where(and(eq(authSessions.id, sid), eq(authSessions.generation, generation), isActive()))
    .returning({ generation: authSessions.generation })
  return row?.generation ?? null
}

export async function endSignIn(db: Db, sid: string): Promise<void> {
  await db
    .update(authSessions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(authSessions.id, sid), isNull(authSessions.endedAt)))
}
