const WIDE = /[MW]/
const NARROW = /[I1]/
const POINT = /[.,:!']/

/**
 * How wide a line of the heaviest display capitals runs, in em: what a name of any
 * length is divided by to fill its line. Rounded up, so that it never runs over.
 */
export function typeWidth(text: string): number {
  const letters = [...text.toUpperCase()]
  return letters.reduce((sum, letter) => sum + letterWidth(letter), 0)
}

function letterWidth(letter: string): number {
  if (WIDE.test(letter)) return 0.87
  if (NARROW.test(letter)) return 0.3
  return POINT.test(letter) ? 0.25 : 0.515
}
