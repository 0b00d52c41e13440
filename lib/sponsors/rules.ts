/** The carousel's track holds every logo this many times (spec section 9). */
export const CAROUSEL_COPIES = 10

/** How long the track takes for its way, in seconds (spec section 9). */
export const carouselSeconds = (sponsors: number) => Math.max(100, 10 * sponsors)
