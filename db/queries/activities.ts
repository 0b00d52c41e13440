import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { ENTITIES, type EntityName, findEntity } from '@/db/catalogue/entities'
import { factsByField } from '@/db/catalogue/tables'
import type { Db } from '../client'
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

/** Field by field what was there before and after; null where there was nothing. */
export type Changes = Record<string, [before: unknown, after: unknown]>

/** The fields of a kind of thing that tell who a person is. */
export const personalFields = (entity: EntityName): readonly string[] =>
  factsByField(ENTITIES[entity].tables).flatMap(([field, { privacy }]) =>
    privacy?.inRecord === 'blotted' ? field : [],
  )

/** One line of the record: who did what to which thing. */
export interface NewActivity {
  /** Null for what a sponsor does to its own list, without an account. */
  userId: number | null
  entity: string
  entityId: string | number
  action: string
  changes?: Changes
}

export const insertActivity = (tx: Db, activity: NewActivity): Promise<void> =>
  insertActivities(tx, [activity])

/** As many as there are in one statement, with one parameter. */
export async function insertActivities(tx: Db, lines: NewActivity[]): Promise<void> {
  if (lines.length === 0) return
  await tx.execute(sql`
    insert into ${activities} (user_id, entity, entity_id, action, changes)
    select "userId", entity, "entityId", action, changes
    from jsonb_to_recordset(${JSON.stringify(lines)}::text::jsonb) as line(
      "userId" int, entity text, "entityId" text, action text, changes jsonb)`)
}

/** What differs between two states of a thing; null stands for 'not there'. */
export function changesBetween<T extends object>(before: T | null, after: Partial<T> | null) {
  const changes: Changes = {}
  for (const key of Object.keys(after ?? before ?? {}) as (keyof T & string)[]) {
    const pair: Changes[string] = [before?.[key] ?? null, after?.[key] ?? null]
    if (JSON.stringify(pair[0]) !== JSON.stringify(pair[1])) changes[key] = pair
  }
  return changes
}

/** What stands in the record where a personal value stood. */
export const REDACTED = '[obrisano]'

/** The changes of a line, an object that holds some, with these fields blotted out. */
export function redactFields(fields: readonly string[]): SQL {
  // Only the two values go, null stays null: it is no one's name that somebody had none.
  const blot = (i: 0 | 1) =>
    sql`case when value -> ${sql.raw(String(i))} = 'null' then 'null'::jsonb else to_jsonb(${REDACTED}::text) end`
  return sql`(
    select jsonb_object_agg(key, case when ${JSON.stringify(fields)}::text::jsonb ? key
      then jsonb_build_array(${blot(0)}, ${blot(1)}) else value end)
    from jsonb_each(${activities.changes}))`
}

/**
 * Blots out who a person was in every line about these things, the lines themselves stay.
 * Whatever deletes a user, a guest, a band contact, a leaderboard entry or a sponsor calls
 * it last in its transaction, after its own line `deleted`: what the product has deleted
 * of a person must not live on in the record.
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
        // One value, which the planner knows: a list of 20,000 is looked up and not walked.
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
  /** What the thing is called now; null when it is gone, or has no name of its own. */
  subject: string | null
  /** Null when the person has been deleted since, and for a sponsor at its own list. */
  user: { id: number; name: string; email: string } | null
}

/** The thing's number, where the line is about one thing and that has a number. */
const thingId = sql`case when ${activities.entityId} ~ '^[0-9]{1,9}$' then ${activities.entityId}::int end`

/** Read from the things themselves, so that of what was deleted no name lives on here. */
const subject = sql<string | null>`nullif(case ${activities.entity} ${sql.join(
  Object.keys(ENTITIES).map(subjectOf),
  sql` `,
)} end, '')`

function subjectOf(noun: string) {
  const subject = findEntity(noun)?.subject
  if (!subject) return sql.empty()
  const { table, displayNameSql, hiddenIfSql = 'false' } = subject
  return sql`when ${sql.raw(`'${noun}'`)} then (select ${sql.raw(displayNameSql)} from ${sql.raw(table)} thing
    where thing.id = ${thingId} and not (${sql.raw(hiddenIfSql)}))`
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
  /** Who did it. */
  userId?: number
}

/** The record, newest first unless ordered otherwise, and how many lines match. */
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
