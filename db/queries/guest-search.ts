import { type Column, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { prepareStatement, type Statement } from '../prepared'
import { guestLists } from '../schema/guest-lists'
import { guests } from '../schema/guests'
import { fromGuests, type GuestRow, guestProjection } from './guests'
import { containsPattern, literal } from './list-query'

// Guest search of the ticket desk and the gates. Each search is one statement.

const searches = new Map<string, Statement<GuestRow>>()

const { search: text, searchName: name, jmbag } = guests

/** Builds a LIKE pattern from a normalized word and the text before and after it. */
type LikePattern = (before: string, after: string) => SQL

const isWholeWord = (text: Column, like: LikePattern) => sql`(${text} like ${like('', '')}
  or ${text} like ${like('', ' %')} or ${text} like ${like('% ', '')} or ${text} like ${like('% ', ' %')})`
const isWordStart = (text: Column, like: LikePattern) => sql`(${text} like ${like('', '%')}
  or ${text} like ${like('% ', '%')} or ${text} like ${like('%-', '%')})`
const isAnywhere = (text: Column, like: LikePattern) => sql`${text} like ${like('%', '%')}`

const quoted = (text: string) => sql.raw(`'${text}'`)
const column = (i: number) => sql.identifier(`word${i}`)

/**
 * Builds the search by several words. Few guests match two words, so a trigram index finds them and
 * the result is then sorted. The CTE `words` normalizes the words only once. As parameters they
 * would be normalized for each pattern and row, which took 90 % of the time.
 */
function byWords(words: { isNumber: boolean; hasTrigram: boolean }[], isOnList: SQL): SQL {
  const normalizedWords = words.map(
    (_, i) => sql`public.fold_text(${sql.placeholder(`word${i}`)}::text) as ${column(i)}`,
  )
  const each = (condition: (text: Column, like: LikePattern) => SQL) =>
    words.map(({ isNumber }, i) => {
      const like: LikePattern = (before, after) =>
        sql`(select ${quoted(before)} || ${column(i)} || ${quoted(after)} from words)`
      return isNumber
        ? sql`(${condition(name, like)} or ${condition(jmbag, like)})`
        : condition(name, like)
    })
  const all = (conditions: SQL[]) => sql.join(conditions, sql` and `)
  // A trigram index needs three letters or digits in a row. For a shorter word PostgreSQL would
  // read the whole index.
  const inIndex = words.flatMap(({ hasTrigram }, i) =>
    hasTrigram ? sql`${text} like (select '%' || ${column(i)} || '%' from words)` : [],
  )
  return sql`with words as materialized (select ${sql.join(normalizedWords, sql`, `)})
    select ${guestProjection} ${fromGuests}
    where ${guests.deletedAt} is null and ${all([...inIndex, ...each(isAnywhere)])}${isOnList}
    order by case when ${all(each(isWholeWord))} then 0
      when ${all(each(isWordStart))} then 1 else 2 end,
      ${name}, ${guests.id} limit ${sql.placeholder('limit')}`
}

/**
 * Builds the search by one word, which may be common: one guest in twenty is called `ana`. Each
 * kind of match, the best first, reads one index in the order of names. The next kind is read only
 * until the page is full.
 */
function byWord(isNumber: boolean, isOnList: SQL): SQL {
  const matches = isNumber ? numberMatches : nameMatches
  const ranked = matches.map((match, i) => {
    const better = matches.slice(0, i).map((other) => sql` and not coalesce(${other}, false)`)
    return sql`(select ${guestProjection} ${fromGuests}
      where ${guests.deletedAt} is null and ${match}${sql.join(better)}${isOnList}
      order by ${name}, ${guests.id} limit ${sql.placeholder('limit')})`
  })
  return sql`${sql.join(ranked, sql` union all `)} limit ${sql.placeholder('limit')}`
}

const word = sql`public.fold_text(${sql.placeholder('word0')}::text)`
const isInText = sql`${text} like '%' || ${word} || '%'`

const numberMatches = [
  sql`${jmbag} = ${word}`,
  sql`${jmbag} like ${word} || '%'`,
  sql`${isInText} and (${name} like '%' || ${word} || '%' or ${jmbag} like '%' || ${word} || '%')`,
]

const nameMatches = [
  sql`${name} like ${word} || ' %'`,
  sql`${text} like '% ' || ${word} || ' %' and (${name} like '% ' || ${word} or ${name} like '% ' || ${word} || ' %')`,
  sql`${name} like ${word} || '%'`,
  sql`(${text} like '% ' || ${word} || '%' or ${text} like '%-' || ${word} || '%')
    and (${name} like '% ' || ${word} || '%' or ${name} like '%-' || ${word} || '%')`,
  sql`${isInText} and ${name} like '%' || ${word} || '%'`,
]

const DIGITS = /^\d+$/

/**
 * Lists active guests whose full name contains each of these words, ignoring case and diacritics.
 * Exact words come first, then beginnings of names, then the rest. With `withJmbag`, a word of
 * digits may also match the JMBAG. A search by one word is planned each time, because a common word
 * needs another plan than a rare one.
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
    hasTrigram: /[\p{L}\p{N}]{3}/u.test(word),
  }))
  const [first] = kinds
  const isOneWord = first !== undefined && kinds.length === 1
  const key = JSON.stringify([isOneWord ? first.isNumber : kinds, Boolean(tag)])
  const isOnList = tag ? sql` and ${guestLists.label} = ${sql.placeholder('tag')}` : sql``
  const search =
    searches.get(key) ??
    prepareStatement<GuestRow>(
      isOneWord ? byWord(first.isNumber, isOnList) : byWords(kinds, isOnList),
    )
  searches.set(key, search)
  const values = Object.fromEntries(words.map((word, i) => [`word${i}`, literal(word)]))
  return search(db, { ...values, tag, limit }, { prepare: !isOneWord })
}

const selectFreshers = prepareStatement<GuestRow>(sql`
  select ${guestProjection} ${fromGuests}
  where ${guests.deletedAt} is null and ${guests.search} like ${sql.placeholder('digits')}
    and ${guests.jmbag} like ${sql.placeholder('digits')}
    and ${guestLists.role} = 'brucosi'
  limit ${sql.placeholder('limit')}`)

/** Lists active freshers whose JMBAG contains these digits; at most `limit`. */
export const listFreshersByJmbag = (db: Db, digits: string, limit: number): Promise<GuestRow[]> =>
  selectFreshers(db, { digits: containsPattern(digits), limit })
