import { getDb } from '@/db/pool'
import { requireRow } from '@/db/queries/rows'
import * as queries from '@/db/queries/tags'
import type { UserRow } from '@/db/queries/users'
import { logActivity } from '@/lib/activities/record'
import { onUniqueViolation } from '@/lib/http/database-errors'
import { requireFound, ServiceError } from '@/lib/http/errors'
import { requireUnchanged } from '@/lib/http/precondition'
import { TAG_MESSAGES } from './messages'
import type { Tag, TagChange } from './schema'

/** Adds a tag. Throws conflict if a tag has the name; case and diacritics are ignored. */
export function createTag(name: string, user: UserRow): Promise<Tag> {
  return getDb().transaction(async (tx) => {
    const tag = await queries.createTag(tx, name)
    if (!tag) throw nameTaken()
    await logActivity(tx, user, 'tags', [null, { id: tag.id, name }])
    return tag
  })
}

/**
 * Renames a tag and returns it with its counts. Throws not_found, or conflict if the name is taken
 * or a field no longer has its expected value.
 */
export function changeTag(id: number, { name, seen }: TagChange, user: UserRow): Promise<Tag> {
  return getDb().transaction(async (tx) => {
    const before = requireFound(await queries.lockTag(tx, id), TAG_MESSAGES.notThere)
    requireUnchanged(seen, before)
    if (name !== undefined) {
      await queries.renameTag(tx, id, name).catch(onUniqueViolation(nameTaken))
      await logActivity(tx, user, 'tags', [before, { id, name }])
    }
    return requireRow(await queries.getTag(tx, id))
  })
}

/**
 * Deletes a tag. Throws not_found, or conflict if guests are on the tag or it is one of the three
 * default tags (rule 4.3).
 */
export function deleteTag(id: number, user: UserRow): Promise<void> {
  return getDb().transaction(async (tx) => {
    const deleted = requireFound(await queries.deleteTag(tx, id), TAG_MESSAGES.notThere)
    if (deleted === 'in_use')
      throw new ServiceError('conflict', TAG_MESSAGES.inUse, { code: 'in_use' })
    if (deleted === 'has_role')
      throw new ServiceError('conflict', TAG_MESSAGES.hasRole, { code: 'has_role' })
    await logActivity(tx, user, 'tags', [deleted, null])
  })
}

const nameTaken = () => new ServiceError('conflict', TAG_MESSAGES.taken, { code: 'already_exists' })
