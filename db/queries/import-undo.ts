import { type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { GUEST_TEXT_FIELDS, UPDATED_TEXTS } from '../catalogue/guests'
import type { Db } from '../pool'
import { bulkJobs } from '../schema/bulk'
import { hasPassage } from './presence-changes'

// An import of guests is stored as a bulk job that has ended, so that the worker of bulk jobs can
// undo it (rule 11.7).

/**
 * Stores an import as an ended bulk job, which can be undone for 60 minutes. `changed` is the number
 * of guests that the import added or updated. Stores nothing if it is 0.
 */
export async function insertImportJob(
  tx: Db,
  { id, changed, userId }: { id: string; changed: number; userId: number },
): Promise<void> {
  if (changed === 0) return
  await tx.insert(bulkJobs).values({
    id,
    kind: 'import',
    params: {},
    state: 'done',
    total: changed,
    changed,
    createdBy: userId,
    endedAt: sql`clock_timestamp()`,
  })
}

const columnOf = (field: string) => sql.identifier(toSnakeCase(field))

/** SQL: a hash of these columns of a guest, by which a later change of the guest is recognized. */
const stateOf = (guest: SQL, columns: readonly string[]) =>
  sql`md5(row(${sql.join(
    columns.map((name) => sql`${guest}.${columnOf(name)}`),
    sql`, `,
  )})::text)`

const addedState = (guest: SQL) =>
  stateOf(guest, [...GUEST_TEXT_FIELDS, 'banReason', 'listId', 'confCode'])
const updatedState = (guest: SQL) => stateOf(guest, [...UPDATED_TEXTS, 'listId'])

/** SQL expression: the data by which the undo finds an added guest unchanged. */
export const stateOfAdded = (guest: SQL) =>
  sql`jsonb_build_object('added', ${addedState(guest)}, 'entered', ${guest}.entered_at)`

/**
 * SQL expression: the data for the undo of an update, from the row before (`old`) and after (`now`).
 */
export const stateOfUpdated = ({ old, now }: { old: SQL; now: SQL }) =>
  sql`jsonb_build_object('wrote', ${updatedState(now)}, 'list', ${old}.list_id, 'texts',
    jsonb_build_object(${sql.join(
      UPDATED_TEXTS.flatMap((field) => [sql.raw(`'${field}'`), sql`${old}.${columnOf(field)}`]),
      sql`, `,
    )}))`

/** SQL: inserts the guests of an import, rows `id` and `before` of `from`, as items of its job. */
export const importItems = (jobId: SQL, from: SQL) => sql`
  insert into bulk_items (job_id, guest_id, state, before)
  select ${jobId}::uuid, id, 'changed', before from ${from}`

const isAdded = sql`before ? 'added'`

/**
 * SQL to undo an import, one of the entries of `UNDO_SQL` in guests-bulk-write.ts. Deletes an added
 * guest, and restores the earlier texts and list of an updated guest. Leaves a guest unchanged who
 * was changed after the import, and an added guest also after a passage or a ticket mail (rule 11.7).
 */
export const UNDO_IMPORT = {
  reason: sql`when g.deleted_at is not null then 'changed'
    when i.${isAdded} then case
      when ${addedState(sql`g`)} <> i.before ->> 'added' then 'changed'
      when g.entered_at is distinct from (i.before ->> 'entered')::timestamptz
        or ${hasPassage(sql`p.decided <> 'import'`)}
        then case when g.entered_at is null then 'was_inside' else 'inside' end
      when exists (select from mails m where m.guest_id = g.id) then 'has_mail' end
    when ${updatedState(sql`g`)} <> i.before ->> 'wrote' then 'changed'
    when (select deleted_at from guest_lists l where l.id = (i.before ->> 'list')::int) is not null
      then 'list_gone'`,
  set: sql.join(
    [
      sql`deleted_at = case when n.${isAdded} then now() end`,
      sql`list_id = case when n.${isAdded} then g.list_id else (n.before ->> 'list')::int end`,
      ...UPDATED_TEXTS.map(
        (field) => sql`${columnOf(field)} = case when n.${isAdded} then g.${columnOf(field)}
          else n.before #>> ${sql.raw(`'{texts,${field}}'`)} end`,
      ),
    ],
    sql`, `,
  ),
}
