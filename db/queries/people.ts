import { and, or, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import {
  ENTITIES,
  type Entity,
  hasPersonScreen,
  PERSON_ENTITIES,
  type PersonEntity,
  type PersonTableWithScreen,
} from '../catalogue/entities'
import { TABLES, type TableName } from '../catalogue/tables'
import type { Db } from '../pool'
import { queryRows } from '../prepared'
import * as schema from '../schema'
import { redactActivities } from './activities'
import { insertErasures, listErased } from './erasures'
import { hasPersonalData } from './guests'
import { ERASED_MAIL, eraseGuests } from './guests-write'
import { deleteResponsesWith } from './idempotency-keys'
import { containsPattern } from './list-query'
import { exportColumns, searchText } from './personal-columns'
import { idArray } from './rows'

export interface Trace {
  kind: PersonEntity
  id: string
  name: string
  jmbag: string | null
  email: string | null
  /** Detail that is shown with the record: guest list, subject of a mail, or score. */
  what: string
  /** Time of the record as ISO text; null if the table stores no time. */
  at: string | null
}

const stored: Record<TableName, PgTable> = schema

const searchTextOf = (table: TableName, alias: string) =>
  searchText(stored[table], TABLES[table], alias)

const exportColumnsOf = (table: TableName, alias: string) =>
  exportColumns(stored[table], TABLES[table], alias)

/** SQL: the texts of a guest that the person search reads in addition to the column `search`. */
export const MORE_GUEST_TEXT = searchText(schema.guests, TABLES.guests, 'g', [
  'name',
  'surname',
  'jmbag',
  'email',
])

/**
 * SQL: the guests that the person search finds. The search reads the columns `text` and `more`. For
 * guests each has an index, because a guest list may be long.
 */
const GUEST_TRACES = sql`
  select 'guests' as kind, g.id::text as id, trim(g.name || ' ' || g.surname) as name, g.jmbag,
    lower(g.email) as email, l.name as what, g.created_at as at, g.search as text,
    ${MORE_GUEST_TEXT} as more
  from (select * from guests where deleted_at is null or (${hasPersonalData})) g
    join guest_lists l on l.id = g.list_id`

/**
 * Returns the SQL that selects the records of another entity for the person search, as the
 * catalogue describes them. Throws if the catalogue has no SQL for the entity.
 */
function tracesOf(kind: PersonEntity): SQL {
  const { tables, person }: Entity = ENTITIES[kind]
  const [table] = tables
  if (!table || !person?.sql) throw new Error(`${kind} has no SQL for the person search`)
  const { name, jmbag = 'null', email = 'null', detail = "''", at = 'null', where } = person.sql
  return sql`
    select ${sql.raw(`'${kind}'`)}, r.id::text, ${sql.raw(name)}, ${sql.raw(jmbag)}, ${sql.raw(email)},
      ${sql.raw(detail)}, ${sql.raw(at)}, ${searchTextOf(table, 'r')}, ''
    from ${stored[table]} r where ${sql.raw(where ?? 'true')}`
}

const otherKinds = PERSON_ENTITIES.filter((kind) => kind !== 'guests')

// Guests come first, because the first query of a UNION names the columns.
const traces = sql`(${sql.join([GUEST_TRACES, ...otherKinds.map(tracesOf)], sql` union all `)}) traces`

const findTraces = (db: Db, where: SQL | undefined, limit: number): Promise<Trace[]> =>
  queryRows<Trace>(
    db,
    sql`select kind, id, name, jmbag, email, what, at from ${traces} where ${where}
      order by public.fold_text(name), kind, id limit ${limit}`,
  )

const contains = (pattern: SQL) => sql`(text like ${pattern} or more like ${pattern})`

/**
 * Finds the records that contain every word of a search. Adds the records that share a JMBAG or an
 * e-mail address with a found record, because a person may have signed up under another name.
 * `isCut` is true if there may be more records than `limit`.
 */
export async function searchTraces(
  db: Db,
  search: string,
  limit: number,
): Promise<{ traces: Trace[]; isCut: boolean }> {
  const words = search.split(/\s+/).filter(Boolean)
  const found = await findTraces(
    db,
    and(...words.map((word) => contains(sql`public.fold_text(${containsPattern(word)})`))),
    limit,
  )
  const shared = (of: 'jmbag' | 'email') => [...new Set(found.flatMap((trace) => trace[of] || []))]
  const [jmbags, emails] = [shared('jmbag'), shared('email')]
  const sharesContact = or(
    jmbags.length > 0 ? sql`jmbag in ${jmbags}` : undefined,
    emails.length > 0 ? sql`email in ${emails}` : undefined,
  )
  const isCut = found.length === limit
  if (!sharesContact) return { traces: found, isCut }
  const known = new Set(found.map(({ kind, id }) => `${kind} ${id}`))
  const more = await findTraces(db, sharesContact, limit)
  return {
    traces: [...found, ...more.filter(({ kind, id }) => !known.has(`${kind} ${id}`))],
    isCut: isCut || more.length === limit,
  }
}

/** Ids of the records of one person that an admin has chosen for erasure, by kind. */
export interface SelectedRecords {
  guests: number[]
  signups: number[]
  leaderboard: number[]
  mails: string[]
}

/** Ids of the records that were chosen for the export of a person's data. */
type RecordsToExport = SelectedRecords & Partial<Record<PersonTableWithScreen, number[]>>

/**
 * Sections of the export of a person's data that contain one entity each. Users are left out,
 * because their data fill several sections.
 */
export const PERSON_SECTIONS = PERSON_ENTITIES.filter(hasPersonScreen)
  .filter((kind) => kind !== 'users')
  .map((kind) => ({ table: ENTITIES[kind].tables[0], word: ENTITIES[kind].person.word }))

// The ids are one array parameter, because a statement has at most 65,534 parameters and a restore
// may erase more people.
const uuidArray = (ids: string[]) => sql`${`{${ids.join()}}`}::uuid[]`

const none = sql`false`
const isMail = ({ guests, mails }: SelectedRecords) =>
  or(
    guests.length > 0
      ? sql`m.guest_id = any(${idArray(guests)}) or m.conf_code in (select conf_code from guests where id = any(${idArray(guests)}))`
      : none,
    mails.length > 0 ? sql`m.id = any(${uuidArray(mails)})` : none,
  )

type Rows = Record<string, unknown>[]

const queryIfAny = (db: Db, ids: (string | number)[], query: SQL): Promise<Rows> =>
  ids.length === 0 ? Promise.resolve([]) : queryRows<Rows[number]>(db, query)

async function ownSections(db: Db, chosen: RecordsToExport): Promise<Record<string, Rows>> {
  const sections: Record<string, Rows> = {}
  for (const { table } of PERSON_SECTIONS) {
    const ids = chosen[table] ?? []
    sections[table] = await queryIfAny(
      db,
      ids,
      sql`select ${exportColumnsOf(table, 'r')} from ${stored[table]} r
        where id = any(${idArray(ids)}) order by id`,
    )
  }
  return sections
}

/** Returns all stored data about the chosen records. */
export async function readPersonalData(db: Db, chosen: RecordsToExport) {
  const { guests, signups, leaderboard, users = [] } = chosen
  const activitiesAbout = (entity: string, ids: number[]) =>
    sql`(entity = ${entity} and entity_id = any(${`{${ids.join()}}`}::text[]))`
  const recorded = or(
    ...Object.entries({ guests, signups, leaderboard }).map(([entity, ids]) =>
      ids.length > 0 ? activitiesAbout(entity, ids) : none,
    ),
  )
  return {
    guests: await queryIfAny(
      db,
      guests,
      sql`select ${exportColumnsOf('guests', 'g')}, l.name as list from guests g join guest_lists l on l.id = g.list_id where g.id = any(${idArray(guests)}) order by g.id`,
    ),
    passages: await queryIfAny(
      db,
      guests,
      sql`select ${exportColumnsOf('passages', 'p')}, t.name as gate from passages p
        left join gates t on t.id = p.gate_id where p.guest_id = any(${idArray(guests)}) order by p.at, p.id`,
    ),
    signups: await queryIfAny(
      db,
      signups,
      sql`select ${exportColumnsOf('signups', 's')} from signups s where id = any(${idArray(signups)}) order by id`,
    ),
    scores: await queryIfAny(
      db,
      leaderboard,
      sql`select ${exportColumnsOf('leaderboardEntries', 'e')} from leaderboard_entries e where id = any(${idArray(leaderboard)}) order by id`,
    ),
    mails: await queryRows<Rows[number]>(
      db,
      sql`select ${exportColumnsOf('mails', 'm')} from mails m where ${isMail(chosen)} order by m.created_at, m.id`,
    ),
    payments: await queryIfAny(
      db,
      guests,
      sql`select ${exportColumnsOf('cashMoves', 'c')} from cash_moves c where guest_id = any(${idArray(guests)}) order by id`,
    ),
    wallets: await queryIfAny(
      db,
      guests,
      sql`select ${exportColumnsOf('walletPasses', 'p')}, ${exportColumnsOf('walletPhones', 'w')}
        from wallet_passes p left join wallet_phones w on w.pass_id = p.id
        where p.guest_id = any(${idArray(guests)}) order by p.created_at, p.id, w.device`,
    ),
    bulk: await queryIfAny(
      db,
      guests,
      sql`select j.created_at as at, j.kind as action, i.before as changes
        from bulk_items i join bulk_jobs j on j.id = i.job_id
        where i.guest_id = any(${idArray(guests)}) and i.state in ('changed', 'undone', 'kept') order by j.created_at, j.id`,
    ),
    record: await queryRows<Rows[number]>(
      db,
      sql`select at, entity, action, changes from activities where ${recorded} order by id`,
    ),
    staff: await queryIfAny(
      db,
      users,
      sql`select ${exportColumnsOf('users', 'u')} from users u where id = any(${idArray(users)}) order by id`,
    ),
    signIns: await queryIfAny(
      db,
      users,
      sql`select ${exportColumnsOf('authSessions', 's')} from auth_sessions s where user_id = any(${idArray(users)}) order by created_at`,
    ),
    gateDevices: await queryIfAny(
      db,
      users,
      sql`select ${exportColumnsOf('gateDevices', 'd')}, g.name as gate
        from gate_devices d join gates g on g.id = d.gate_id where d.user_id = any(${idArray(users)}) order by d.created_at`,
    ),
    guestsLookedAt: await queryIfAny(
      db,
      users,
      sql`select ${exportColumnsOf('guestReads', 'r')} from guest_reads r where user_id = any(${idArray(users)}) order by hour`,
    ),
    // Leaves out the column `changes`, which contains data about other people.
    actions: await queryIfAny(
      db,
      users,
      sql`select at, entity, action from activities where user_id = any(${idArray(users)}) order by id`,
    ),
    ...(await ownSections(db, chosen)),
  }
}

/**
 * Locks these guests until the transaction ends. Returns the ids of the guests that are active or
 * still have personal data.
 */
export const lockGuests = async (tx: Db, ids: number[]): Promise<number[]> =>
  ids.length === 0
    ? []
    : (
        await tx
          .select({ id: schema.guests.id })
          .from(schema.guests)
          .where(
            and(
              sql`${schema.guests.id} = any(${idArray(ids)})`,
              sql`(deleted_at is null or ${hasPersonalData})`,
            ),
          )
          .orderBy(schema.guests.id)
          .for('update')
      ).map(({ id }) => id)

/**
 * Deletes copies of the data of these people: stored responses to requests with an Idempotency-Key
 * that mention them, and the emergency lists, which contain all ticket holders.
 */
async function purgeCopies(
  tx: Db,
  { guests, signups, leaderboard, mails }: SelectedRecords,
): Promise<void> {
  await deleteResponsesWith(
    tx,
    sql`
    select unnest(array[coalesce(nullif(surname, ''), nullif(name, '')), jmbag, email, conf_code::text]) as text from guests where id = any(${idArray(guests)})
    union select unnest(array[surname, jmbag, email]) from signups where id = any(${idArray(signups)})
    union select unnest(array[name, email]) from leaderboard_entries where id = any(${idArray(leaderboard)})
    union select unnest(array[name, to_mail]) from mails where id = any(${uuidArray(mails)})`,
  )
  if (guests.length > 0) await tx.execute(sql`delete from emergency_lists`)
}

/** SQL: selects id and confirmation code of these guests, for `eraseGuests`. */
const guestsOf = (ids: number[]): SQL =>
  sql`select id, conf_code from guests where id = any(${idArray(ids)}) order by id`

/** Erases the personal data from these mails. Returns the number of mails that contained some. */
async function eraseMails(tx: Db, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  const erased = await tx.execute(sql`
    with erased as (
      update mails m set ${ERASED_MAIL} where m.id = any(${uuidArray(ids)}) and name || to_mail <> '' returning m.id
    ), recorded as (${insertErasures('mails', sql`erased`)})
    select id from erased`)
  return erased.length
}

/**
 * Deletes rows and lists them in `erasures`, so that they are erased again if a backup is restored.
 * Returns the number of rows.
 */
const deleteAndRecord =
  (table: 'signups' | 'leaderboard_entries') =>
  async (tx: Db, ids: number[]): Promise<number> => {
    if (ids.length === 0) return 0
    const deleted = await tx.execute(sql`
      with deleted as (delete from ${sql.identifier(table)} where id = any(${idArray(ids)}) returning id),
        recorded as (${insertErasures(table, sql`deleted`)})
      select id from deleted`)
    return deleted.length
  }

const deleteSignups = deleteAndRecord('signups')
const deleteScores = deleteAndRecord('leaderboard_entries')

/**
 * Erases the rows that `erasures` lists, after the restore of a backup has brought them back.
 * Returns the number of rows of each kind.
 */
export async function repeatErasures(tx: Db): Promise<Record<keyof SelectedRecords, number>> {
  const ids = async <Id>(query: SQL) => (await queryRows<{ id: Id }>(tx, query)).map(({ id }) => id)
  const found = {
    guests: await ids<number>(sql`
      select id from guests where id::text in ${listErased('guests')}
        and (deleted_at is null or ${hasPersonalData}) order by id`),
    signups: await ids<number>(sql`
      select id from signups where id::text in ${listErased('signups')}`),
    leaderboard: await ids<number>(sql`
      select id from leaderboard_entries where id::text in ${listErased('leaderboard_entries')}`),
    mails: await ids<string>(sql`select id from mails where id::text in ${listErased('mails')}`),
  }
  return eraseChosen(tx, found)
}

/**
 * Erases the chosen records with all copies of their data. Returns the number of records of each
 * kind.
 */
export async function eraseChosen(
  tx: Db,
  { guests, signups, leaderboard, mails }: SelectedRecords,
) {
  await purgeCopies(tx, { guests, signups, leaderboard, mails })
  if (guests.length > 0) await eraseGuests(tx, guestsOf(guests))
  const erased = {
    guests: guests.length,
    signups: await deleteSignups(tx, signups),
    leaderboard: await deleteScores(tx, leaderboard),
    mails: await eraseMails(tx, mails),
  }
  await redactActivities(tx, 'guests', guests)
  await redactActivities(tx, 'signups', signups)
  await redactActivities(tx, 'leaderboard', leaderboard)
  return erased
}
