import type { z } from 'zod'
import { USERS } from '@/db/catalogue/users'
import { type Db, getDb } from '@/db/pool'
import { redactActivities } from '@/db/queries/activities'
import { revokeDevicesOfUser } from '@/db/queries/gate-devices'
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

/** Staff by name unless ordered otherwise, found by name or e-mail; and how many match. */
export const listUsers = ({
  privilege,
  ...query
}: z.output<typeof userListQuery>): Promise<Page<User>> =>
  queries.listUsers(getDb(), {
    ...listParams(query, queries.USER_FIELDS),
    privilege: privilege === undefined ? undefined : Number(privilege),
  })

/** What of a person goes into a spreadsheet. */
export const USER_COLUMNS = exportedColumns(USERS.columns, (user: User, field) =>
  field === 'privilege' ? (PRIVILEGE_LABELS[user.privilege] ?? null) : user[field],
)

/** Throws not_found. */
export async function getUser(id: number): Promise<User> {
  return requireFound(await queries.getUser(getDb(), id), USER_MESSAGES.notThere)
}

/** The screen of the privileges (rule 9.20). */
export async function countUsers(): Promise<UserCounts> {
  const counts = await queries.countUsersByPrivilege(getDb())
  return {
    counts: counts.map((count, privilege) => ({ privilege, count })),
    total: counts.reduce((sum, count) => sum + count, 0),
  }
}

/** Throws invalid (an address that cannot sign in) or conflict (the address is taken). */
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
 * Throws not_found, or conflict for the last admin and when somebody was faster. Holds from
 * the person's next request.
 */
export function updateUser(id: number, { seen, ...change }: UserChange, actor: UserRow) {
  return getDb().transaction(async (tx) => {
    const before = await holdUser(tx, id, actor)
    requireUnchanged(seen, before)
    const demotes = change.privilege !== undefined && change.privilege !== 1
    if (demotes && (await queries.isLastAdmin(tx, id))) throw lastAdmin()
    const after = requireRow(await queries.updateUser(tx, id, change))
    // What a phone at the gate does from now on does not count.
    if (!hasPermission(after.privilege, 'entry')) await revokeDevicesOfUser(tx, id)
    await logActivity(tx, actor, 'users', [before, after])
    return after
  })
}

/** Throws not_found, or conflict for the last admin. What the record tells of the person goes too. */
export function deleteUser(id: number, actor: UserRow): Promise<void> {
  return getDb().transaction(async (tx) => {
    const before = await holdUser(tx, id, actor)
    if (await queries.isLastAdmin(tx, id)) throw lastAdmin()
    // Before the row goes, since it may be the actor's own.
    await logActivity(tx, actor, 'users', [before, null])
    await redactActivities(tx, 'users', id)
    await revokeDevicesOfUser(tx, id)
    await queries.deleteUser(tx, id)
  })
}

/**
 * The person as it is until the transaction ends. Two admins may have come through the door
 * together, one to demote the other: whoever is no admin any more by now is turned away.
 */
async function holdUser(tx: Db, id: number, actor: UserRow): Promise<UserRow> {
  await queries.lockUsers(tx)
  if ((await queries.getUser(tx, actor.id))?.privilege !== 1)
    throw new ServiceError('forbidden', NO_PRIVILEGES)
  const user = requireFound(await queries.getUser(tx, id), USER_MESSAGES.notThere)
  return user
}

const lastAdmin = () =>
  new ServiceError('conflict', USER_MESSAGES.lastAdmin, { code: 'last_admin' })
