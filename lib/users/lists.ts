import type { z } from 'zod'
import { getDb } from '@/db/client'
import { countUsersByPrivilege, getUser, listUsers, USER_FIELDS } from '@/db/queries/users'
import { notFound } from '@/lib/http/errors'
import { listParams } from '@/lib/http/list-params'
import { USER_MESSAGES } from './messages'
import type { User, UserCounts, userListQuery } from './schema'

/** Staff by name unless ordered otherwise, found by name or e-mail; and how many match. */
export const findUsers = ({
  privilege,
  ...query
}: z.output<typeof userListQuery>): Promise<{ rows: User[]; total: number }> =>
  listUsers(getDb(), {
    ...listParams(query, USER_FIELDS),
    privilege: privilege === undefined ? undefined : Number(privilege),
  })

/** Throws not_found. */
export async function readUser(id: number): Promise<User> {
  const row = await getUser(getDb(), id)
  if (!row) throw notFound(USER_MESSAGES.notThere)
  return row
}

/** The screen of the privileges (spec section 2). */
export async function countUsers(): Promise<UserCounts> {
  const counts = await countUsersByPrivilege(getDb())
  return {
    counts: counts.map((count, privilege) => ({ privilege, count })),
    total: counts.reduce((sum, count) => sum + count, 0),
  }
}
