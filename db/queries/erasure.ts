import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { VISIBILITY_FLAGS } from '@/db/catalogue/content'
import { ENTITIES, ENTITY_NAMES, type EntityName } from '@/db/catalogue/entities'
import type { ColumnFacts, TableFacts } from '@/db/catalogue/facts'
import { NIGHT } from '@/db/catalogue/night'
import { SPONSORS } from '@/db/catalogue/sponsors'
import { TABLES } from '@/db/catalogue/tables'
import { randomUuidV1 } from '@/db/uuid'
import { isLockTimeout } from '../errors'
import type { Db } from '../pool'
import { queryRows } from '../prepared'
import { visibilityFlags } from '../schema/content'
import { night } from '../schema/night'
import { sponsors } from '../schema/sponsors'
import { personalFields, redactFields } from './activities'
import { endOfEditionValues } from './personal-columns'

// Erases the personal data of a whole edition. TRUNCATE takes the same time for any number of rows,
// leaves no row in the database's files, and rolls back completely.

const tablesWhere = (matches: (facts: TableFacts) => boolean) =>
  Object.entries<TableFacts>(TABLES).flatMap(([name, facts]) =>
    matches(facts) ? toSnakeCase(name) : [],
  )

/** SQL: names of the tables that an erasure truncates. Their id sequences continue. */
const ERASED = sql.raw(tablesWhere(({ atEnd }) => atEnd === 'erased').join())

/**
 * Lock timeouts in ms. `each`: one attempt, which is short because scans queue up after a waiting
 * lock. `atMost`: all attempts together. `last`: one final attempt, which is long enough for
 * PostgreSQL to cancel an autovacuum.
 */
export const LOCK_TIMEOUTS = { each: 200, atMost: 20_000, last: 1_800 }

/**
 * Locks all tables of `ERASED` exclusively until the transaction ends. Returns false, without any
 * lock, if other transactions keep their locks for longer than `LOCK_TIMEOUTS`. Each attempt is
 * short, because later requests queue up after a waiting lock.
 */
export async function lockTables(tx: Db): Promise<boolean> {
  const tryLock = (timeoutMs: number) =>
    tx
      .transaction(async (nested) => {
        await nested.execute(sql`select set_config('lock_timeout', ${`${timeoutMs}ms`}, true)`)
        await nested.execute(sql`lock table ${ERASED} in access exclusive mode`)
        return true
      })
      .catch((error) => {
        if (isLockTimeout(error)) return false
        throw error
      })
  const { each, atMost, last } = LOCK_TIMEOUTS
  const deadline = Date.now() + atMost
  while (Date.now() < deadline) {
    if (await tryLock(each)) return true
    await sleep(each)
  }
  return tryLock(last)
}

/**
 * Entities whose records are all erased at the end of an edition, together with their activities.
 */
const FULLY_ERASED_ENTITIES: EntityName[] = ['guests', 'signups', 'mails', 'leaderboard']

/** Whether an admin may choose to keep the records of an entity for the next edition. */
const canBeKept = (entity: EntityName) =>
  ENTITIES[entity].tables.every((table) => TABLES[table].atEnd === 'chosen')

/**
 * Number of newest activity ids that the second copy reads again, because a transaction may have
 * committed its activity after the first copy.
 */
const RECHECKED_IDS = 10_000

/**
 * Copies the activities that outlive the edition to a temporary table. Leaves out activities about
 * a single guest, mail, player or sign-up. Redacts personal fields, except of records that the
 * admin keeps; `cleared` names the entities that the admin deletes. Call it before the table locks,
 * since it takes seconds, and again after the locks for the activities added meanwhile.
 */
export async function preserveActivityLog(
  tx: Db,
  cleared: EntityName[],
  isLocked: boolean,
): Promise<void> {
  const cases = ENTITY_NAMES.filter(
    (entity) => cleared.includes(entity) || !canBeKept(entity),
  ).flatMap((entity) => {
    const fields = personalFields(entity)
    return fields.length > 0 ? sql`when ${entity} then ${redactFields(fields)}` : []
  })
  if (!isLocked)
    await tx.execute(sql`
      create temp table preserved_activities (like activities, primary key (id)) on commit drop`)
  await tx.execute(sql`
    insert into preserved_activities (id, at, user_id, entity, entity_id, action, changes)
    select id, at, user_id, entity, entity_id, action,
      case when jsonb_typeof(changes) = 'object' and changes <> '{}' then
        case entity ${sql.join(cases, sql` `)} else changes end
      end
    from activities
    where not (entity in ${FULLY_ERASED_ENTITIES} and entity_id ~ '^([0-9]+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$')
      and ${isLocked ? sql`id > (select max(id) from activities) - ${RECHECKED_IDS}::int` : sql`true`}
    on conflict do nothing`)
}

