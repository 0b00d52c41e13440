import type { EntityName } from '@/db/catalogue/entities'
import { getDb } from '@/db/pool'
import { redactActivities } from '@/db/queries/activities'
import type { Rows } from '@/db/queries/rows'
import type { TableQueries } from '@/db/queries/table-queries'
import type { UserRow } from '@/db/queries/users'
import { logActivity } from '@/lib/activities/record'
import { onUniqueViolation } from '@/lib/http/database-errors'
import { notFound, ServiceError } from '@/lib/http/errors'
import { type ListQuery, listParams } from '@/lib/http/list-params'
import { type ExpectedValues, requireUnchanged } from '@/lib/http/precondition'

type Change<Row> = Partial<Omit<Row, 'id'>> & { seen?: ExpectedValues }

/**
 * Creates the CRUD functions of an entity without rules beyond its schema. An update locks the row
 * and compares it with the expected values. Every write is added to the activity log. Throws
 * not_found; a write also throws conflict for a taken key or a row that another user has changed.
 */
export function crudService<Row extends { id: number }>(
  entity: EntityName,
  rows: Rows<Row>,
  { notThere, taken }: { notThere: string; taken?: string },
) {
  const requireExisting = (row: Row | null) => {
    if (!row) throw notFound(notThere)
    return row
  }
  const refusal = () => new ServiceError('conflict', taken ?? notThere, { code: 'already_exists' })
  return {
    get: async (id: number) => requireExisting(await rows.get(getDb(), id)),

    create: (body: Omit<Row, 'id'>, user: UserRow) =>
      getDb().transaction(async (tx) => {
        const row = await rows.create(tx, body).catch(onUniqueViolation(refusal))
        if (!row) throw refusal()
        await logActivity(tx, user, entity, [null, row])
        return row
      }),

    update: (id: number, { seen, ...change }: Change<Row>, user: UserRow) =>
      getDb().transaction(async (tx) => {
        const before = requireExisting(await rows.lock(tx, id))
        requireUnchanged(seen, before)
        const patch = change as Change<Row>
        const after = requireExisting(
          await rows.update(tx, id, patch).catch(onUniqueViolation(refusal)),
        )
        await logActivity(tx, user, entity, [before, after])
        return after
      }),

    /** Deletes an item. Its activities stay, with personal data redacted. */
    delete: (id: number, user: UserRow) =>
      getDb().transaction(async (tx) => {
        const deleted = requireExisting(await rows.delete(tx, id))
        await logActivity(tx, user, entity, [deleted, null])
        await redactActivities(tx, entity, id)
      }),
  }
}

/**
 * Creates the list and the CRUD functions of an entity whose items are the rows of one table. Its
 * searched and sorted fields come from the catalogue (`tableQueries`).
 */
export function tableService<Row extends { id: number }>(
  entity: EntityName,
  queries: TableQueries<Row>,
  messages: { notThere: string; taken?: string },
) {
  return {
    fields: queries.fields,
    list: (query: ListQuery) => queries.list(getDb(), listParams(query, queries.fields)),
    ...crudService(entity, queries, messages),
  }
}
