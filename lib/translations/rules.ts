/** Texts of the public pages that the organisers have written, by key (`section.name`). */
export type Texts = Partial<Record<string, string>>

/** Part of a text: a paragraph, or the items of a list. */
export type TextBlock = string | string[]

export interface TextSection {
  /** Number at the end of the section's keys: 2 of `kontakt.title2`. */
  number: number
  /** Title; '' if the organisers left it empty on purpose. */
  title: string
  /** Paragraphs. A `\n` in a paragraph is a line break that the organisers wrote as `<br>`. */
  paragraphs: string[]
}

/**
 * Returns a text, or its raw key if it is missing, so that staff see which text to write (rule
 * 12.4).
 */
export const textOf = (texts: Texts, key: string): string => texts[key] ?? key

/** Puts a text on one line, apart from the line breaks that the organisers wrote as `<br>`. */
const toLines = (text: string) =>
  text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ ?<br ?\/?> ?/gi, '\n')

/**
 * Splits a text into paragraphs at blank lines. `<br>` breaks a line, other markup is plain text.
 */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\r?\n[^\S\n]*\r?\n\s*/)
    .map(toLines)
    .filter(Boolean)

/**
 * Keys of the texts that a page shows in one element: introductions, titles and alternative texts.
 */
const UNDIVIDED_KEYS = /^home\.comingsoon$|\.(?:lead|alt|title\d*)$/

/**
 * Returns the texts as pages show them. In a text that a page does not split into paragraphs, `\n`
 * replaces `<br>` and a blank line stays; where the page has no line breaks, both are a space.
 */
export const toPageTexts = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text = '']) => [
      key,
      UNDIVIDED_KEYS.test(key) ? paragraphsOf(text).join('\n\n') : text,
    ]),
  )

const ITEM = /^\s*[-–•*]\s+(?=\S)/

/**
 * Splits a text into paragraphs and lists. A list is a run of lines that start with a dash or a
 * bullet.
 */
export function parseBlocks(text: string): TextBlock[] {
  const runs: { isList: boolean; lines: string[] }[] = []
  for (const line of text.replace(/<br ?\/?>(?=\s*[-–•*]\s)/gi, '\n').split(/\r?\n/)) {
    const isList = ITEM.test(line)
    const last = runs.at(-1)
    if (last?.isList === isList) last.lines.push(line)
    else runs.push({ isList, lines: [line] })
  }
  return runs.flatMap(({ isList, lines }): TextBlock[] =>
    isList
      ? [lines.map((line) => toLines(line.replace(ITEM, '')))]
      : paragraphsOf(lines.join('\n')),
  )
}

/**
 * Returns the sections of a text page in order, one for each number of the keys `{page}.titleN` and
 * `{page}.textN`. The missing half of a pair shows its raw key. A page without texts shows the raw
 * keys of its first section.
 */
export function textSections(texts: Texts, page: string): TextSection[] {
  return sectionNumbers(texts, page)
    .map((number) => ({
      number,
      title: textOf(texts, `${page}.title${number}`).trim(),
      paragraphs: paragraphsOf(textOf(texts, `${page}.text${number}`)),
    }))
    .filter(({ title, paragraphs }) => title || paragraphs.length > 0)
}

/**
 * Returns only the written sections of a page that has other content too. A missing half is empty.
 */
export const writtenSections = (texts: Texts, page: string): TextSection[] =>
  writtenNumbers(texts, page).map((number) => ({
    number,
    title: texts[`${page}.title${number}`]?.trim() ?? '',
    paragraphs: paragraphsOf(texts[`${page}.text${number}`] ?? ''),
  }))

/** Returns the numbers of the written sections in ascending order. */
function writtenNumbers(texts: Texts, page: string): number[] {
  const parts = Object.keys(texts).map((key) =>
    new RegExp(`^${page}\\.(?:title|text)([1-9]\\d*)$`).exec(key),
  )
  const numbers = new Set(parts.flatMap((part) => (part ? [Number(part[1])] : [])))
  return [...numbers].sort((a, b) => a - b)
}

/** Returns the numbers of the written sections, or 1 if there is none. */
function sectionNumbers(texts: Texts, page: string): number[] {
  const numbers = writtenNumbers(texts, page)
  return numbers.length === 0 ? [1] : numbers
}

