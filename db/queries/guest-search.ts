import { type Column, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { prepareStatement, type Statement } from '../driver'
import { guestLists } from '../schema/guest-lists'
import { guests } from '../schema/guests'
import { fromGuests, type GuestRow, guestProjection } from './guests'
import { containsPattern, literal } from './list-query'

// How the desk and the gate look for guests all night long, one statement each.

const searches = new Map<string, Statement<GuestRow>>()

const { search: text, searchName: name, jmbag } = guests

/** A pattern of LIKE: a folded word with what stands before and after it. */
type Around = (before: string, after: string) => SQL

const isWhole = (text: Column, like: Around) => sql`(${text} like ${like('', '')}
  or ${text} like ${like('', ' %')} or ${text} like ${like('% ', '')} or ${text} like ${like('% ', ' %')})`
const isBeginning = (text: Column, like: Around) => sql`(${text} like ${like('', '%')}
  or ${text} like ${like('% ', '%')} or ${text} like ${like('%-', '%')})`
const isAnywhere = (text: Column, like: Around) => sql`${text} like ${like('%', '%')}`

const quoted = (text: string) => sql.raw(`'${text}'`)
const column = (i: number) => sql.identifier(`word${i}`)

/**
 * Few guests answer to two words: one index finds them, and then they are put in order. The
 * words are folded once, ahead of it all; parameters would be folded again for each pattern
 * and each row, which took nine tenths of the time.
 */
function byWords(words: { isNumber: boolean; hasTriple: boolean }[], isOnList: SQL): SQL {
  const folded = words.map(
    (_, i) => sql`public.fold_text(${sql.placeholder(`word${i}`)}::text) as ${column(i)}`,
  )
  const each = (holds: (text: Column, like: Around) => SQL) =>
    words.map(({ isNumber }, i) => {
      const like: Around = (before, after) =>
        sql`(select ${quoted(before)} || ${column(i)} || ${quoted(after)} from asked)`
      return isNumber ? sql`(${holds(name, like)} or ${holds(jmbag, like)})` : holds(name, like)
    })
  const all = (conditions: SQL[]) => sql.join(conditions, sql` and `)
  // Without three letters in a row the index would have to be read from end to end.
  const inIndex = words.flatMap(({ hasTriple }, i) =>
    hasTriple ? sql`${text} like (select '%' || ${column(i)} || '%' from asked)` : [],
  )
  return sql`with asked as materialized (select ${sql.join(folded, sql`, `)})
    select ${guestProjection} ${fromGuests}
    where ${guests.deletedAt} is null and ${all([...inIndex, ...each(isAnywhere)])}${isOnList}
    order by case when ${all(each(isWhole))} then 0 when ${all(each(isBeginning))} then 1 else 2 end,
      ${name}, ${guests.id} limit ${sql.placeholder('limit')}`
}

/**
 * One word can be a common one (every twentieth is an `ana`): each way to answer to it, best
 * first, is read off one index, where names that begin with it stand together in their order,
 * and is only asked for while the page is not full.
 */
function byWord(isNumber: boolean, isOnList: SQL): SQL {
  const ways = isNumber ? waysOfNumber : waysOfName
  const inTurn = ways.map((way, i) => {
    const others = ways.slice(0, i).map((better) => sql` and not coalesce(${better}, false)`)
    return sql`(select ${guestProjection} ${fromGuests}
      where ${guests.deletedAt} is null and ${way}${sql.join(others)}${isOnList}
      order by ${name}, ${guests.id} limit ${sql.placeholder('limit')})`
  })
  return sql`${sql.join(inTurn, sql` union all `)} limit ${sql.placeholder('limit')}`
}

const word = sql`public.fold_text(${sql.placeholder('word0')}::text)`
const isInText = sql`${text} like '%' || ${word} || '%'`

const waysOfNumber = [
  sql`${jmbag} = ${word}`,
  sql`${jmbag} like ${word} || '%'`,
  sql`${isInText} and (${name} like '%' || ${word} || '%' or ${jmbag} like '%' || ${word} || '%')`,
]

const waysOfName = [
  sql`${name} like ${word} || ' %'`,
  sql`${text} like '% ' || ${word} || ' %' and (${name} like '% ' || ${word} or ${name} like '% ' || ${word} || ' %')`,
  sql`${name} like ${word} || '%'`,
  sql`(${text} like '% ' || ${word} || '%' or ${text} like '%-' || ${word} || '%')
    and (${name} like '% ' || ${word} || '%' or ${name} like '%-' || ${word} || '%')`,
  sql`${isInText} and ${name} like '%' || ${word} || '%'`,
]

const DIGITS = /^\d+$/

/**
 * Live guests whose name and surname together hold each of these folded words, by name: first those
 * who are called just so, then those whose names begin so, then the rest. A word of digits may
 * be of the JMBAG as well. `mar` alone is planned anew each time, since it may be best read in
 * order of names until the page is full; `mar đurđ` has one plan for all.
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
  const kinds = words.map((word) => ({
    isNumber: withJmbag && DIGITS.test(word),
    hasTriple: /[\p{L}\p{N}]{3}/u.test(word),
  }))
  const [one] = kinds
  const isAlone = one !== undefined && kinds.length === 1
  const key = JSON.stringify([isAlone ? one.isNumber : kinds, Boolean(tag)])
  const isOnList = tag ? sql` and ${guestLists.label} = ${sql.placeholder('tag')}` : sql``
  const search =
    searches.get(key) ??
    prepareStatement<GuestRow>(isAlone ? byWord(one.isNumber, isOnList) : byWords(kinds, isOnList))
  searches.set(key, search)
  const asked = Object.fromEntries(words.map((word, i) => [`word${i}`, literal(word)]))
  return search(db, { ...asked, tag, limit }, { prepare: !isAlone })
}

const brucosiByJmbag = prepareStatement<GuestRow>(sql`
  select ${guestProjection} ${fromGuests}
  where ${guests.deletedAt} is null and ${guests.search} like ${sql.placeholder('digits')}
    and ${guests.jmbag} like ${sql.placeholder('digits')}
    and ${guestLists.role} = 'brucosi'
  limit ${sql.placeholder('limit')}`)

/** Live guests of the freshers' tag whose JMBAG holds these digits; at most `limit`. */
export const listBrucosiByJmbag = (db: Db, digits: string, limit: number): Promise<GuestRow[]> =>
  brucosiByJmbag(db, { digits: containsPattern(digits), limit })
