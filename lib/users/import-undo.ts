import { getDb } from '@/db/pool'
import { insertActivity, redactActivities } from '@/db/queries/activities'
import { deleteImportedUsers, listUserImports } from '@/db/queries/import-users'
import type { Page } from '@/db/queries/list-query'
import { lockUsers, type UserRow } from '@/db/queries/users'
import { ServiceError } from '@/lib/http/errors'
import { USER_MESSAGES, type UserImport, type UserImportUndone } from './schema'

/** Lists the imports of users that can still be undone (rule 11.7), the newest first. */
export async function findUserImports(): Promise<Page<UserImport>> {
  const found = await listUserImports(getDb())
  const rows = found.map(({ at, undoUntil, ...row }) => ({
    ...row,
    at: new Date(at).toISOString(),
    undoUntil: new Date(undoUntil).toISOString(),
  }))
  return { rows, total: rows.length }
}

/**
 * Deletes the users that an import has added, up to 60 minutes after the import (rule 11.7). Keeps
 * users who have signed in or were changed since. Throws conflict if no user can be deleted.
 */
export function undoUserImport(id: number, actor: UserRow): Promise<UserImportUndone> {
  return getDb().transaction(async (tx) => {
    await lockUsers(tx)
    const { deleted, kept } = await deleteImportedUsers(tx, id)
    const undone = deleted.length
    if (undone === 0)
      throw new ServiceError('conflict', USER_MESSAGES.importStays, { code: 'too_late' })
    await redactActivities(tx, 'users', deleted)
    await insertActivity(tx, {
      userId: actor.id,
      entity: 'users',
      entityId: 'import',
      action: 'import_undone',
      changes: { undone: [null, undone], kept: [null, kept] },
    })
    return { undone, kept }
  })
}
