import type { Db } from '../client'
import { type Driver, driverOf } from '../driver'
import type { GuestRow } from './guests'
import { anywhere } from './list'

// What the desk and the gate ask all night long, one statement each.

const GUEST = `
  g.id, g.name, g.surname, g.jmbag, l.label as tag, g.list_id as "listId",
  g.email, g.phone, g.conf_code as "confCode", g.bought_at as "boughtAt",
  g.entered_at as "enteredAt"`

const LISTS = 'join guest_lists l on l.id = g.list_id'

const guest = (sql: Driver) => sql.unsafe(GUEST)
const lists = (sql: Driver) => sql.unsafe(LISTS)

export async function getGuest(db: Db, id: number): Promise<GuestRow | null> {
  const sql = driverOf(db)
  const [row] = await sql<GuestRow[]>`
    select ${guest(sql)} from guests g ${lists(sql)} where g.id = ${id} and g.deleted_at is null`
  return row ?? null
}

/** The guest, held until the end of the transaction so that nobody changes it meanwhile. */
export async function lockGuest(tx: Db, id: number): Promise<GuestRow | null> {
  const sql = driverOf(tx)
  const [row] = await sql<GuestRow[]>`
    select ${guest(sql)} from guests g ${lists(sql)}
    where g.id = ${id} and g.deleted_at is null for update of g`
  return row ?? null
}

/**
 * Records the first admission of a code's bearer, or of a guest found by name, and who made
 * it. Of several at once only one gets `admitted`; the row lock makes the others wait and
 * then find nothing to change.
 */
export async function admit(
  db: Db,
  who: { code: string } | { id: number },
  userId: number,
): Promise<{ guest: GuestRow; admitted: boolean } | null> {
  const sql = driverOf(db)
  const isMeant = () => ('id' in who ? sql`g.id = ${who.id}` : sql`g.conf_code = ${who.code}`)
  const [row] = await sql<(GuestRow & { admittedAt: string | null })[]>`
    with admitted as (
      update guests g set entered_at = now()
      where ${isMeant()} and deleted_at is null and entered_at is null
      returning id, entered_at
    ), recorded as (
      insert into activities (user_id, entity, entity_id, action, changes)
      select ${userId}, 'guests', id::text, 'admitted', '{"entered": ["0", "1"]}' from admitted
    )
    select ${guest(sql)}, a.entered_at as "admittedAt"
    from guests g ${lists(sql)} left join admitted a on a.id = g.id
    where ${isMeant()} and g.deleted_at is null`
  if (!row) return null
  const { admittedAt, ...rest } = row
  return {
    admitted: admittedAt !== null,
    guest: { ...rest, enteredAt: admittedAt ?? rest.enteredAt },
  }
}

/**
 * Live guests whose name and surname together hold each of these words, by name. Few hold
 * `mar đurđ`, and the index of letter triples finds them: one plan serves all such searches,
 * and making it takes longer than the search. `mar` alone is planned anew each time, since it
 * may be best read in order of names until the page is full.
 */
export async function listGuestsByName(
  db: Db,
  { words, tag, limit }: { words: string[]; tag?: string; limit: number },
): Promise<GuestRow[]> {
  const params = [...words.map(anywhere), tag ?? '', limit]
  const holdWords = words.map((_, i) => `and g.search_name like public.fold_text($${i + 1})`)
  const n = words.length
  const prepare = n > 1 && words.every((word) => word.length > 2)
  return driverOf(db).unsafe<GuestRow[]>(
    `select ${GUEST} from guests g ${LISTS}
     where g.deleted_at is null ${holdWords.join(' ')}
       and ($${n + 1} = '' or l.label = $${n + 1})
     order by g.search_name, g.id limit $${n + 2}`,
    params,
    { prepare },
  )
}

/** Live guests of the freshers' tag whose JMBAG holds these digits; at most `limit`. */
export async function listBrucosiByJmbag(
  db: Db,
  digits: string,
  limit: number,
): Promise<GuestRow[]> {
  const sql = driverOf(db)
  return sql<GuestRow[]>`
    select ${guest(sql)} from guests g ${lists(sql)}
    where g.deleted_at is null and g.jmbag like ${anywhere(digits)} and l.role = 'brucosi'
    limit ${limit}`
}
