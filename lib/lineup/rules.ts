/**
 * How many of `n` pictures are drawn large, on four fields of the grid each: so many that
 * the last row is full, with two columns on a phone and four on a desktop.
 */
export const largeTileCount = (n: number) => ({
  phone: Math.min(n, n % 2 || 2),
  desktop: Math.min(n, n % 4 || 4),
})

/** What stands behind the # of the address that shows a performer on the line-up's page. */
export const performerAnchor = (slug: string) => `izvodac=${slug}`

/** Where a performer has a page of its own. */
export const performerAddress = (slug: string) => `/lineup/${encodeURIComponent(slug)}`

/** The paragraphs of a biography; none where nobody has written one. */
export const paragraphsOf = (biography: string) =>
  biography.split(/\n\s*\n/).filter((text) => text.trim() !== '')

/** Who comes before and after in the line-up; behind the last comes the first again. */
export function previousAndNext<P>(performers: P[], at: number): { previous?: P; next?: P } {
  const n = performers.length
  if (at < 0 || n < 2) return {}
  return { previous: performers[(at + n - 1) % n], next: performers[(at + 1) % n] }
}
