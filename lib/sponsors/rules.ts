/** The carousel's track holds every logo this many times (spec section 9). */
export const CAROUSEL_COPIES = 10

/** How long the track takes for its way, in seconds (spec section 9). */
export const carouselSeconds = (sponsors: number) => Math.max(100, 10 * sponsors)

/** Passes that one list may send within a day: each guest's, and as many corrections again. */
export const passesPerDay = (guestCap: number) => 2 * guestCap + 20

interface Counts {
  guestCap: number
  listed: number
  entered: number
}

/** What all companies come to together. */
export const countTotals = (rows: Counts[]): Counts => ({
  guestCap: rows.reduce((sum, row) => sum + row.guestCap, 0),
  listed: rows.reduce((sum, row) => sum + row.listed, 0),
  entered: rows.reduce((sum, row) => sum + row.entered, 0),
})
