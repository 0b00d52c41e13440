import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { getSql } from '@/db/pool'
import type { Caller } from '@/lib/auth/sessions'

let last = 0
const next = () => ++last

/** Returns a JMBAG that no other test of this file has. */
const newJmbag = () => `00${String(40_000_000 + next()).padStart(8, '0')}`

export interface StoredGuest {
  id: number
  name: string
  surname: string
  jmbag: string | null
  conf_code: string | null
  bought_at: Date | null
  entered_at: Date | null
}

/** Stores a guest with these values, on the freshers' list unless another tag is given. */
export async function makeGuest(
  fields: Partial<{
    name: string
    surname: string
    jmbag: string | null
    tag: string
    email: string
    conf_code: string
    bought_at: string
    entered_at: string
  }> = {},
): Promise<StoredGuest> {
  const sql = getSql()
  const { tag = 'Brucoši', ...otherFields } = fields
  const [{ id: list_id } = {}] = await sql`select id from guest_lists where name = ${tag}`
  const row = { name: 'Ivo', surname: 'Šarić', jmbag: newJmbag(), list_id, ...otherFields }
  const [guest] = await sql`insert into guests ${sql(row)} returning *`
  await recordArrivals(sql)
  await showToStaff(guest?.id)
  return guest as StoredGuest
}

/** Device name of the sessions that `staff` creates. */
const STAFF_DEVICE = 'staff of the tests'

/** Lets the users of `staff` open one guest, or all guests, as if they had searched for them. */
export const showToStaff = (id: number | null = null) => getSql()`
  insert into shown_guests (sign_in_id, guest_id)
  select s.id, g.id from auth_sessions s, guests g
  where s.device = ${STAFF_DEVICE} and g.id = coalesce(${id}::int, g.id)
  on conflict do nothing`

/** Adds an admission passage to every guest that was stored as inside but has no passage. */
export const recordArrivals = (sql: Sql) => sql`
  insert into passages (id, guest_id, direction, verdict, decided, at)
  select passage_id(entered_at), id, 'in', 'admitted', 'recorded', entered_at from guests g
  where entered_at is not null and not exists (select from passages p where p.guest_id = g.id)`

/** Records that these guests entered or left, as an admin does. */
export const addPassages = (
  sql: Sql,
  ids: number[],
  direction: 'in' | 'out' = 'in',
  at = new Date().toISOString(),
) => sql`
  insert into passages (id, guest_id, direction, verdict, decided, at)
  select passage_id(${at}::timestamptz), id, ${direction}, ${direction === 'in' ? 'admitted' : 'left'}, 'recorded', ${at}::timestamptz
  from unnest(${ids}::int[]) as id`

export async function makeSignup(jmbag: string, name = 'Ivo', surname = 'Šarić') {
  const sql = getSql()
  const email = `x${next()}@fer.hr`
  await sql`insert into signups ${sql({ jmbag, name, surname, email })}`
}

/**
 * Signs in a staff member with this privilege; every test database has one. The user may open all
 * guests, also those that `makeGuest` creates later.
 */
export async function staff(privilege: number): Promise<Caller> {
  const sql = getSql()
  const [user] = await sql`
    select id, name, email, privilege from users where privilege = ${privilege} order by id limit 1`
  const signInId = randomUUID()
  const [existingSession] = await sql`
    select id from auth_sessions where user_id = ${user?.id} and device = ${STAFF_DEVICE}`
  if (!existingSession)
    await sql`insert into auth_sessions (id, user_id, device, expires_at)
      values (${signInId}, ${user?.id}, ${STAFF_DEVICE}, now() + interval '1 day')`
  await showToStaff()
  return { ...user, signInId: existingSession?.id ?? signInId, isKey: false } as unknown as Caller
}
