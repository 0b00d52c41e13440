import { letters } from './letters.json'

const OUTLINES = letters as Record<string, unknown> as Record<
  string,
  [advance: number, path: string]
>

/** The capital as it is drawn: the plain letter where the face lacks an accent, a gap for the rest. */
function outline(letter: string): [number, string] {
  const plain = letter.normalize('NFD').charAt(0)
  return OUTLINES[letter] ?? OUTLINES[plain] ?? OUTLINES[' '] ?? [0, '']
}

const capitals = (text: string) => [...text.toUpperCase().normalize('NFC')]

/** Width of the text in capitals, in em. */
export const letteringWidth = (text: string) =>
  capitals(text).reduce((sum, letter) => sum + outline(letter)[0], 0) / 1000

/**
 * The text as SVG outlines in capitals, from `x` along the baseline `y`: pictures drawn by
 * the server cannot count on a font there.
 */
export function lettering(text: string, x: number, y: number, size: number, fill: string): string {
  let along = 0
  const paths = capitals(text).map((letter) => {
    const [advance, path] = outline(letter)
    const placed = `<path transform="translate(${along})" d="${path}"/>`
    along += advance
    return placed
  })
  return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${size / 1000})">${paths.join('')}</g>`
}

/** The words on one line, or on the two that are nearest in length. */
export function balancedLines(text: string): string[] {
  const words = text.trim().split(/\s+/)
  if (words.length === 1 || letteringWidth(text) < 7) return [words.join(' ')]
  const breaks = words
    .slice(1)
    .map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')])
  const widest = (lines: string[]) => Math.max(...lines.map(letteringWidth))
  return breaks.reduce((best, lines) => (widest(lines) < widest(best) ? lines : best))
}
