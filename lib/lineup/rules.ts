/**
 * Returns how many of `n` images are drawn large, each on four cells of the grid, so that the last
 * row is full. The grid has two columns on a phone and four on a desktop.
 */
export const largeTileCount = (n: number) => ({
  phone: Math.min(n, n % 2 || 2),
  desktop: Math.min(n, n % 4 || 4),
})

/** Fragment of the URL, without the #, that shows a performer on the line-up page. */
export const performerAnchor = (slug: string) => `izvodac=${slug}`

/** Returns the path of a performer's own page. */
export const performerAddress = (slug: string) => `/lineup/${encodeURIComponent(slug)}`

/** Returns the paragraphs of a biography; none if it is empty. */
export const paragraphsOf = (biography: string) =>
  biography.split(/\n\s*\n/).filter((text) => text.trim() !== '')

/**
 * Returns the neighbours of a performer in the line-up. After the last performer comes the first
 * again.
 */
export function previousAndNext<P>(performers: P[], at: number): { previous?: P; next?: P } {
  const n = performers.length
  if (at < 0 || n < 2) return {}
  return { previous: performers[(at + n - 1) % n], next: performers[(at + 1) % n] }
}
