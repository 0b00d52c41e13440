import { classes } from '@/components/ui/classes'

interface FittedTypeProps {
  text: string
  className?: string
  /** One word a line, however short they are. */
  isStacked?: boolean
}

/**
 * A heading that breaks between words alone: as large as its `--size`, or as its longest word
 * lets it be. Words are the organisers', and no column is wide enough for all of them.
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

/** Capitals with a mark above them, which takes room of its own. */
const MARKED = /[čćšž]/i

/** Text in capitals as large as its column is wide. */
export function FittedType({ text, className, isStacked }: FittedTypeProps) {
  const lines = isStacked ? text.split(/\s+/) : fittedLines(text)
  const isMarked = lines.length === 1 && MARKED.test(text)
  return <FittedLines lines={lines} className={classes(isMarked && 'poster-marked', className)} />
}

/** Lines of capitals, the widest as wide as their column. */
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
  /** The organisers' own words. */
  lead?: string
}

/** How a page begins: its name as large as half the poster, and what it is about. */
export function PageHead({ title, lead }: PageHeadProps) {
  return (
    <header className="poster-column grid gap-5 pt-8 lg:grid-cols-[5fr_6fr] lg:items-end lg:gap-x-16 lg:pt-12 low:grid-cols-[2fr_3fr] low:items-center low:pt-4">
      <h1 className="text-signal">
        <FittedType text={title} />
      </h1>
      {lead && (
        <p className="poster-sentence max-w-2xl text-3xl md:text-5xl low:text-2xl">{lead}</p>
      )}
    </header>
  )
}

/** Letters by their width; accents add none. The widest of each group counts for all. */
const WIDTHS: [letters: RegExp, em: number][] = [
  [/[MW]/, 0.87],
  [/[N&]/, 0.64],
  [/[Đ+–]/, 0.57],
  [/[EFLTYZ/"-]/, 0.47],
  [/[ABCJPRSX237]/, 0.515],
  [/[I1()]/, 0.32],
  [/[.,:!'’ ]/, 0.27],
]
const ANY = 0.535

/**
 * How wide a line of the heaviest display capitals runs, in em: what a name of any
 * length is divided by to fill its line. Rounded up, so that it never runs over.
 */
export function typeWidth(text: string): number {
  const letters = [...text.toUpperCase().normalize('NFD').replace(/\p{M}/gu, '')]
  return letters.reduce((sum, letter) => sum + letterWidth(letter), 0)
}

const letterWidth = (letter: string) => WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? ANY

/** A long text in lines about as wide as its longest word; a short one stays on its line. */
export function fittedLines(text: string): string[] {
  if (typeWidth(text) <= 9) return [text]
  const words = text.trim().split(/\s+/)
  const room = Math.max(5.5, ...words.map(typeWidth))
  const lines: string[] = []
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && typeWidth(longer) <= room) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** How wide a name runs, in em: on one line, and its longest word; by these it fills its place. */
export function estimateTextWidth(name: string) {
  const words = name.split(/\s+/)
  const rounded = (em: number) => Math.ceil(em * 10) / 10
  return {
    '--line': rounded(typeWidth(name)),
    '--word': rounded(Math.max(...words.map(typeWidth))),
    '--words': words.length,
  }
}
