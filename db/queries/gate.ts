import type { Db } from '../client'
import { type Driver, driverOf } from '../driver'
import type { GuestRow } from './guests'
import { anywhere } from './list'

// What the desk and the gate ask all night long, one statement each.

type Raw = Omit<GuestRow, 'boughtAt' | 'enteredAt'> & {
  boughtAt: string | null
  enteredAt: string | null
}

const GUEST = `
  g.id, g.name, g.surname, g.jmbag, coalesce(t.name, s.slug || ' ' || s.name) as tag,
  g.email, g.phone, g.conf_code as "confCode", g.bought_at as "boughtAt",
  g.entered_at as "enteredAt"`

const LISTS = `
  left join tags t on t.id = g.tag_id left join sponsors s on s.id = g.sponsor_id`

const guest = (sql: Driver) => sql.unsafe(GUEST)
const lists = (sql: Driver) => sql.unsafe(LISTS)

const date = (text: string | null) => (text === null ? null : new Date(text))
const toRow = (raw: Raw): GuestRow => ({
  ...raw,
  boughtAt: date(raw.boughtAt),
  enteredAt: date(raw.enteredAt),
})

export async function getGuest(db: Db, id: number): Promise<GuestRow | null> {
  const sql = driverOf(db)
  const [row] = await sql<Raw[]>`
    select ${guest(sql)} from guests g ${lists(sql)} where g.id = ${id} and g.deleted_at is null`
  return row ? toRow(row) : null
}

/** The guest, held until the end of the transaction so that nobody changes it meanwhile. */
export async function lockGuest(tx: Db, id: number): Promise<GuestRow | null> {
  const sql = driverOf(tx)
  const [row] = await sql<Raw[]>`
    select ${guest(sql)} from guests g ${lists(sql)}
    where g.id = ${id} and g.deleted_at is null for update of g`
  return row ? toRow(row) : null
}

/**
 * Records the first admission with this code and who made it. Of several at once only one
 * gets `admitted`; the row lock makes the others wait and then find nothing to change.
 */
export async function admitByCode(
  db: Db,
  code: string,
  userId: number,
): Promise<{ guest: GuestRow; admitted: boolean } | null> {
  const sql = driverOf(db)
  const [row] = await sql<(Raw & { admittedAt: string | null })[]>`
    with admitted as (
      update guests set entered_at = now()
      where conf_code = ${code} and deleted_at is null and entered_at is null
      returning id, entered_at
    ), recorded as (
      insert into activities (user_id, entity, entity_id, action)
      select ${userId}, 'guests', id::text, 'admitted' from admitted
    )
    select ${guest(sql)}, a.entered_at as "admittedAt"
    from guests g ${lists(sql)} left join admitted a on a.id = g.id
    where g.conf_code = ${code} and g.deleted_at is null`
  if (!row) return null
  const { admittedAt, ...rest } = row
  return {
    admitted: admittedAt !== null,
    guest: toRow({ ...rest, enteredAt: admittedAt ?? rest.enteredAt }),
  }
}

/**
 * Live guests whose name and surname together hold each of these words, by name. Planned
 * anew for every search (so not prepared): `mar` is best read in order of names until the
 * page is full, `mar đurđ` by the index of letter triples.
 */
export async function listGuestsByName(
  db: Db,
  { words, tag, limit }: { words: string[]; tag?: string; limit: number },
): Promise<GuestRow[]> {
  const params = [...words.map(anywhere), tag ?? '', limit]
  const holdWords = words.map((_, i) => `and g.search_name like public.fold_text($${i + 1})`)
  const n = words.length
  const rows = await driverOf(db).unsafe<Raw[]>(
    `select ${GUEST} from guests g ${LISTS}
     where g.deleted_at is null ${holdWords.join(' ')}
       and ($${n + 1} = '' or coalesce(t.name, s.slug || ' ' || s.name) = $${n + 1})
     order by g.search_name, g.id limit $${n + 2}`,
    params,
  )
  return rows.map(toRow)
}

/** Live guests of the freshers' tag whose JMBAG holds these digits; at most `limit`. */
export async function listBrucosiByJmbag(
  db: Db,
  digits: string,
  limit: number,
): Promise<GuestRow[]> {
  const sql = driverOf(db)
  const rows = await sql<Raw[]>`
    select ${guest(sql)} from guests g ${lists(sql)}
    where g.deleted_at is null and g.jmbag like ${anywhere(digits)} and t.role = 'brucosi'
    limit ${limit}`
  return rows.map(toRow)
}
