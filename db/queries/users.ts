import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { driverOf } from '../driver'
import { authSessions, users } from '../schema'
import { fieldsOf, type ListParams, type ListShape, orderBy, pageOf, searchCondition } from './list'

const userColumns = {
  id: users.id,
  name: users.name,
  email: users.email,
  privilege: users.privilege,
}

export interface UserRow {
  id: number
  name: string
  email: string
  privilege: number
}

const isLive = () => and(isNull(authSessions.endedAt), gt(authSessions.expiresAt, sql`now()`))

/** The person behind a sign-in that has neither ended nor expired, as stored at this moment. */
export async function getUserOfSession(db: Db, sid: string): Promise<UserRow | null> {
  const [row] = await driverOf(db)<UserRow[]>`
    select u.id, u.name, u.email, u.privilege
    from auth_sessions s join users u on u.id = s.user_id
    where s.id = ${sid} and s.ended_at is null and s.expires_at > now()`
  return row ?? null
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
 * Stores who has just signed in: a new e-mail with privilege 0 (1 if `admin`), a known one
 * with its privilege kept and its name filled in where it was empty.
 */
export async function upsertSignedInUser(
  db: Db,
  person: { email: string; name: string; admin: boolean },
): Promise<UserRow> {
  const privilege = person.admin ? 1 : 0
  const [row] = await db
    .insert(users)
    .values({ email: person.email.toLowerCase(), name: person.name, privilege })
    .onConflictDoUpdate({
      target: users.email,
      set: {
        name: sql`case when ${users.name} = '' then excluded.name else ${users.name} end`,
        privilege: person.admin ? sql`1` : sql`${users.privilege}`,
      },
    })
    .returning(userColumns)
  return row as UserRow
}

export async function createSession(db: Db, userId: number, seconds: number): Promise<string> {
  const [row] = await db
    .insert(authSessions)
    .values({ userId, expiresAt: sql`now() + make_interval(secs => ${seconds})` })
    .returning({ id: authSessions.id })
  return (row as { id: string }).id
}

/** Moves the end of a live sign-in forward; false when it is no longer live. */
export async function extendSession(db: Db, sid: string, seconds: number): Promise<boolean> {
  const rows = await db
    .update(authSessions)
    .set({ expiresAt: sql`now() + make_interval(secs => ${seconds})` })
    .where(and(eq(authSessions.id, sid), isLive()))
    .returning({ id: authSessions.id })
  return rows.length === 1
}

/** Uses up one refresh: the new generation, or null when this one is used, ended or expired. */
export async function nextGeneration(
  db: Db,
  sid: string,
  generation: number,
  seconds: number,
): Promise<number | null> {
  const [row] = await db
    .update(authSessions)
    .set({
      generation: generation + 1,
      expiresAt: sql`now() + make_interval(secs => ${seconds})`,
    })
    .where(and(eq(authSessions.id, sid), eq(authSessions.generation, generation), isLive()))
    .returning({ generation: authSessions.generation })
  return row?.generation ?? null
}

export async function endSession(db: Db, sid: string): Promise<void> {
  await db
    .update(authSessions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(authSessions.id, sid), isNull(authSessions.endedAt)))
}

const shape: ListShape = {
  text: {
    name: sql`public.fold_text(${users.name})`,
    email: sql`public.fold_text(${users.email})`,
  },
  exact: { privilege: (value) => sql`${users.privilege}::text = ${value}` },
  order: {
    id: sql`${users.id}`,
    name: sql`public.fold_text(${users.name})`,
    email: sql`${users.email}`,
    privilege: sql`${users.privilege}`,
  },
}

export const USER_FIELDS = fieldsOf(shape, ['name', 'email'])

/** Staff by name unless ordered otherwise, and how many match. */
export function listUsers(
  db: Db,
  params: ListParams & { privilege?: number },
): Promise<{ rows: UserRow[]; total: number }> {
  const { privilege } = params
  const where = and(
    privilege === undefined ? undefined : eq(users.privilege, privilege),
    searchCondition(shape, params),
  )
  const query = db
    .select(userColumns)
    .from(users)
    .where(where)
    .orderBy(
      ...orderBy(shape, params.ordering),
      sql`public.fold_text(${users.name})`,
      asc(users.id),
    )
    .offset(params.offset)
    .$dynamic()
  return pageOf(query, params.limit, db.$count(users, where))
}

/** Null when somebody has the e-mail already; it is stored in lower case. */
export async function createUser(db: Db, user: Omit<UserRow, 'id'>): Promise<UserRow | null> {
  const [row] = await db
    .insert(users)
    .values({ ...user, email: sql`lower(${user.email})` })
    .onConflictDoNothing({ target: users.email })
    .returning(userColumns)
  return row ?? null
}

/**
 * Holds off every other change of staff until the transaction ends, so that of two admins
 * who demote each other the second finds itself the last. Before any row is locked, or two
 * changes could wait for each other.
 */
export async function lockUsers(tx: Db): Promise<void> {
  await tx.execute(sql`lock table users in share row exclusive mode`)
}

export async function getUser(db: Db, id: number): Promise<UserRow | null> {
  const [row] = await db.select(userColumns).from(users).where(eq(users.id, id))
  return row ?? null
}

/** Whether this person is the only admin; to be relied on under the lock alone. */
export async function isLastAdmin(tx: Db, id: number): Promise<boolean> {
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.privilege, 1))
    .limit(2)
  return admins.length === 1 && admins[0]?.id === id
}

export async function updateUser(
  tx: Db,
  id: number,
  patch: Partial<Pick<UserRow, 'name' | 'privilege'>>,
): Promise<UserRow | null> {
  const [row] = await tx.update(users).set(patch).where(eq(users.id, id)).returning(userColumns)
  return row ?? null
}

/** The person's sign-ins end with it; the record of what it did stays, without its name. */
export async function deleteUser(tx: Db, id: number): Promise<void> {
  await tx.delete(users).where(eq(users.id, id))
}

/** How many people have each privilege, 0 to 4. */
export async function countUsersByPrivilege(db: Db): Promise<number[]> {
  const rows = await db
    .select({ privilege: users.privilege, n: sql<number>`count(*)::int` })
    .from(users)
    .groupBy(users.privilege)
  const counts = [0, 0, 0, 0, 0]
  for (const { privilege, n } of rows) counts[privilege] = n
  return counts
}
