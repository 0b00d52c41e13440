import { foldName } from '@/lib/text/fold'
import { isFirstName } from './first-names'

// Splits whole names that were typed into one cell of a spreadsheet into name and surname.

export type NameOrder = 'nameSurname' | 'surnameName'

const splitWords = (text: string) => text.replace(/\s+/g, ' ').trim().split(' ').filter(Boolean)

const joinWords = (words: string[]) => words.join(' ')

/** Whether a word is an initial, such as `Đ.`, `A.M.` or a single letter. */
const isInitial = (word: string) => /^(\p{L}\p{M}*\.)+$|^\p{L}\p{M}*$/u.test(word)

/** Whether a word is written in capitals, as surnames often are next to a first name that is not. */
const isInCapitals = (word: string) =>
  word.length > 1 && !isInitial(word) && word === word.toUpperCase() && /\p{Lu}/u.test(word)

const TITLE =
  /^(dr|mr|prof|doc|akad|prim|mag|univ|spec|dipl|bacc|prvostup|ing|sc|med|dent|vet|iur|oec|inf|comp|rer|nat|art|mus|phil|theol|paed|el|techn|struc|str|educ|ml|st|gosp|gda|gdja|phd|mba|msc|bsc|llm)\.?$/

/**
 * Whether a word is an academic title with a full stop, such as `mag.`. Titles after a comma need
 * no full stop.
 */
const isTitle = (word: string) =>
  word.includes('.') && word.split('.').filter(Boolean).every(isKnownTitle)
const isKnownTitle = (word: string) => TITLE.test(foldName(word))

/**
 * Returns for each part between commas whether it consists of titles. In a whole name, a single
 * word without a full stop after the surname is the first name: `Novak, Med`.
 */
export function findTitleParts(parts: string[], isWhole = true): boolean[] {
  const words = parts.map(splitWords)
  const isTitles = words.map(
    (part, i) =>
      i > 0 && part.length > 0 && part.every((word) => isKnownTitle(word) || isTitle(word)),
  )
  const nameWords = words
    .flatMap((part, i) => (isTitles[i] ? [] : part))
    .filter((word) => !isTitle(word))
  const bareTitles = words
    .flatMap((part, i) => (isTitles[i] ? part : []))
    .filter((word) => !word.includes('.'))
  const isName = ([word, ...more]: string[]) =>
    isWhole &&
    nameWords.length === 1 &&
    bareTitles.length === 1 &&
    word === bareTitles[0] &&
    more.length === 0
  return words.map((part, i) => Boolean(isTitles[i]) && !isName(part))
}

/** A name separated from its titles and remarks. */
export interface TidyName {
  text: string
  titles: string
  /** Text of the remarks in brackets. */
  remark: string
}

/**
 * Separates titles and remarks in brackets from a name. A text that contains no name is returned
 * unchanged. `isWhole` is false when name and surname are in separate columns: then the parts after
 * a comma are never a first name.
 */
export function tidyName(whole: string, isWhole = true): TidyName {
  const remarks: string[] = []
  const plain = whole.replace(/[([{]([^()[\]{}]*)[)\]}]/g, (_, remark: string) => {
    if (remark.trim()) remarks.push(remark.trim())
    return ' '
  })
  const titles: string[] = []
  const typedParts = plain.split(',')
  const isTitles = findTitleParts(typedParts, isWhole)
  const parts = typedParts.flatMap((part, i) => {
    const words = splitWords(part)
    if (isTitles[i]) {
      titles.push(joinWords(words))
      return []
    }
    const first = words.findIndex((word) => !isTitle(word))
    const last = words.findLastIndex((word) => !isTitle(word))
    if (first < 0) return [joinWords(words)]
    titles.push(...words.slice(0, first), ...words.slice(last + 1))
    return [joinWords(words.slice(first, last + 1))]
  })
  const text = parts.filter(Boolean).join(', ')
  if (text === '') return { text: joinWords(splitWords(whole)), titles: '', remark: '' }
  return { text, titles: joinWords(titles), remark: remarks.join('; ') }
}

/**
 * Splits a whole name into name and surname. A comma or a surname in capitals decides. Otherwise the
 * first name is one word in the given order, with adjacent initials and common first names. At least
 * one word remains as the surname.
 */
export function splitName(text: string, order: NameOrder): { name: string; surname: string } {
  const [before = '', ...after] = text.split(',').map((part) => joinWords(splitWords(part)))
  const afterComma = joinWords(after.filter(Boolean))
  if (before && afterComma) return { name: afterComma, surname: before }
  const words = splitWords(before || afterComma)
  const split = (name: string[], surname: string[]) => ({
    name: joinWords(name),
    surname: joinWords(surname),
  })
  const capitalized = words.filter(isInCapitals)
  const fullWords = words.filter((word) => !isInitial(word))
  if (capitalized.length > 0 && capitalized.length < fullWords.length)
    return split(
      words.filter((word) => !isInCapitals(word)),
      capitalized,
    )
  const isFirst = order === 'nameSurname'
  const row = isFirst ? words : words.toReversed()
  const names = row.length === 1 && !isFirst ? 0 : countFirstNames(row)
  const parts = [row.slice(0, names), row.slice(names)].map((part) =>
    isFirst ? part : part.toReversed(),
  )
  return split(parts[0] ?? [], parts[1] ?? [])
}

/** Counts the first names and initials at the start of the words. */
function countFirstNames(row: string[]): number {
  let names = Math.min(1, row.length)
  const isName = (word = '') => isInitial(word) || isFirstName(word)
  while (names < row.length - 1 && (isName(row[names]) || row.slice(0, names).every(isInitial)))
    names++
  return names
}

/** Whether a user should check the split: three words or more without a surname in capitals, or two names. */
export function needsNameReview(text: string): boolean {
  const parts = text.split(',').map(splitWords)
  // The text may contain the names of two people.
  if (parts.length > 1)
    return parts.filter((words) => words.length > 1).length > 1 || parts.length > 2
  const words = splitWords(text).filter((word) => !isInitial(word))
  const capitalized = words.filter(isInCapitals).length
  return words.length > 2 && (capitalized === 0 || capitalized === words.length)
}

/**
 * Guesses from many names whether the name or the surname comes first. Returns a number from 1 (name
 * first) to -1 (surname first); 0 is undecided.
 */
export function guessNameOrder(texts: string[], isKnown: (word: string) => boolean): number {
  const votes = texts.map((text) => {
    if (/\S,\s*\S/.test(tidyName(text).text)) return -1
    const words = splitWords(tidyName(text).text).filter((word) => !isInitial(word))
    const [first = '', last = ''] = [words[0], words.at(-1)]
    if (words.length < 2) return 0
    if (isInCapitals(first) !== isInCapitals(last)) return isInCapitals(last) ? 1 : -1
    const isName = (word: string) => isFirstName(word) || isKnown(word)
    const likeSurname = (word: string) => /i[cć]$/i.test(word)
    return Math.sign(
      Number(isName(first)) -
        Number(isName(last)) +
        Number(likeSurname(last)) -
        Number(likeSurname(first)),
    )
  })
  const decided = votes.filter((vote) => vote !== 0)
  const sum = decided.reduce<number>((total, vote) => total + vote, 0)
  return decided.length === 0 ? 0 : sum / decided.length
}