/** Erases all personal data. Call it after `lockTables` and `preserveActivityLog`. */
export async function eraseAllPersonalData(tx: Db): Promise<void> {
  await tx.execute(sql`truncate ${ERASED}`)
  // TRUNCATE and this insert replace the table's file, so that it contains no deleted activity.
  await tx.execute(sql`
    insert into activities (id, at, user_id, entity, entity_id, action, changes)
    overriding system value select id, at, user_id, entity, entity_id, action, changes
    from preserved_activities order by id`)
  // A deleted guest list was stored only for its deleted guests, who are erased now.
  await tx.execute(sql`delete from guest_lists where deleted_at is not null`)
}

/** Content that an admin chooses to delete for the next edition. */
export interface ResetOptions {
  /** Id of the only user to keep; null keeps all users. */
  exceptUserId: number | null
  lineup: boolean
  sponsors: boolean
  priceList: boolean
  texts: boolean
  contacts: boolean
  artwork: boolean
}

/**
 * Resets the festival for the next edition: hides public pages, removes times and the programme,
 * closes sponsor lists under new slugs, and deletes the chosen content.
 */
export async function resetFestival(tx: Db, clear: ResetOptions): Promise<void> {
  await tx.update(visibilityFlags).set(endOfEditionValues(VISIBILITY_FLAGS))
  await tx.update(night).set(endOfEditionValues(NIGHT))
  for (const table of tablesWhere(({ atEnd }) => atEnd === 'cleared'))
    await tx.execute(sql`delete from ${sql.identifier(table)}`)
  if (clear.lineup) {
    await tx.execute(sql`delete from stages`)
    await tx.execute(sql`delete from lineup_items`)
  }
  if (clear.sponsors) await tx.execute(sql`delete from sponsors`)
  else await renewSponsors(tx)
  if (clear.priceList) await tx.execute(sql`delete from price_items`)
  if (clear.texts) await tx.execute(sql`delete from translations`)
  if (clear.contacts) await tx.execute(sql`delete from band_contacts`)
  if (clear.artwork) await tx.execute(sql`delete from artworks`)
  if (clear.exceptUserId !== null)
    await tx.execute(sql`delete from users where id <> ${clear.exceptUserId}`)
}

/** Gives all sponsors new slugs, so that old links open no sponsor list (rule 8.17). */
async function renewSponsors(tx: Db): Promise<void> {
  const rows = await queryRows<{ id: number }>(
    tx,
    sql`select id from sponsors order by id for update`,
  )
  const keys = JSON.stringify(rows.map(({ id }) => ({ id, slug: randomUuidV1() })))
  await tx.update(sponsors).set(endOfEditionValues(SPONSORS))
  await tx.execute(sql`
    update sponsors s set slug = k.slug
    from jsonb_to_recordset(${keys}::text::jsonb) as k(id int, slug uuid) where k.id = s.id`)
}

const hasPersonalColumns = ({ columns }: TableFacts) =>
  Object.values<ColumnFacts>(columns).some(({ privacy, atEnd }) => privacy || atEnd)

/** Small tables whose files may contain deleted personal data. Rewriting such a table is quick. */
const TABLES_TO_REWRITE = tablesWhere(
  (facts) => facts.atEnd !== 'erased' && hasPersonalColumns(facts),
)

/**
 * Removes personal data from PostgreSQL's statistics, which contain sample values, and from the
 * files of tables with deleted rows. Call it after an erasure. Ignores commands that fail, for
 * example because the database user lacks the permission.
 */
export async function scrubStorage(db: Db): Promise<void> {
  const tryQuery = (query: string) => db.execute(sql.raw(query)).catch(() => null)
  await tryQuery(`select pg_clear_attribute_stats(schemaname, tablename, attname, inherited)
    from pg_stats where schemaname = 'public'`)
  for (const table of TABLES_TO_REWRITE) await tryQuery(`vacuum (full, analyze) ${table}`)
  await tryQuery('vacuum (full) pg_statistic')
}

/**
 * Whether an erasure was interrupted before `scrubStorage`: there are no guests, but PostgreSQL
 * still has statistics about guests.
 */
export async function needsScrub(db: Db): Promise<boolean> {
  const [row] = await queryRows<{ any: boolean }>(
    db,
    sql`select not exists (select from guests) and to_regproc('pg_clear_attribute_stats') is not null
      and exists (select from pg_stats where schemaname = 'public' and tablename = 'guests') as any`,
  )
  return row?.any === true
}
