import type { z } from 'zod'
import { USERS } from '@/db/catalogue/users'
import { type Db, getDb } from '@/db/pool'
import { redactActivities } from '@/db/queries/activities'
import { notifyDevicesOfUser, revokeDevicesOfUser } from '@/db/queries/gate-devices'
import type { Page } from '@/db/queries/list-query'
import { requireRow } from '@/db/queries/rows'
import type { UserRow } from '@/db/queries/users'
import * as queries from '@/db/queries/users'
import { logActivity } from '@/lib/activities/record'
import { hasPermission, NO_PRIVILEGES, PRIVILEGE_LABELS } from '@/lib/auth/rules'
import { getConfig } from '@/lib/config/settings'
import { requireFound, ServiceError } from '@/lib/http/errors'
import { listParams } from '@/lib/http/list-params'
import { requireUnchanged } from '@/lib/http/precondition'
import { exportedColumns } from '@/lib/spreadsheet/exported-columns'
import {
  isStaffEmail,
  type NewUser,
  USER_MESSAGES,
  type User,
  type UserChange,
  type UserCounts,
  type userListQuery,
} from './schema'

/**
 * Lists users, by name by default, with the total number of matches. Searches name and e-mail
 * address.
 */
export const listUsers = ({
  privilege,
  ...query
}: z.output<typeof userListQuery>): Promise<Page<User>> =>
  queries.listUsers(getDb(), {
    ...listParams(query, queries.USER_FIELDS),
    privilege: privilege === undefined ? undefined : Number(privilege),
  })

/** Columns of a user in a spreadsheet. */
export const USER_COLUMNS = exportedColumns(USERS.columns, (user: User, field) =>
  field === 'privilege' ? (PRIVILEGE_LABELS[user.privilege] ?? null) : user[field],
)

/** Returns a user. Throws not_found. */
export async function getUser(id: number): Promise<User> {
  return requireFound(await queries.getUser(getDb(), id), USER_MESSAGES.notThere)
}

/** Counts the users by privilege, with a total (rule 9.20). */
export async function countUsers(): Promise<UserCounts> {
  const counts = await queries.countUsersByPrivilege(getDb())
  return {
    counts: counts.map((count, privilege) => ({ privilege, count })),
    total: counts.reduce((sum, count) => sum + count, 0),
  }
}

/**
 * Adds a user. Throws invalid for an address that cannot sign in, and conflict for an address that
 * is taken.
 */
export async function createUser(user: NewUser, actor: UserRow): Promise<User> {
  const { GOOGLE_HOSTED_DOMAIN: domain } = getConfig()
  if (!isStaffEmail(user.email, domain)) {
    const sentence = USER_MESSAGES.foreignEmail(domain)
    throw new ServiceError('invalid', sentence, { fields: { email: [sentence] } })
  }
  return getDb().transaction(async (tx) => {
    const row = await queries.createUser(tx, user)
    if (!row) throw new ServiceError('conflict', USER_MESSAGES.taken, { code: 'already_exists' })
    await logActivity(tx, actor, 'users', [null, row])
    return row
  })
}

/**
 * Changes a user. The change applies from the user's next request. Throws not_found, or conflict
 * for the last admin (rule 9.11) and for a field that no longer has its expected value.
 */
export function updateUser(id: number, { seen, ...change }: UserChange, actor: UserRow) {
  return getDb().transaction(async (tx) => {
    const before = await lockUser(tx, id, actor)
    requireUnchanged(seen, before)
    const demotes = change.privilege !== undefined && change.privilege !== 1
    if (demotes && (await queries.isLastAdmin(tx, id))) throw lastAdmin()
    const after = requireRow(await queries.updateUser(tx, id, change))
    // The user may no longer admit guests, so the user's gate devices are revoked (rule 6.21).
    if (!hasPermission(after.privilege, 'entry')) await revokeDevicesOfUser(tx, id)
    else if (after.privilege !== before.privilege) await notifyDevicesOfUser(tx, id)
    await logActivity(tx, actor, 'users', [before, after])
    return after
  })
}

/**
 * Deletes a user with the stored responses that mention the user, and redacts the user in the
 * activity log (rule 9.10). Throws not_found, or conflict for the last admin (rule 9.11).
 */
export function deleteUser(id: number, actor: UserRow): Promise<void> {
  return getDb().transaction(async (tx) => {
    const before = await lockUser(tx, id, actor)
    if (await queries.isLastAdmin(tx, id)) throw lastAdmin()
    // Logged before the row is deleted, since users may delete themselves.
    await logActivity(tx, actor, 'users', [before, null])
    await redactActivities(tx, 'users', id)
    await revokeDevicesOfUser(tx, id)
    await queries.deleteResponsesAbout(tx, [id])
    await queries.deleteUser(tx, id)
  })
}

/**
 * Returns a user, with all users locked until the transaction ends. Throws not_found, or forbidden
 * if the acting admin is no longer one: another admin may have demoted them at the same time.
 */
async function lockUser(tx: Db, id: number, actor: UserRow): Promise<UserRow> {
  await queries.lockUsers(tx)
  if ((await queries.getUser(tx, actor.id))?.privilege !== 1)
    throw new ServiceError('forbidden', NO_PRIVILEGES)
  const user = requireFound(await queries.getUser(tx, id), USER_MESSAGES.notThere)
  return user
}

const lastAdmin = () =>
  new ServiceError('conflict', USER_MESSAGES.lastAdmin, { code: 'last_admin' })
