import { and, asc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { prepareStatement } from '../driver'
import { authSessions, usedIdTokens, users } from '../schema/users'
import { requireRow } from './rows'
import { type UserRow, userColumns } from './users'

/** How long a sign-in lasts, in seconds: without use, and whatever its use. */
export interface Lifetime {
  idle: number
  most: number
}

const isLive = () => and(isNull(authSessions.endedAt), gt(authSessions.expiresAt, sql`now()`))

const selectUserOfSignIn = prepareStatement<UserRow & { isUnnoted: boolean }>(sql`
  select u.id, u.name, u.email, u.privilege,
    s.last_used_at < now() - interval '1 minute' as "isUnnoted"
  from auth_sessions s join users u on u.id = s.user_id
  where s.id = ${sql.placeholder('sid')} and s.ended_at is null and s.expires_at > now()`)

/** The person behind a live sign-in, as stored at this moment, and whether its use is to be noted. */
export async function getUserOfSignIn(
  db: Db,
  sid: string,
): Promise<{ user: UserRow; isUnnoted: boolean } | null> {
  const [row] = await selectUserOfSignIn(db, { sid })
  if (!row) return null
  const { isUnnoted, ...user } = row
  return { user, isUnnoted }
}

export async function touchSession(db: Db, sid: string): Promise<void> {
  await db.update(authSessions).set({ lastUsedAt: sql`now()` }).where(eq(authSessions.id, sid))
}

/** The first stored person of a privilege: the demo account for it. */
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
 * Stores who has just signed in: a new e-mail with privilege 0, a known one with its
 * privilege kept and its name filled in where it was empty. `admin` makes an admin the first
 * time only, also when the person was demoted or deleted since.
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

/** False when this ID token came before. Takes away some that have run out. */
export async function takeIdToken(
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

/** A new sign-in of a person; what is left of those long over goes. */
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
      expiresAt: sql`now() + make_interval(secs => ${Math.min(lifetime.idle, lifetime.most)})`,
    })
    .returning({ id: authSessions.id })
  return requireRow(row).id
}

/** Used now, and so good for another while, but never beyond its longest. */
const usedNow = ({ idle, most }: Lifetime): Record<'lastUsedAt' | 'expiresAt', SQL> => ({
  lastUsedAt: sql`now()`,
  expiresAt: sql`least(now() + make_interval(secs => ${idle}),
    ${authSessions.createdAt} + make_interval(secs => ${most}))`,
})

/** Moves the end of a live sign-in forward; false when it is no longer live. */
export async function extendSignIn(db: Db, sid: string, lifetime: Lifetime): Promise<boolean> {
  const rows = await db
    .update(authSessions)
    .set(usedNow(lifetime))
    .where(and(eq(authSessions.id, sid), isLive()))
    .returning({ id: authSessions.id })
  return rows.length === 1
}

/** Uses up one refresh: the new generation, or null when this one is used, ended or expired. */
export async function rotateRefreshToken(
  db: Db,
  sid: string,
  generation: number,
  lifetime: Lifetime,
): Promise<number | null> {
  const [row] = await db
    .update(authSessions)
    .set({ generation: generation + 1, ...usedNow(lifetime) })
    .where(and(eq(authSessions.id, sid), eq(authSessions.generation, generation), isLive()))
    .returning({ generation: authSessions.generation })
  return row?.generation ?? null
}

export async function endSignIn(db: Db, sid: string): Promise<void> {
  await db
    .update(authSessions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(authSessions.id, sid), isNull(authSessions.endedAt)))
}
