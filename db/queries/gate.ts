import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { type Statement, statement } from '../driver'
import { guestLists, guests } from '../schema'
import { fromGuests, type GuestRow, guestProjection } from './guests'
import { anywhere } from './list'

// What the desk and the gate ask all night long, one statement each.

const admission = (isMeant: SQL) =>
  statement<GuestRow & { admittedAt: string | null }>(sql`
    with admitted as (
      update ${guests} set entered_at = now()
      where ${isMeant} and ${guests.deletedAt} is null and ${guests.enteredAt} is null
        and (${guests.banReason} is null or ${sql.placeholder('despiteBan')}::bool)
      returning id, entered_at, ban_reason
    ), recorded as (
      insert into activities (user_id, entity, entity_id, action, changes)
      select ${sql.placeholder('userId')}::int, 'guests', id::text, 'admitted',
        case when ban_reason is null then '{"entered": ["0", "1"]}'::jsonb
          else '{"entered": ["0", "1"], "override": [null, "zabrana ulaska"]}' end
      from admitted
    )
    select ${guestProjection}, admitted.entered_at as "admittedAt"
    ${fromGuests} left join admitted on admitted.id = ${guests.id}
    where ${isMeant} and ${guests.deletedAt} is null`)

const admitById = admission(sql`${guests.id} = ${sql.placeholder('id')}`)
const admitByCode = admission(sql`${guests.confCode} = ${sql.placeholder('code')}`)

/**
 * Records the first admission of a code's bearer, or of a guest found by name, and who made
 * it. Of several at once only one gets `admitted`; the row lock makes the others wait and
 * then find nothing to change. Who is banned is not admitted, unless `despiteBan`.
 */
export async function admit(
  db: Db,
  who: { code: string } | { id: number },
  { userId, despiteBan }: { userId: number; despiteBan: boolean },
): Promise<{ guest: GuestRow; admitted: boolean } | null> {
  const run = 'id' in who ? admitById : admitByCode
  const [row] = await run(db, { ...who, userId, despiteBan })
  if (!row) return null
  const { admittedAt, ...rest } = row
  return {
    admitted: admittedAt !== null,
    guest: { ...rest, enteredAt: admittedAt ?? rest.enteredAt },
  }
}

const searches = new Map<string, Statement<GuestRow>>()

function searchOf(words: number, hasTag: boolean): Statement<GuestRow> {
  const key = `${words} ${hasTag}`
  const holdWords = Array.from({ length: words }, (_, i) => {
    const word = sql`public.fold_text(${sql.placeholder(`word${i}`)})`
    return sql` and ${guests.search} like ${word} and ${guests.searchName} like ${word}`
  })
  const isOnList = hasTag ? sql` and ${guestLists.label} = ${sql.placeholder('tag')}` : sql``
  const search =
    searches.get(key) ??
    statement<GuestRow>(sql`
      select ${guestProjection} ${fromGuests}
      where ${guests.deletedAt} is null${sql.join(holdWords)}${isOnList}
      order by ${guests.searchName}, ${guests.id} limit ${sql.placeholder('limit')}`)
  searches.set(key, search)
  return search
}

/**
 * Live guests whose name and surname together hold each of these words, by name. Few hold
 * `mar đurđ`, and the index of letter triples finds them: one plan serves all such searches,
 * and making it takes longer than the search. `mar` alone is planned anew each time, since it
 * may be best read in order of names until the page is full.
 */
export function listGuestsByName(
  db: Db,
  { words, tag, limit }: { words: string[]; tag?: string; limit: number },
): Promise<GuestRow[]> {
  const asked = Object.fromEntries(words.map((word, i) => [`word${i}`, anywhere(word)]))
  const prepare = words.length > 1 && words.every((word) => word.length > 2)
  return searchOf(words.length, Boolean(tag))(db, { ...asked, tag, limit }, { prepare })
}

const brucosiByJmbag = statement<GuestRow>(sql`
  select ${guestProjection} ${fromGuests}
  where ${guests.deletedAt} is null and ${guests.search} like ${sql.placeholder('digits')}
    and ${guests.jmbag} like ${sql.placeholder('digits')}
    and ${guestLists.role} = 'brucosi'
  limit ${sql.placeholder('limit')}`)

/** Live guests of the freshers' tag whose JMBAG holds these digits; at most `limit`. */
export const listBrucosiByJmbag = (db: Db, digits: string, limit: number): Promise<GuestRow[]> =>
  brucosiByJmbag(db, { digits: anywhere(digits), limit })
