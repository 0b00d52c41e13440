import { eq, sql } from 'drizzle-orm'
import { USERS } from '../catalogue/users'
import type { Db } from '../pool'
import { normalized } from '../schema/columns'
import { users } from '../schema/users'
import { deleteResponsesWith } from './idempotency-keys'
import { fieldsOf, type ListParams, type ListShape, type Page, pageOfTable } from './list-query'
import { idArray, type RowOf, rowQueries } from './rows'
import { shownTo } from './shown-columns'

export const userColumns = shownTo('admin', users, USERS)

export type UserRow = RowOf<typeof userColumns>

const shape: ListShape = {
  text: { name: normalized(users.name), email: normalized(users.email) },
  exact: { privilege: (value) => sql`${users.privilege}::text = ${value}` },
  order: {
    id: users.id,
    name: normalized(users.name),
    email: users.email,
    privilege: users.privilege,
  },
}

export const USER_FIELDS = fieldsOf(shape, ['name', 'email'])

const last = [normalized(users.name), users.id]
const list = { table: users, columns: userColumns, shape, last }

/** Returns a page of users, by name by default. */
export const listUsers = (
  db: Db,
  { privilege, ...params }: ListParams & { privilege?: number },
): Promise<Page<UserRow>> =>
  pageOfTable(
    db,
    list,
    params,
    privilege === undefined ? undefined : eq(users.privilege, privilege),
  )

/** Creates a user, with the e-mail address in lower case. Returns null if the address is taken. */
export async function createUser(db: Db, user: Omit<UserRow, 'id'>): Promise<UserRow | null> {
  const [row] = await db
    .insert(users)
    .values({ ...user, email: sql`lower(${user.email})` })
    .onConflictDoNothing({ target: users.email })
    .returning(userColumns)
  return row ?? null
}

/**
 * Locks the users against other changes until the transaction ends. Of two admins who demote each
 * other, the second then finds that it is the last. Call it before any row lock, to avoid deadlocks.
 */
export async function lockUsers(tx: Db): Promise<void> {
  await tx.execute(sql`lock table users in share row exclusive mode`)
}

/**
 * Queries for single users. Deleting a user ends the user's sign-ins. The activities of the user
 * stay, without the name.
 */
export const {
  get: getUser,
  update: updateUser,
  delete: deleteUser,
} = rowQueries(users, userColumns)

/** Deletes the stored responses to requests with an Idempotency-Key that mention one of these users. */
export const deleteResponsesAbout = (tx: Db, ids: number[]): Promise<void> =>
  deleteResponsesWith(
    tx,
    sql`select unnest(array[name, email]) as text from users where id = any(${idArray(ids)})`,
  )

/** Whether this user is the only admin. Reliable only after `lockUsers`. */
export async function isLastAdmin(tx: Db, id: number): Promise<boolean> {
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.privilege, 1))
    .limit(2)
  return admins.length === 1 && admins[0]?.id === id
}

/** Returns the number of users per privilege, 0 to 4. */
export async function countUsersByPrivilege(db: Db): Promise<number[]> {
  const rows = await db
    .select({ privilege: users.privilege, n: sql<number>`count(*)::int` })
    .from(users)
    .groupBy(users.privilege)
  const counts = [0, 0, 0, 0, 0]
  for (const { privilege, n } of rows) counts[privilege] = n
  return counts
}
