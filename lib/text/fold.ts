// The one table by which letters are compared. SQL has the same in `fold_text` (migration 0041),
// and a test compares the two over every letter of the Latin scripts.

/** Letters that Unicode does not take apart, in both cases, by the plain letters they count as. */
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
  Object.entries(PLAIN).flatMap(([plain, letters]) => [...letters].map((one) => [one, plain])),
)
const TABLE = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'gu')

/** Marks above, below and through letters, once they stand by themselves. */
const MARKS =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each mark by itself is meant
  /[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]+/g

/** The table for a page that runs without this module: the viewer of the sealed guest list. */
export const FOLDING = { plain: PLAIN, marks: MARKS.source }

/**
 * Letters without case and marks, in ASCII as far as they are Latin: `Łukasz` is `lukasz`, `Þór`
 * `thor`. Marks that no person sees are left out. Other scripts keep their letters.
 */
export const foldLetters = (text: string) =>
  text
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(TABLE, (letter) => LETTERS.get(letter) ?? letter)
    .toLowerCase()

/**
 * A text as searches and lists compare: besides, `dj` within a word counts as đ, since half the
 * world writes Djurdjica. `DJ` alone stays a DJ.
 */
export const foldText = (text: string) => foldLetters(text).replace(/([a-z])dj|dj(?=[a-z])/g, '$1d')

/** A name as it is compared: double spaces count as one. */
export const foldName = (name: string) => foldText(name).replace(/\s+/g, ' ').trim()
