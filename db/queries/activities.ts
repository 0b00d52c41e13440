import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { ENTITIES, type EntityName, findEntity } from '@/db/catalogue/entities'
import { factsByField } from '@/db/catalogue/tables'
import type { Db } from '../pool'
import { activities } from '../schema/activities'
import { normalized } from '../schema/columns'
import { users } from '../schema/users'
import {
  fieldsOf,
  type ListParams,
  type ListShape,
  orderBy,
  pageOf,
  searchCondition,
} from './list-query'

/**
 * Changes of a record: for each changed field, the values before and after. Null means no
 * value.
 */
export type Changes = Record<string, [before: unknown, after: unknown]>

/** Returns the fields of an entity that the activity log redacts when a person is erased. */
export const personalFields = (entity: EntityName): readonly string[] =>
  factsByField(ENTITIES[entity].tables).flatMap(([field, { privacy }]) =>
    privacy?.inActivityLog === 'redacted' ? field : [],
  )

/** A new entry of the activity log. */
export interface NewActivity {
  /** User who made the change. Null for a sponsor or a visitor, who act without an account. */
  userId: number | null
  entity: string
  entityId: string | number
  action: string
  changes?: Changes
}

export const insertActivity = (tx: Db, activity: NewActivity): Promise<void> =>
  insertActivities(tx, [activity])

/** Inserts all activities with one statement. */
export async function insertActivities(tx: Db, entries: NewActivity[]): Promise<void> {
  if (entries.length === 0) return
  await tx.execute(sql`
    insert into ${activities} (user_id, entity, entity_id, action, changes)
    select "userId", entity, "entityId", action, changes
    from jsonb_to_recordset(${JSON.stringify(entries)}::text::jsonb) as entry(
      "userId" int, entity text, "entityId" text, action text, changes jsonb)`)
}

/** Returns the fields that differ between two states of a record. Null means no record. */
export function changesBetween<T extends object>(before: T | null, after: Partial<T> | null) {
  const changes: Changes = {}
  for (const key of Object.keys(after ?? before ?? {}) as (keyof T & string)[]) {
    const pair: Changes[string] = [before?.[key] ?? null, after?.[key] ?? null]
    if (JSON.stringify(pair[0]) !== JSON.stringify(pair[1])) changes[key] = pair
  }
  return changes
}

/** Replacement for a redacted value in the activity log. */
export const REDACTED = '[obrisano]'

/** SQL: the `changes` of an activity with the values of these fields redacted. */
export function redactFields(fields: readonly string[]): SQL {
  // A null reveals nothing personal and stays, so the log still shows that a value was added.
  const redact = (i: 0 | 1) =>
    sql`case when value -> ${sql.raw(String(i))} = 'null' then 'null'::jsonb else to_jsonb(${REDACTED}::text) end`
  return sql`(
    select jsonb_object_agg(key, case when ${JSON.stringify(fields)}::text::jsonb ? key
      then jsonb_build_array(${redact(0)}, ${redact(1)}) else value end)
    from jsonb_each(${activities.changes}))`
}

/**
 * Redacts personal data in all activities about these records. Call it last in the transaction that
 * deletes a user, guest, band contact, leaderboard entry or sponsor, after the activity `deleted`.
 */
export async function redactActivities(
  tx: Db,
  entity: EntityName,
  entityId: string | number | (string | number)[],
): Promise<void> {
  const ids = [entityId].flat().map(String)
  const fields = personalFields(entity)
  if (ids.length === 0 || fields.length === 0) return
  const names = JSON.stringify(fields)
  await tx
    .update(activities)
    .set({ changes: redactFields(fields) })
    .where(
      and(
        eq(activities.entity, entity),
        // One array parameter, so that the planner uses the index also for 20,000 ids.
        sql`${activities.entityId} = any(${`{${ids.map((id) => JSON.stringify(id)).join()}}`}::text[])`,
        sql`jsonb_typeof(${activities.changes}) = 'object' and exists (
          select from jsonb_object_keys(${activities.changes}) as name
          where ${names}::text::jsonb ? name)`,
      ),
    )
}

export interface ActivityRow {
  id: number
  at: Date
  entity: string
  entityId: string
  action: string
  changes: Changes | null
  /** Current name of the record; null if it has been deleted or has no name. */
  subject: string | null
  /**
   * User who did the action. Null if the user has been deleted, or if a sponsor, a visitor or the
   * server acted.
   */
  user: { id: number; name: string; email: string } | null
}

/** SQL: the record id of an activity as a number; null if the id is not a number. */
const recordId = sql`case when ${activities.entityId} ~ '^[0-9]{1,9}$' then ${activities.entityId}::int end`

/**
 * SQL: the current name of the record. It is read from the record itself, so that the log does not
 * show the names of deleted records.
 */
const subject = sql<string | null>`nullif(case ${activities.entity} ${sql.join(
  Object.keys(ENTITIES).map(subjectOf),
  sql` `,
)} end, '')`

function subjectOf(entity: string) {
  const subject = findEntity(entity)?.subject
  if (!subject) return sql.empty()
  const { table, displayNameSql, hiddenIfSql = 'false' } = subject
  return sql`when ${sql.raw(`'${entity}'`)} then (select ${sql.raw(displayNameSql)} from ${sql.raw(table)} thing
    where thing.id = ${recordId} and not (${sql.raw(hiddenIfSql)}))`
}

const shape: ListShape = {
  text: {
    name: normalized(users.name),
    email: normalized(users.email),
    changes: sql`public.fold_text(${activities.changes}::text)`,
  },
  exact: {
    entity: (value) => sql`${activities.entity} = ${value}`,
    entityId: (value) => sql`${activities.entityId} = ${value}`,
    action: (value) => sql`${activities.action} = ${value}`,
  },
  order: { id: activities.id, at: activities.at, entity: activities.entity },
}

export const ACTIVITY_FIELDS = fieldsOf(shape, ['name', 'email', 'changes'])

export interface ActivityListParams extends ListParams {
  entity?: string
  entityId?: string
  action?: string
  userId?: number
}

/** Returns a page of the activity log, newest first by default. */
export function listActivities(db: Db, params: ActivityListParams) {
  const { entity, entityId, action, userId } = params
  const where = and(
    entity === undefined ? undefined : eq(activities.entity, entity),
    entityId === undefined ? undefined : eq(activities.entityId, entityId),
    action === undefined ? undefined : eq(activities.action, action),
    userId === undefined ? undefined : eq(activities.userId, userId),
    searchCondition(shape, params),
  )
  const matching = db
    .select({ id: activities.id })
    .from(activities)
    .leftJoin(users, eq(users.id, activities.userId))
    .where(where)
    .as('matching')
  const query = db
    .select({
      id: activities.id,
      at: activities.at,
      entity: activities.entity,
      entityId: activities.entityId,
      action: activities.action,
      changes: sql<Changes | null>`${activities.changes}`,
      subject,
      user: { id: users.id, name: users.name, email: users.email },
    })
    .from(activities)
    .leftJoin(users, eq(users.id, activities.userId))
    .where(where)
    .orderBy(...orderBy(shape, params.ordering), desc(activities.id))
    .offset(params.offset)
    .$dynamic()
  return pageOf<ActivityRow>(query, params.limit, db.$count(matching))
}
