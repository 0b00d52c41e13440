import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { SIGNUPS } from '../catalogue/signups'
import type { Db } from '../pool'
import { prepareStatement, queryRows as rowsOfStatement } from '../prepared'
import { normalized } from '../schema/columns'
import { guests } from '../schema/guests'
import { signups } from '../schema/signups'
import { fieldsOf, type ListParams, type ListShape, type Page, pageOfTable } from './list-query'
import { columnsOf, type RowOf, requireRow, rowQueries } from './rows'
import { shownTo } from './shown-columns'

const insertWithConsent = prepareStatement<{ hasConsent: boolean }>(sql`
  with consent as (select from artworks where slot = 'consent'),
    stored as (
      insert into signups (name, surname, email, jmbag)
      select ${sql.placeholder('name')}, ${sql.placeholder('surname')},
        ${sql.placeholder('email')}, ${sql.placeholder('jmbag')} from consent
      on conflict do nothing
    )
  select exists (select from consent) as "hasConsent"`)

/**
 * Stores a sign-up, unless there is no consent document (rule 2.11). Returns whether there is one.
 * A sign-up that is sent twice is stored once (rule 2.14).
 */
export async function insertSignup(
  db: Db,
  signup: { name: string; surname: string; email: string; jmbag: string },
): Promise<boolean> {
  const { name, surname, email, jmbag } = signup
  return requireRow((await insertWithConsent(db, { name, surname, email, jmbag }))[0]).hasConsent
}

const selectOfJmbag = prepareStatement<
  Omit<SignupRow, 'submittedAt'> & { submittedAt: string }
>(sql`
  select id, name, surname, email, jmbag, submitted_at as "submittedAt"
  from (
    select *, row_number() over (partition by email order by submitted_at desc, id desc) as place
    from signups where jmbag = ${sql.placeholder('jmbag')}
  ) as counted
  where place <= ${sql.placeholder('perAddress')}
  order by email is distinct from ${sql.placeholder('known')}, submitted_at desc, id desc limit 50`)

/**
 * Lists sign-ups with this JMBAG, newest first, at most `perAddress` per e-mail address and 50 in
 * all. Sign-ups from the address on the guest list (`known`) come first, so that many sign-ups from
 * other addresses cannot push them out.
 */
export async function listSignupsOfJmbag(
  db: Db,
  { jmbag, known, perAddress }: { jmbag: string; known: string | null; perAddress: number },
): Promise<SignupRow[]> {
  const rows = await selectOfJmbag(db, { jmbag, known, perAddress })
  return rows.map((row) => ({ ...row, submittedAt: new Date(row.submittedAt) }))
}

/** SQL: whether a guest on the freshers' list has the JMBAG of the sign-up. */
const isListed = sql<boolean>`exists (
  select from guests g join guest_lists l on l.id = g.list_id
  where g.jmbag = signups.jmbag and g.deleted_at is null and l.role = 'brucosi')`

const columns = shownTo('admin', signups, SIGNUPS)
const { id, name, surname, email, jmbag, submittedAt } = columns

export type SignupRow = RowOf<typeof columns>

const shape: ListShape = {
  text: {
    name: normalized(name),
    surname: normalized(surname),
    jmbag: sql`${jmbag}`,
    email: normalized(email),
  },
  exact: {},
  order: { id, name: normalized(name), surname: normalized(surname), jmbag, email, submittedAt },
}

export const SIGNUP_FIELDS = fieldsOf(shape, ['name', 'surname', 'jmbag', 'email'])

const last = [sql`${submittedAt} desc`, sql`${id} desc`]
const list = { table: signups, columns: { ...columns, listed: isListed }, shape, last }

/**
 * Lists sign-ups, by default the newest first. `listed` limits them to sign-ups whose JMBAG is on
 * the freshers' list (true) or is not (false).
 */
export const listSignups = (
  db: Db,
  { listed, ...params }: ListParams & { listed?: boolean },
): Promise<Page<SignupRow & { listed: boolean }>> =>
  pageOfTable(db, list, params, listed === undefined ? undefined : eq(isListed, listed))

const isMissing: SQL = sql`not exists (select from signups s where s.jmbag = guests.jmbag)`

const missingShape: ListShape = {
  text: {
    name: normalized(guests.name),
    surname: normalized(guests.surname),
    jmbag: sql`${guests.jmbag}`,
  },
  exact: {},
  order: {
    id: guests.id,
    name: normalized(guests.name),
    surname: normalized(guests.surname),
    jmbag: guests.jmbag,
  },
}

export const MISSING_FIELDS = fieldsOf(missingShape, ['name', 'surname', 'jmbag'])

const isFresher = sql`${guests.listId} in (select id from guest_lists where role = 'brucosi')`

/** Lists the freshers on the guest list for whose JMBAG there is no sign-up. */
export const listMissing = (db: Db, params: ListParams) =>
  pageOfTable(
    db,
    {
      table: guests,
      columns: columnsOf(guests, ['id', 'name', 'surname', 'jmbag', 'boughtAt']),
      shape: missingShape,
      last: [asc(normalized(guests.surname)), asc(normalized(guests.name)), guests.id],
    },
    params,
    and(isNull(guests.deletedAt), isFresher, isMissing),
  )

export interface SignupCounts {
  everyone: number
  listed: number
  missing: number
}

export async function countSignups(db: Db): Promise<SignupCounts> {
  const [row] = await rowsOfStatement<SignupCounts>(
    db,
    sql`select count(*)::int as everyone, (count(*) filter (where ${isListed}))::int as listed,
      (select count(*)::int from ${guests}
        where ${guests.deletedAt} is null and ${isFresher} and ${isMissing}) as missing
      from signups`,
  )
  return requireRow(row)
}

export const { get: getSignup, delete: deleteSignup } = rowQueries(signups, {
  id,
  name,
  surname,
  email,
  jmbag,
})
