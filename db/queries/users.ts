import { eq, sql } from 'drizzle-orm'
import { USERS } from '../catalogue/users'
import type { Db } from '../client'
import { normalized } from '../schema/columns'
import { users } from '../schema/users'
import { fieldsOf, type ListParams, type ListShape, type Page, pageOfTable } from './list-query'
import { type RowOf, rowQueries } from './rows'
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

/** Staff by name unless ordered otherwise, and how many match. */
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

/** Of a deleted one the sign-ins end with it; the record of what it did stays, without its name. */
export const {
  get: getUser,
  update: updateUser,
  delete: deleteUser,
} = rowQueries(users, userColumns)

/** Whether this person is the only admin; to be relied on under the lock alone. */
export async function isLastAdmin(tx: Db, id: number): Promise<boolean> {
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.privilege, 1))
    .limit(2)
  return admins.length === 1 && admins[0]?.id === id
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
