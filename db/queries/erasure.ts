import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { VISIBILITY_FLAGS } from '@/db/catalogue/content'
import { type EntityName, NOUN_NAMES } from '@/db/catalogue/entities'
import type { ColumnFacts, TableFacts } from '@/db/catalogue/facts'
import { NIGHT } from '@/db/catalogue/night'
import { SPONSORS } from '@/db/catalogue/sponsors'
import { TABLES } from '@/db/catalogue/tables'
import { randomUuidV1 } from '@/db/uuid'
import type { Db } from '../client'
import { queryRows } from '../driver'
import { isLockTimeout } from '../errors'
import { visibilityFlags } from '../schema/content'
import { night } from '../schema/night'
import { sponsors } from '../schema/sponsors'
import { personalFields, redactFields } from './activities'
import { atEndOf } from './personal-columns'

// How everybody goes at once. TRUNCATE takes the same moment whatever the size, leaves nothing of
// a row in the files of the database, and is undone whole when its transaction does not end.

const tablesWhere = (holds: (facts: TableFacts) => boolean) =>
  Object.entries<TableFacts>(TABLES).flatMap(([name, facts]) =>
    holds(facts) ? toSnakeCase(name) : [],
  )

/** All that holds guests, players, those who signed up, and what they did; numbers go on counting. */
const ERASED = sql.raw(tablesWhere(({ atEnd }) => atEnd === 'erased').join())

/**
 * Milliseconds: of each try, since whoever is at the gate waits behind it; of all of them; and of
 * the last, for which a vacuum of the database's own steps aside.
 */
export const LOCK_TIMEOUTS = { each: 200, atMost: 20_000, last: 1_800 }

/**
 * Takes all those tables for itself until the end, or none of them: false when others do not let
 * go of them. It asks for moments only, since who comes behind it waits for as long as it does.
 */
export async function lockTables(tx: Db): Promise<boolean> {
  const ask = (milliseconds: number) =>
    tx
      .transaction(async (nested) => {
        await nested.execute(sql`select set_config('lock_timeout', ${`${milliseconds}ms`}, true)`)
        await nested.execute(sql`lock table ${ERASED} in access exclusive mode`)
        return true
      })
      .catch((error) => {
        if (isLockTimeout(error)) return false
        throw error
      })
  const { each, atMost, last } = LOCK_TIMEOUTS
  const until = Date.now() + atMost
  while (Date.now() < until) {
    if (await ask(each)) return true
    await sleep(each)
  }
  return ask(last)
}

/** Of these nouns every single thing goes, and with it its lines of the record. */
const OF_ONE_PERSON: EntityName[] = ['guests', 'signups', 'mails', 'leaderboard']

/** So far back lines may still come to be seen, whose transactions were under way. */
const LATE = 10_000

/**
 * Sets aside what stays of the record: the lines about no single guest, mail, player or sign-up,
 * without what tells who somebody is: names of volunteers, and the personal fields of `cleared`
 * nouns. Once before the tables are locked, which takes its time, and again behind it for what
 * has come meanwhile.
 */
export async function preserveActivityLog(
  tx: Db,
  cleared: EntityName[],
  isLocked: boolean,
): Promise<void> {
  const blotted: EntityName[] = [
    ...OF_ONE_PERSON,
    'gates',
    'cash',
    'saved-filters',
    'festival',
    ...cleared,
  ]
  const cases = NOUN_NAMES.filter((noun) => blotted.includes(noun)).map(
    (noun) => sql`when ${noun} then ${redactFields(personalFields(noun))}`,
  )
  if (!isLocked)
    await tx.execute(sql`
      create temp table kept_activities (like activities, primary key (id)) on commit drop`)
  await tx.execute(sql`
    insert into kept_activities (id, at, user_id, entity, entity_id, action, changes)
    select id, at, user_id, entity, entity_id, action,
      case when jsonb_typeof(changes) = 'object' and changes <> '{}' then
        case entity ${sql.join(cases, sql` `)} else changes end
      end
    from activities
    where not (entity in ${OF_ONE_PERSON} and entity_id ~ '^([0-9]+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$')
      and ${isLocked ? sql`id > (select max(id) from activities) - ${LATE}::int` : sql`true`}
    on conflict do nothing`)
}

/** Erases everybody; the tables are locked, and what stays of the record is set aside. */
export async function eraseAllPersonalData(tx: Db): Promise<void> {
  await tx.execute(sql`truncate ${ERASED}`)
  // Written anew, so that nothing is left in its file either.
  await tx.execute(sql`
    insert into activities (id, at, user_id, entity, entity_id, action, changes)
    overriding system value select id, at, user_id, entity, entity_id, action, changes
    from kept_activities order by id`)
  // Their guests are gone, for whom they were kept.
  await tx.execute(sql`delete from guest_lists where deleted_at is not null`)
}

/** What an admin may keep for the next edition, or clear away. */
export interface ResetOptions {
  /** All staff but this one go; null keeps them. */
  usersBut: number | null
  lineup: boolean
  sponsors: boolean
  priceList: boolean
  texts: boolean
  contacts: boolean
  artwork: boolean
}

/**
 * Puts the festival back to its beginning: sites hidden, no times, sponsors that stay with new keys
 * and closed lists, nobody on stage, and gone what is to be cleared.
 */
export async function resetFestival(tx: Db, clear: ResetOptions): Promise<void> {
  await tx.update(visibilityFlags).set(atEndOf(VISIBILITY_FLAGS))
  await tx.update(night).set(atEndOf(NIGHT))
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
  if (clear.usersBut !== null)
    await tx.execute(sql`delete from users where id <> ${clear.usersBut}`)
}

/** Whoever has an old key opens nothing with it. */
async function renewSponsors(tx: Db): Promise<void> {
  const rows = await queryRows<{ id: number }>(
    tx,
    sql`select id from sponsors order by id for update`,
  )
  const keys = JSON.stringify(rows.map(({ id }) => ({ id, slug: randomUuidV1() })))
  await tx.update(sponsors).set(atEndOf(SPONSORS))
  await tx.execute(sql`
    update sponsors s set slug = k.slug
    from jsonb_to_recordset(${keys}::text::jsonb) as k(id int, slug uuid) where k.id = s.id`)
}

const holdsPeople = ({ columns }: TableFacts) =>
  Object.values<ColumnFacts>(columns).some(({ privacy, atEnd }) => privacy || atEnd)

/** What deleted rows leave in files of the database: small tables, written anew in moments. */
const SMALL = tablesWhere((facts) => facts.atEnd !== 'erased' && holdsPeople(facts))

/**
 * Behind an erasing: the database's statistics quote names of the tables that are empty now, and
 * files keep what deleted rows held. As far as the database lets its user do it.
 */
export async function scrubStorage(db: Db): Promise<void> {
  const tried = (query: string) => db.execute(sql.raw(query)).catch(() => null)
  await tried(`select pg_clear_attribute_stats(schemaname, tablename, attname, inherited)
    from pg_stats where schemaname = 'public'`)
  for (const table of SMALL) await tried(`vacuum (full, analyze) ${table}`)
  await tried('vacuum (full) pg_statistic')
}

/** Whether statistics still tell of guests where there are none: an erasing was cut off behind its end. */
export async function needsScrub(db: Db): Promise<boolean> {
  const [row] = await queryRows<{ any: boolean }>(
    db,
    sql`select not exists (select from guests) and to_regproc('pg_clear_attribute_stats') is not null
      and exists (select from pg_stats where schemaname = 'public' and tablename = 'guests') as any`,
  )
  return row?.any === true
}
