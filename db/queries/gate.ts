import { type Column, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { type Statement, statement } from '../driver'
import { guestLists, guests } from '../schema'
import { fromGuests, type GuestRow, guestProjection } from './guests'
import { anywhere, literal } from './list'

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

const { search: all, searchName: name, jmbag } = guests

/** The ways in which a text holds a word, best first. */
const HOLDS: ((text: Column, word: SQL) => SQL)[] = [
  (text, word) => sql`(${text} like ${word} or ${text} like ${word} || ' %'
    or ${text} like '% ' || ${word} or ${text} like '% ' || ${word} || ' %')`,
  (text, word) => sql`(${text} like ${word} || '%' or ${text} like '% ' || ${word} || '%'
    or ${text} like '%-' || ${word} || '%')`,
  (text, word) => sql`${text} like '%' || ${word} || '%'`,
]

/**
 * The ways in which a guest can answer to these words, best first. One word alone has more of
 * them, each to be read off one index: names that begin with it stand together in their order,
 * which spares common ones (every twentieth is an `ana`) from being found and put in order all.
 */
function waysOf(words: { word: SQL; isNumber: boolean }[]): SQL[] {
  const [one] = words
  if (!one || words.length > 1)
    return HOLDS.map((holds) =>
      sql.join(
        words.map(({ word, isNumber }) =>
          isNumber
            ? sql`(${holds(name, word)} or ${holds(jmbag, word)}) and ${holds(all, word)}`
            : sql`${holds(name, word)} and ${holds(all, word)}`,
        ),
        sql` and `,
      ),
    )
  const { word, isNumber } = one
  const isAnywhere = sql`${all} like '%' || ${word} || '%'`
  if (isNumber)
    return [
      sql`${jmbag} = ${word}`,
      sql`${jmbag} like ${word} || '%'`,
      sql`${isAnywhere} and (${name} like '%' || ${word} || '%' or ${jmbag} like '%' || ${word} || '%')`,
    ]
  return [
    sql`${name} like ${word} || ' %'`,
    sql`${all} like '% ' || ${word} || ' %' and (${name} like '% ' || ${word} or ${name} like '% ' || ${word} || ' %')`,
    sql`${name} like ${word} || '%'`,
    sql`(${all} like '% ' || ${word} || '%' or ${all} like '%-' || ${word} || '%')
      and (${name} like '% ' || ${word} || '%' or ${name} like '%-' || ${word} || '%')`,
    sql`${isAnywhere} and ${name} like '%' || ${word} || '%'`,
  ]
}

const DIGITS = /^\d+$/

function searchOf(isNumber: boolean[], hasTag: boolean): Statement<GuestRow> {
  const key = `${isNumber.join()} ${hasTag}`
  const known = searches.get(key)
  if (known) return known
  const isOnList = hasTag ? sql` and ${guestLists.label} = ${sql.placeholder('tag')}` : sql``
  const ways = waysOf(
    isNumber.map((isNumber, i) => ({
      word: sql`public.fold_text(${sql.placeholder(`word${i}`)}::text)`,
      isNumber,
    })),
  )
  // Each is only asked for while the page is not full, and leaves out whom those before have.
  const inTurn = ways.map((way, i) => {
    const others = ways.slice(0, i).map((better) => sql` and not coalesce(${better}, false)`)
    return sql`(select ${guestProjection} ${fromGuests}
      where ${guests.deletedAt} is null and ${way}${sql.join(others)}${isOnList}
      order by ${name}, ${guests.id} limit ${sql.placeholder('limit')})`
  })
  const search = statement<GuestRow>(
    sql`${sql.join(inTurn, sql` union all `)} limit ${sql.placeholder('limit')}`,
  )
  searches.set(key, search)
  return search
}

/**
 * Live guests whose name and surname together hold each of these words, by name: first those
 * who are called just so, then those whose names begin so, then the rest. A word of digits may
 * be of the JMBAG as well. Few hold `mar đurđ`, and the index of letter triples finds them: one
 * plan serves all such searches, and making it takes longer than the search. `mar` alone is
 * planned anew each time, since it may be best read in order of names until the page is full.
 */
export function listGuestsByName(
  db: Db,
  {
    words,
    tag,
    limit,
    withJmbag = false,
  }: { words: string[]; tag?: string; limit: number; withJmbag?: boolean },
): Promise<GuestRow[]> {
  const asked = Object.fromEntries(words.map((word, i) => [`word${i}`, literal(word)]))
  const prepare = words.length > 1 && words.every((word) => word.length > 2)
  const isNumber = words.map((word) => withJmbag && DIGITS.test(word))
  const search = searchOf(isNumber, Boolean(tag))
  return search(db, { ...asked, tag, limit }, { prepare })
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
