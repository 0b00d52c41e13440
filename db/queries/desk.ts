import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { prepareStatement, type Statement } from '../prepared'
import { literal } from './list-query'

/**
 * Result of the desk's search by name: a fresher, or a student who signed up and is not on the
 * freshers' list.
 */
interface NamedFresher {
  /** Guest id; null for a student who is not on the freshers' list. */
  guest: number | null
  jmbag: string
  name: string
  surname: string
  isBought: boolean
}

const searches = new Map<string, Statement<NamedFresher>>()

/**
 * For each search word, whether it has three letters or digits in a row. A trigram index can find
 * only such words.
 */
type TrigramFlags = boolean[]

/**
 * Builds the search for a number of words. Each word has its own condition, so that PostgreSQL uses
 * the trigram indexes.
 */
function byName(hasTrigram: TrigramFlags): Statement<NamedFresher> {
  const column = (i: number) => sql.identifier(`word${i}`)
  const patterns = hasTrigram.map(
    (_, i) =>
      sql`'%' || public.fold_text(${sql.placeholder(`word${i}`)}::text) || '%' as ${column(i)}`,
  )
  const hasAll = (text: SQL, isSearched: (i: number) => boolean) =>
    hasTrigram.map((_, i) =>
      isSearched(i) ? sql`${text} like (select ${column(i)} from words)` : sql`true`,
    )
  const all = (conditions: SQL[]) => sql.join(conditions, sql` and `)
  const inIndex = hasAll(sql`g.search`, (i) => hasTrigram[i] === true)
  const inName = hasAll(sql`g.search_name`, () => true)
  const inSignup = hasAll(sql`public.fold_text(s.name || ' ' || s.surname)`, () => true)
  return prepareStatement<NamedFresher>(sql`
    with words as materialized (
      select ${sql.join(patterns, sql`, `)}
    ), found as not materialized (
      select g.id as guest, g.jmbag, g.name, g.surname, g.bought_at, 0 as place,
        null::timestamptz as sent
      from guests g join guest_lists l on l.id = g.list_id
      where g.deleted_at is null and l.role = 'brucosi' and ${all([...inIndex, ...inName])}
      union all
      -- Freshers who were imported by number alone have a name only in their sign-up.
      select g.id, s.jmbag, coalesce(nullif(btrim(g.name), ''), s.name),
        coalesce(nullif(btrim(g.surname), ''), s.surname), g.bought_at, 1, s.submitted_at
      from signups s left join (guests g join guest_lists l on l.id = g.list_id and l.role = 'brucosi')
        on g.jmbag = s.jmbag and g.deleted_at is null
      where ${all(inSignup)}
    ), per_student as (
      select distinct on (coalesce(jmbag, guest::text)) *
      from found order by coalesce(jmbag, guest::text), place, sent desc
    )
    select guest, coalesce(jmbag, '') as jmbag, name, surname, bought_at is not null as "isBought"
    from per_student order by public.fold_text(surname || ' ' || name), jmbag
    limit ${sql.placeholder('limit')}`)
}

/**
 * Lists freshers whose name, or whose name in the sign-up, contains each of these words, ordered by
 * surname. Case and diacritics are ignored. Includes students who signed up and are not on the
 * freshers' list.
 */
export function listFreshersByName(
  db: Db,
  words: string[],
  limit: number,
): Promise<NamedFresher[]> {
  const hasTrigram = words.map((word) => /[\p{L}\p{N}]{3}/u.test(word))
  const key = hasTrigram.join()
  const search = searches.get(key) ?? byName(hasTrigram)
  searches.set(key, search)
  const values = Object.fromEntries(words.map((word, i) => [`word${i}`, literal(word)]))
  return search(db, { ...values, limit })
}

const selectSeller = prepareStatement<{ name: string }>(sql`
  select coalesce(nullif(u.name, ''), u.email) as name
  from guests g
  join activities a on a.entity = 'guests' and a.entity_id = g.id::text and a.at >= g.bought_at
  join users u on u.id = a.user_id
  where g.id = ${sql.placeholder('id')} and a.changes -> 'bought' ->> 1 = '1'
  order by a.id desc limit 1`)

/**
 * Returns the name of the user who sold a guest's ticket. Returns null if the activity log names no
 * user, as for an imported ticket or one of a bulk sale. The seller of an earlier ticket, which was
 * returned, does not count.
 */
export const getSeller = async (db: Db, guestId: number): Promise<string | null> =>
  (await selectSeller(db, { id: guestId }))[0]?.name ?? null
