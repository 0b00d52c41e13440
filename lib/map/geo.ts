/** Metres from the north-west corner of the campus square: x to the east, y to the south. */
export type Metres = readonly [x: number, y: number]
export type LngLat = readonly [lng: number, lat: number]
/** West, south, east, north, as MapLibre takes them. */
export type Bounds = readonly [number, number, number, number]

/** The centre near the Student Centre (spec section 9). */
export const CENTRE: LngLat = [15.9663, 45.8022]
/** The side of the campus square, in metres (spec section 9). */
export const SIDE = 1000
/** How far the map may be moved past each edge of the square, as a share of its side. */
export const PADDING = 0.15
export const MAX_ZOOM = 19

const lat = (CENTRE[1] * Math.PI) / 180
/** One degree on the WGS 84 ellipsoid at the centre; over a kilometre it does not change. */
const METRES_PER_LAT = 111132.92 - 559.82 * Math.cos(2 * lat) + 1.175 * Math.cos(4 * lat)
const METRES_PER_LNG = 111412.84 * Math.cos(lat) - 93.5 * Math.cos(3 * lat)

/** Where a point of the drawing lies on the globe. */
export function toLngLat([x, y]: Metres): LngLat {
  return [CENTRE[0] + (x - SIDE / 2) / METRES_PER_LNG, CENTRE[1] - (y - SIDE / 2) / METRES_PER_LAT]
}

/** The rectangle between two corners of the drawing, on the globe. */
export function toBounds(northWest: Metres, southEast: Metres): Bounds {
  const [west, north] = toLngLat(northWest)
  const [east, south] = toLngLat(southEast)
  return [west, south, east, north]
}

/** The campus: a square of 1000 m around the centre. */
export const CAMPUS_BOUNDS = toBounds([0, 0], [SIDE, SIDE])

/** What the map shows at most, and where a position still counts: the square and its padding. */
export const MAP_BOUNDS = toBounds(
  [-PADDING * SIDE, -PADDING * SIDE],
  [SIDE + PADDING * SIDE, SIDE + PADDING * SIDE],
)

export function isInside([lng, lat]: LngLat, [west, south, east, north] = MAP_BOUNDS): boolean {
  return lng >= west && lng <= east && lat >= south && lat <= north
}
