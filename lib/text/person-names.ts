import { foldName } from '@/lib/text/fold'
import { isFirstName } from './first-names'

// How people write a whole name into one cell.

export type Order = 'nameSurname' | 'surnameName'

const wordsOf = (text: string) => text.replace(/\s+/g, ' ').trim().split(' ').filter(Boolean)

const joined = (words: string[]) => words.join(' ')

/** `Đ.` or `A.M.` beside a name. */
const isInitial = (word: string) => /^(\p{L}\p{M}*\.)+$|^\p{L}\p{M}*$/u.test(word)

/** Written in capitals, as surnames often are beside a name that is not. */
const isLoud = (word: string) =>
  word.length > 1 && !isInitial(word) && word === word.toUpperCase() && /\p{Lu}/u.test(word)

const TITLE =
  /^(dr|mr|prof|doc|akad|prim|mag|univ|spec|dipl|bacc|prvostup|ing|sc|med|dent|vet|iur|oec|inf|comp|rer|nat|art|mus|phil|theol|paed|el|techn|struc|str|educ|ml|st|gosp|gda|gdja|phd|mba|msc|bsc|llm)\.?$/

/** Titles of the beginning and the end have a full stop, as `mag.`; behind a comma they need none. */
const isTitle = (word: string) =>
  word.includes('.') && word.split('.').filter(Boolean).every(isKnown)
const isKnown = (word: string) => TITLE.test(foldName(word))

/**
 * Which parts between commas are nothing but titles. In a whole name, the only bare word behind a
 * surname is the first name: `Novak, Med`.
 */
export function titlesAmong(parts: string[], isWhole = true): boolean[] {
  const words = parts.map(wordsOf)
  const isTitles = words.map(
    (part, i) => i > 0 && part.length > 0 && part.every((word) => isKnown(word) || isTitle(word)),
  )
  const rest = words
    .flatMap((part, i) => (isTitles[i] ? [] : part))
    .filter((word) => !isTitle(word))
  const bare = words.flatMap((part, i) => (isTitles[i] ? part : [])).filter((w) => !w.includes('.'))
  const isName = ([word, ...more]: string[]) =>
    isWhole && rest.length === 1 && bare.length === 1 && word === bare[0] && more.length === 0
  return words.map((part, i) => Boolean(isTitles[i]) && !isName(part))
}

/** A name without what stands around it, and what that was. */
export interface TidyName {
  text: string
  titles: string
  /** What stands in brackets. */
  remark: string
}

/**
 * Takes titles and remarks in brackets off a name; a name that is nothing else stays. Where name
 * and surname have columns of their own (`isWhole` is false), no name stands behind a comma.
 */
export function tidyName(whole: string, isWhole = true): TidyName {
  const remarks: string[] = []
  const plain = whole.replace(/[([{]([^()[\]{}]*)[)\]}]/g, (_, remark: string) => {
    if (remark.trim()) remarks.push(remark.trim())
    return ' '
  })
  const titles: string[] = []
  const given = plain.split(',')
  const isTitles = titlesAmong(given, isWhole)
  const parts = given.flatMap((part, i) => {
    const words = wordsOf(part)
    if (isTitles[i]) {
      titles.push(joined(words))
      return []
    }
    const first = words.findIndex((word) => !isTitle(word))
    const last = words.findLastIndex((word) => !isTitle(word))
    if (first < 0) return [joined(words)]
    titles.push(...words.slice(0, first), ...words.slice(last + 1))
    return [joined(words.slice(first, last + 1))]
  })
  const text = parts.filter(Boolean).join(', ')
  if (text === '') return { text: joined(wordsOf(whole)), titles: '', remark: '' }
  return { text, titles: joined(titles), remark: remarks.join('; ') }
}

/**
 * Which words of a name are which. A comma or capitals say it by themselves; otherwise one word is
 * the name, with initials and those beside it that are known as first names, and at least one
 * stays a surname.
 */
export function splitName(text: string, order: Order): { name: string; surname: string } {
  const [before = '', ...after] = text.split(',').map((part) => joined(wordsOf(part)))
  const rest = joined(after.filter(Boolean))
  if (before && rest) return { name: rest, surname: before }
  const words = wordsOf(before || rest)
  const told = (name: string[], surname: string[]) => ({
    name: joined(name),
    surname: joined(surname),
  })
  const loud = words.filter(isLoud)
  const written = words.filter((word) => !isInitial(word))
  if (loud.length > 0 && loud.length < written.length)
    return told(
      words.filter((word) => !isLoud(word)),
      loud,
    )
  const isFirst = order === 'nameSurname'
  const row = isFirst ? words : words.toReversed()
  const names = row.length === 1 && !isFirst ? 0 : firstNamesIn(row)
  const parts = [row.slice(0, names), row.slice(names)].map((part) =>
    isFirst ? part : part.toReversed(),
  )
  return told(parts[0] ?? [], parts[1] ?? [])
}

/** How many words at the beginning of a row are first names and initials. */
function firstNamesIn(row: string[]): number {
  let names = Math.min(1, row.length)
  const isName = (word = '') => isInitial(word) || isFirstName(word)
  while (names < row.length - 1 && (isName(row[names]) || row.slice(0, names).every(isInitial)))
    names++
  return names
}

/** Whether a person should look how this was split: three words or more that say nothing themselves. */
export function isDoubtful(text: string): boolean {
  const parts = text.split(',').map(wordsOf)
  // Two whole names, perhaps of two people.
  if (parts.length > 1)
    return parts.filter((words) => words.length > 1).length > 1 || parts.length > 2
  const words = wordsOf(text).filter((word) => !isInitial(word))
  const loud = words.filter(isLoud).length
  return words.length > 2 && (loud === 0 || loud === words.length)
}

/** For the name first 1, for the surname first -1, and how sure in between; 0 says nothing. */
export function orderOf(texts: string[], isKnown: (word: string) => boolean): number {
  const votes = texts.map((text) => {
    if (/\S,\s*\S/.test(tidyName(text).text)) return -1
    const words = wordsOf(tidyName(text).text).filter((word) => !isInitial(word))
    const [first = '', last = ''] = [words[0], words.at(-1)]
    if (words.length < 2) return 0
    if (isLoud(first) !== isLoud(last)) return isLoud(last) ? 1 : -1
    const isName = (word: string) => isFirstName(word) || isKnown(word)
    const likeSurname = (word: string) => /i[cć]$/i.test(word)
    return Math.sign(
      Number(isName(first)) -
        Number(isName(last)) +
        Number(likeSurname(last)) -
        Number(likeSurname(first)),
    )
  })
  const said = votes.filter((vote) => vote !== 0)
  return said.length === 0 ? 0 : said.reduce<number>((sum, vote) => sum + vote, 0) / said.length
}