/** Reads pairs of a name and a description from a text, one pair per line: `Ulaz: na istoku`. */
export const pairsOf = (text: string): { name: string; description: string }[] =>
  text
    .replace(/<br\s*\/?>/gi, '\n')
    .split('\n')
    .map((line) => /^\s*([^:]*\S)\s*:\s*(.*\S)\s*$/.exec(line))
    .flatMap((parts) => (parts ? [{ name: parts[1] ?? '', description: parts[2] ?? '' }] : []))

/** Text pages: their sections have numbered keys. */
const TEXT_PAGES = ['kontakt', 'ulaznice', 'pravila', 'uvjeti'] as const

/**
 * Keys of single texts of the other pages. A missing text of `SINGLE_KEYS` shows its raw key, a
 * missing text of `LEAD_KEYS` shows nothing.
 */
const SINGLE_KEYS = ['cjenik.disclaimer', 'igrica.title'] as const
const LEAD_KEYS = [
  'home.comingsoon',
  'home.lead',
  'home.izgubljeno',
  'lineup.lead',
  'brucosi.lead',
  'satnica.lead',
  'tlocrt.lead',
  'sponsors.lead',
  'igrica.lead',
  'cjenik.lead',
  'tlocrt.alt',
  'tlocrt.mjesta',
  'tlocrt.title1',
  'tlocrt.text1',
  't2.alt',
  't2.title1',
  't2.text1',
  't2.nocne-linije',
  't2.put',
  'pristupacnost.lead',
  'pristupacnost.put',
  'pristupacnost.petlja',
  'pristupacnost.pratnja',
  'pristupacnost.ostalo',
  'pitanja.title1',
  'pitanja.text1',
] as const

/** Keys of the texts about accessibility. Each has a fixed heading on the page. */
export const ACCESS_KEYS = [
  'pristupacnost.put',
  'pristupacnost.petlja',
  'pristupacnost.pratnja',
  'pristupacnost.ostalo',
] as const

/**
 * Returns the questions that have an answer, in order. A question without an answer is not shown,
 * nor the reverse.
 */
export const questionsOf = (texts: Texts): TextSection[] =>
  writtenSections(texts, 'pitanja').filter(
    ({ title, paragraphs }) => title && paragraphs.length > 0,
  )

/**
 * Whether a page has something to read. Only `/pitanja` can be empty, because it has nothing but
 * its texts (rule 12.22).
 */
export const hasContent = (texts: Texts, address: string): boolean =>
  address !== '/pitanja' ||
  questionsOf(texts).length > 0 ||
  ACCESS_KEYS.some((key) => texts[key]?.trim())

/**
 * Returns the keys that public pages read and that have no text yet. `raw` keys are shown to
 * visitors as they are.
 */
export function missingKeys(texts: Texts): { raw: string[]; leads: string[] } {
  const halves = TEXT_PAGES.flatMap((page) =>
    sectionNumbers(texts, page).flatMap((n) => [`${page}.title${n}`, `${page}.text${n}`]),
  )
  // A question without its answer is not shown, nor the reverse. So a missing half is among the
  // leads.
  const questions = writtenNumbers(texts, 'pitanja').flatMap((n) => [
    `pitanja.title${n}`,
    `pitanja.text${n}`,
  ])
  const isMissing = (key: string) => texts[key] === undefined
  return {
    raw: [...halves, ...SINGLE_KEYS].filter(isMissing),
    leads: [...new Set([...LEAD_KEYS, ...questions])].filter(isMissing),
  }
}

/**
 * Returns the pages that can get another section: text pages, and other pages that have a first
 * one.
 */
export const pagesWithSections = (texts: Texts): string[] => [
  ...TEXT_PAGES,
  ...['tlocrt', 't2', 'pitanja'].filter((page) => writtenNumbers(texts, page).length > 0),
]

/** Returns the two keys of a page's next section. */
export function nextSection(texts: Texts, page: string): string[] {
  const n = Math.max(...sectionNumbers(texts, page)) + 1
  return [`${page}.title${n}`, `${page}.text${n}`]
}

/**
 * Removes HTML tags except line breaks, which lose their attributes (rule 13.19). A single `<`
 * stays, because it may be intended: `< 5 €`.
 */
export function stripTags(text: string): string {
  for (;;) {
    const stripped = text
      .replace(/<br\b[^<>]*>/gi, '<br>')
      .replace(/<(?!br>)(?:\/?[a-z]|!)[^<>]*>/gi, '')
    if (stripped === text) return text
    // The remaining text may form a tag again, as from `<scr<b>ipt>`.
    text = stripped
  }
}
