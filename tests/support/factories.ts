import type { Sql } from 'postgres'
import { getSql } from '@/db/client'
import type { UserRow } from '@/db/queries/users'

let last = 0
const next = () => ++last

/** A JMBAG that no other test of this file has. */
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

/** Stores a guest of the freshers' tag (or another) as given. */
export async function makeGuest(
  given: Partial<{
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
  const { tag = 'Brucoši', ...rest } = given
  const [{ id: list_id } = {}] = await sql`select id from guest_lists where name = ${tag}`
  const row = { name: 'Ivo', surname: 'Šarić', jmbag: newJmbag(), list_id, ...rest }
  const [guest] = await sql`insert into guests ${sql(row)} returning *`
  await recordArrivals(sql)
  return guest as StoredGuest
}

/** Gives everybody who was stored as inside the passage that makes it so. */
export const recordArrivals = (sql: Sql) => sql`
  insert into passages (id, guest_id, direction, verdict, decided, at)
  select passage_id(entered_at), id, 'in', 'admitted', 'recorded', entered_at from guests g
  where entered_at is not null and not exists (select from passages p where p.guest_id = g.id)`

/** Lets these guests in, or out, as the office does. */
export const pass = (
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

/** The staff member of a privilege that every test database holds. */
export async function staff(privilege: number): Promise<UserRow> {
  const [user] = await getSql()`
    select id, name, email, privilege from users where privilege = ${privilege} order by id limit 1`
  return user as unknown as UserRow
}
