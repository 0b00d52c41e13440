import { sql } from 'drizzle-orm'
import type { Db } from '../client'
import { statement } from '../driver'
import { anywhere } from './list'

/** A fresher, or a student who signed up and is on no list, as the desk's search by name finds one. */
interface NamedFresher {
  /** Null while the student is on no list. */
  guest: number | null
  jmbag: string
  name: string
  surname: string
  isBought: boolean
}

const byName = statement<NamedFresher>(sql`
  with asked as materialized (
    select array(
      select public.fold_text(word)
      from jsonb_array_elements_text(${sql.placeholder('words')}::text::jsonb) as word
    ) as words
  ), fresher as (
    select g.* from guests g join guest_lists l on l.id = g.list_id
    where g.deleted_at is null and l.role = 'brucosi'
  ), found as (
    select id as guest, jmbag, name, surname, bought_at, 0 as place, null::timestamptz as sent
    from fresher where search_name like all ((select words from asked)::text[])
    union all
    -- Freshers who were imported by number alone have a name only in their sign-up.
    select g.id, s.jmbag, coalesce(nullif(btrim(g.name), ''), s.name),
      coalesce(nullif(btrim(g.surname), ''), s.surname), g.bought_at, 1, s.submitted_at
    from signups s left join fresher g on g.jmbag = s.jmbag
    where public.fold_text(s.name || ' ' || s.surname) like all ((select words from asked)::text[])
  ), once as (
    select distinct on (coalesce(jmbag, guest::text)) *
    from found order by coalesce(jmbag, guest::text), place, sent desc
  )
  select guest, coalesce(jmbag, '') as jmbag, name, surname, bought_at is not null as "isBought"
  from once order by public.fold_text(surname || ' ' || name), jmbag
  limit ${sql.placeholder('limit')}`)

/**
 * Lists freshers whose name, or whose sign-up's name, holds each of these words, by surname.
 * Students who signed up and are on no list are among them.
 */
export const listFreshersByName = (
  db: Db,
  words: string[],
  limit: number,
): Promise<NamedFresher[]> => byName(db, { words: JSON.stringify(words.map(anywhere)), limit })

const soldBy = statement<{ name: string }>(sql`
  select coalesce(nullif(u.name, ''), u.email) as name
  from activities a join users u on u.id = a.user_id
  where a.entity = 'guests' and a.entity_id = ${sql.placeholder('id')}::text
    and a.changes -> 'bought' ->> 1 = '1'
  order by a.id desc limit 1`)

/** Returns who sold a guest's ticket; null where the record does not say, as for an import. */
export const getSeller = async (db: Db, guestId: number): Promise<string | null> =>
  (await soldBy(db, { id: guestId }))[0]?.name ?? null
