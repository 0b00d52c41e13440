/** The organisers' texts of the public pages by key (`section.name`). */
export type Texts = Partial<Record<string, string>>

/** A paragraph, or the lines of a list. */
export type TextBlock = string | string[]

export interface TextSection {
  /** The number that its keys end with. */
  number: number
  /** '' where the organisers left it empty on purpose. */
  title: string
  /** A `\n` in a paragraph is a break that the organisers asked for. */
  paragraphs: string[]
}

/** A text, or its raw key where there is none, so that staff see what to write (rule 12.4). */
export const textOf = (texts: Texts, key: string): string => texts[key] ?? key

/** Paragraphs stand between blank lines; `<br>` breaks a line, other markup is plain text. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\r?\n[^\S\n]*\r?\n\s*/)
    .map((paragraph) =>
      paragraph
        .trim()
        .replace(/\s+/g, ' ')
        .replace(/ ?<br ?\/?> ?/gi, '\n'),
    )
    .filter(Boolean)

const ITEM = /^\s*[-–•*]\s+(?=\S)/

/** The same with lists, as organisers type them: lines one below the other that begin with a dash. */
export function parseBlocks(text: string): TextBlock[] {
  const runs: { isList: boolean; lines: string[] }[] = []
  for (const line of text.replace(/<br ?\/?>(?=\s*[-–•*]\s)/gi, '\n').split(/\r?\n/)) {
    const isList = ITEM.test(line)
    const last = runs.at(-1)
    if (last?.isList === isList) last.lines.push(line)
    else runs.push({ isList, lines: [line] })
  }
  return runs.flatMap(({ isList, lines }): TextBlock[] =>
    isList ? [lines.map((line) => line.replace(ITEM, '').trim())] : paragraphsOf(lines.join('\n')),
  )
}

/**
 * The sections of a text page: one for each number of the keys `{page}.titleN` and
 * `{page}.textN`, in order. Of a pair that is half there the other shows its raw key; of
 * none at all the first pair does.
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
 * The same of a page that is something without them: what is written, and nothing in place of
 * what is not.
 */
export const writtenSections = (texts: Texts, page: string): TextSection[] =>
  writtenNumbers(texts, page).map((number) => ({
    number,
    title: texts[`${page}.title${number}`]?.trim() ?? '',
    paragraphs: paragraphsOf(texts[`${page}.text${number}`] ?? ''),
  }))

/** In order. */
function writtenNumbers(texts: Texts, page: string): number[] {
  const parts = Object.keys(texts).map((key) =>
    new RegExp(`^${page}\\.(?:title|text)([1-9]\\d*)$`).exec(key),
  )
  const numbers = new Set(parts.flatMap((part) => (part ? [Number(part[1])] : [])))
  return [...numbers].sort((a, b) => a - b)
}

/** The same; 1 where there is no section yet. */
function sectionNumbers(texts: Texts, page: string): number[] {
  const numbers = writtenNumbers(texts, page)
  return numbers.length === 0 ? [1] : numbers
}

/** Things and what is said of each, as organisers type them: one to a line, `Ulaz: na istoku`. */
export const pairsOf = (text: string): { name: string; words: string }[] =>
  text
    .replace(/<br\s*\/?>/gi, '\n')
    .split('\n')
    .map((line) => /^\s*([^:]*\S)\s*:\s*(.*\S)\s*$/.exec(line))
    .flatMap((parts) => (parts ? [{ name: parts[1] ?? '', words: parts[2] ?? '' }] : []))

/** The text pages, whose sections are numbered keys. */
const TEXT_PAGES = ['kontakt', 'ulaznice', 'pravila', 'uvjeti'] as const

/** Single texts of the other pages: without one its raw key is shown, or for a lead nothing. */
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

/** What the page of accessibility tells in words of its own, each under a heading of ours. */
export const ACCESS_KEYS = [
  'pristupacnost.put',
  'pristupacnost.petlja',
  'pristupacnost.pratnja',
  'pristupacnost.ostalo',
] as const

/** Questions that have an answer, in order; one without the other is not shown. */
export const questionsOf = (texts: Texts): TextSection[] =>
  writtenSections(texts, 'pitanja').filter(
    ({ title, paragraphs }) => title && paragraphs.length > 0,
  )

/** Whether there is anything to read on a page that is nothing without its texts. */
export const hasContent = (texts: Texts, address: string): boolean =>
  address !== '/pitanja' ||
  questionsOf(texts).length > 0 ||
  ACCESS_KEYS.some((key) => texts[key]?.trim())

/** Each key that a public page asks for and nobody has written yet. */
export function missingKeys(texts: Texts): { raw: string[]; leads: string[] } {
  const halves = TEXT_PAGES.flatMap((page) =>
    sectionNumbers(texts, page).flatMap((n) => [`${page}.title${n}`, `${page}.text${n}`]),
  )
  // A question without an answer is not shown, nor the other way round.
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

/** Where the next section can be written: text pages, and the others that have a first one. */
export const pagesWithSections = (texts: Texts): string[] => [
  ...TEXT_PAGES,
  ...['tlocrt', 't2', 'pitanja'].filter((page) => writtenNumbers(texts, page).length > 0),
]

/** The two keys of the section that a page would have next. */
export function nextSection(texts: Texts, page: string): string[] {
  const n = Math.max(...sectionNumbers(texts, page)) + 1
  return [`${page}.title${n}`, `${page}.text${n}`]
}

/**
 * A text without HTML tags except line breaks, which lose their attributes (rule 13.19).
 * A bare `<` stays, for it may be meant: `< 5 €`.
 */
export function stripTags(text: string): string {
  for (;;) {
    const stripped = text
      .replace(/<br\b[^<>]*>/gi, '<br>')
      .replace(/<(?!br>)(?:\/?[a-z]|!)[^<>]*>/gi, '')
    if (stripped === text) return text
    // What is left may form a tag anew: `<scr<b>ipt>`.
    text = stripped
  }
}
