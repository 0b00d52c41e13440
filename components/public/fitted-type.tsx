import { classes } from '@/components/ui/classes'

interface FittedTypeProps {
  text: string
  className?: string
  /** Whether each word has a line of its own, even if the text would fit on one line. */
  isStacked?: boolean
}

/**
 * Heading that breaks only between words. Its font size is the CSS variable `--size`, or smaller if
 * the longest word would not fit the column, since organisers can enter any word.
 */
export function WordType({ text, className }: { text: string; className?: string }) {
  const longest = Math.max(...text.split(/\s+/).map(typeWidth))
  return (
    <span className="@container block w-full">
      <span
        className={classes('poster-words poster-type block', className)}
        style={{ '--type-width': longest }}
      >
        {text}
      </span>
    </span>
  )
}

/** Capitals with an accent, for which a single line needs extra space at its top. */
const ACCENTED = /[čćšž]/i

/** Text in capitals, in the font size that fills the width of its column. */
export function FittedType({ text, className, isStacked }: FittedTypeProps) {
  const lines = isStacked ? text.split(/\s+/) : fittedLines(text)
  const isAccented = lines.length === 1 && ACCENTED.test(text)
  return <FittedLines lines={lines} className={classes(isAccented && 'poster-marked', className)} />
}

/** Lines of capitals, in the font size at which the widest line fills the width of the column. */
export function FittedLines({ lines, className }: { lines: string[]; className?: string }) {
  const widest = Math.max(...lines.map(typeWidth))
  return (
    <span className="@container block w-full">
      <span
        className={classes('poster-fitted', lines.length > 1 && 'poster-stacked', className)}
        style={{ '--type-width': widest, '--lines': lines.length }}
      >
        {lines.map((line) => (
          <span key={line} className="block whitespace-nowrap">
            {line}{' '}
          </span>
        ))}
      </span>
    </span>
  )
}

interface PageHeadProps {
  title: string
  /** Introduction of the page, written by the organisers. */
  lead?: string
}

/** Header of a page: a very large title, and an introduction below or next to it. */
export function PageHead({ title, lead }: PageHeadProps) {
  return (
    <header className="poster-column grid gap-5 pt-8 lg:grid-cols-[5fr_6fr] lg:items-end lg:gap-x-16 lg:pt-12 low:grid-cols-[2fr_3fr] low:items-center low:pt-4">
      <h1 className="text-signal">
        <FittedType text={title} />
      </h1>
      {lead && (
        <p className="poster-sentence max-w-2xl text-3xl whitespace-pre-line md:text-5xl low:text-2xl">
          {lead}
        </p>
      )}
    </header>
  )
}

/**
 * Letter widths of the display font in em, by group. The widest letter of a group counts for all of
 * the group. Accents are removed before the lookup.
 */
const WIDTHS: [letters: RegExp, em: number][] = [
  [/[MW]/, 0.87],
  [/[N&]/, 0.64],
  [/[Đ+–]/, 0.57],
  [/[EFLTYZ/"-]/, 0.47],
  [/[ABCJPRSX237]/, 0.515],
  [/[I1()]/, 0.32],
  [/[.,:!'’ ]/, 0.27],
]
const DEFAULT_WIDTH = 0.535

/**
 * Estimates the width in em of a line in display capitals. The width of a column divided by it is
 * the font size that fills the column. Never too low, so that no line overflows.
 */
export function typeWidth(text: string): number {
  const letters = [...text.toUpperCase().normalize('NFD').replace(/\p{M}/gu, '')]
  return letters.reduce((sum, letter) => sum + letterWidth(letter), 0)
}

const letterWidth = (letter: string) =>
  WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? DEFAULT_WIDTH

/**
 * Splits a text wider than 9 em into lines about as wide as its longest word. A shorter text stays
 * on one line.
 */
export function fittedLines(text: string): string[] {
  if (typeWidth(text) <= 9) return [text]
  const words = text.trim().split(/\s+/)
  const maxWidth = Math.max(5.5, ...words.map(typeWidth))
  const lines: string[] = []
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && typeWidth(longer) <= maxWidth) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/**
 * Returns CSS variables from which the style sheets compute the font size of a name: its width on
 * one line and the width of its longest word, both in em, and its number of words.
 */
export function estimateTextWidth(name: string) {
  const words = name.split(/\s+/)
  const rounded = (em: number) => Math.ceil(em * 10) / 10
  return {
    '--line': rounded(typeWidth(name)),
    '--word': rounded(Math.max(...words.map(typeWidth))),
    '--words': words.length,
  }
}
