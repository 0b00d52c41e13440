// Normalizes letters for searches and comparisons. The SQL function `fold_text` (migration 0041) does
// the same, and a test compares the two for every Latin letter.

/** Letters that Unicode does not decompose, in both cases, listed under their plain letters. */
const PLAIN: Record<string, string> = {
  a: 'Ⱥⱥ',
  b: 'ƀƁɓƂƃɃ',
  c: 'ƇƈȻȼ',
  d: 'ÐðĐđƉɖƊɗƋƌ',
  e: 'ƎǝƏəƐɛɆɇ',
  f: 'Ƒƒ',
  g: 'ƓɠǤǥ',
  h: 'Ħħ',
  i: 'ıƗɨƖɩ',
  j: 'ȷɈɉ',
  k: 'ĸƘƙ',
  l: 'Łłƚɫ',
  n: 'ŊŋƝɲƞȠ',
  o: 'ØøƆɔƟɵ',
  p: 'Ƥƥ',
  r: 'Ɍɍ',
  s: 'ȿ',
  t: 'ŦŧƬƭƮʈȾⱦ',
  u: 'Ʉʉ',
  v: 'Ʋʋ',
  w: 'Ƿƿ',
  y: 'ƳƴɎɏȜȝ',
  z: 'ƵƶȤȥƷʒ',
  ae: 'Ææ',
  oe: 'Œœ',
  ss: 'ßẞ',
  th: 'Þþ',
  σ: 'Σς',
  "'": '‘’‛ʹʻʼ′',
  '-': '‐‒–—―−',
}

const LETTERS = new Map(
  Object.entries(PLAIN).flatMap(([plain, letters]) =>
    [...letters].map((letter) => [letter, plain]),
  ),
)
const TABLE = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'gu')

/** Combining marks, which NFKD separates from their letters, and invisible characters. */
const MARKS =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: matches each character alone
  /[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]+/g

/** Table for the viewer of the encrypted emergency list, a page that runs without this module. */
export const FOLDING_TABLE = { plain: PLAIN, marks: MARKS.source }

/**
 * Returns a text in lower case without diacritics and invisible characters. Latin letters become
 * ASCII: `Łukasz` becomes `lukasz`, `Þór` becomes `thor`. Other scripts keep their letters.
 */
export const foldLetters = (text: string) =>
  text
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(TABLE, (letter) => LETTERS.get(letter) ?? letter)
    .toLowerCase()

/**
 * Normalizes a text for searches and lists. Besides `foldLetters`, `dj` within a word equals `đ`,
 * because Đurđica is often written Djurdjica. The word `DJ` stays as it is.
 */
export const foldText = (text: string) => foldLetters(text).replace(/([a-z])dj|dj(?=[a-z])/g, '$1d')

/** Normalizes a name for comparison. Repeated spaces become a single space. */
export const foldName = (name: string) => foldText(name).replace(/\s+/g, ' ').trim()
