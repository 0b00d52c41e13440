/** Metres from the north-west corner of the campus square: x to the east, y to the south. */
export type Metres = readonly [x: number, y: number]
export type LngLat = readonly [lng: number, lat: number]
/** West, south, east, north, as MapLibre takes them. */
export type Bounds = readonly [number, number, number, number]

/**
 * Addresses at which a phone opens its own maps with the way to a place; where there is no such
 * application they are pages. Both are plain links, since `geo:` is dead on a desktop and on iOS.
 */
export const directionsUrl = ([lng, lat]: LngLat) => ({
  google: `https://www.google.com/maps/dir/?api=1&destination=${lat}%2C${lng}`,
  apple: `https://maps.apple.com/?daddr=${lat}%2C${lng}`,
})

/** The centre near the Student Centre (rule 12.10): of the drawn ground, and of a first edition. */
export const CENTRE: LngLat = [15.9663, 45.8022]
/** The side of the campus square, in metres (rule 12.10). */
const SIDE = 1000
/** How far the map may be moved past each edge of the square, as a share of its side. */
const PADDING = 0.15
export const MAX_ZOOM = 19

/** Of one degree on the WGS 84 ellipsoid at a centre; over a kilometre it does not change. */
function metresPerDegree([, degrees]: LngLat) {
  const lat = (degrees * Math.PI) / 180
  return {
    lng: 111412.84 * Math.cos(lat) - 93.5 * Math.cos(3 * lat),
    lat: 111132.92 - 559.82 * Math.cos(2 * lat) + 1.175 * Math.cos(4 * lat),
  }
}

/** Where a point of a square around a centre lies on the globe. */
export function toLngLat([x, y]: Metres, centre = CENTRE): LngLat {
  const metres = metresPerDegree(centre)
  return [centre[0] + (x - SIDE / 2) / metres.lng, centre[1] - (y - SIDE / 2) / metres.lat]
}

/** The rectangle between two corners of a square around a centre, on the globe. */
export function toBounds(northWest: Metres, southEast: Metres, centre = CENTRE): Bounds {
  const [west, north] = toLngLat(northWest, centre)
  const [east, south] = toLngLat(southEast, centre)
  return [west, south, east, north]
}

/** A place so many metres to the east and to the south of another. */
export const movedBy = (from: LngLat, [x, y]: Metres): LngLat =>
  toLngLat([SIDE / 2 + x, SIDE / 2 + y], from)

/** The rectangle around places. */
export function boundsOf(places: readonly LngLat[]): Bounds {
  const [lngs, lats] = [places.map(([lng]) => lng), places.map(([, lat]) => lat)]
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)]
}

/** The middle of the northern edge of a floor plan, where a pin covers no name on the plan. */
export function topOf(corners: readonly LngLat[]): LngLat {
  const [west, , east, north] = boundsOf(corners)
  return [(west + east) / 2, north]
}

/** The campus: a square of 1000 m around the centre. */
export const campusBounds = (centre: LngLat) => toBounds([0, 0], [SIDE, SIDE], centre)

/** What the map shows at most, and where a position still counts: the square and its padding. */
export const mapBounds = (centre: LngLat) =>
  toBounds(
    [-PADDING * SIDE, -PADDING * SIDE],
    [SIDE + PADDING * SIDE, SIDE + PADDING * SIDE],
    centre,
  )

/**
 * What of our own drawing is true around a centre: the streets where they are, and on them the
 * demo's festival; elsewhere nothing.
 */
export type Drawn = 'festival' | 'streets' | 'nothing'

/** What lies under everything on the map of an edition. */
export interface MapGround {
  centre: LngLat
  /** What is at the centre. */
  place: string
  drawn: Drawn
  /** The organisers' base map; our drawing without one. */
  styleUrl?: string
}

/** So many metres may a centre be moved on our drawing. */
const NEAR = 150

export function drawnAround(centre: LngLat, isDemo: boolean): Drawn {
  const [west, south, east, north] = toBounds(
    [SIDE / 2 - NEAR, SIDE / 2 - NEAR],
    [SIDE / 2 + NEAR, SIDE / 2 + NEAR],
  )
  if (!isInside(centre, [west, south, east, north])) return 'nothing'
  return isDemo ? 'festival' : 'streets'
}

export function isInside([lng, lat]: LngLat, [west, south, east, north]: Bounds): boolean {
  return lng >= west && lng <= east && lat >= south && lat <= north
}

/** How long the browser may look for a position (rule 14.4). */
export const POSITION_TIMEOUT_MS = 10_000
export const WATCH_TIMEOUT_MS = 20_000
const FIRST_RETRY_MS = 1500
const LAST_RETRY_MS = 60_000

/** The pause before the next try after `failures` failures in a row (rule 12.11). */
export const retryDelay = (failures: number) =>
  Math.min(FIRST_RETRY_MS * 2 ** Math.max(0, failures - 1), LAST_RETRY_MS)

/**
 * idle: nobody asked yet. asking: one position is sought. watching: it is followed.
 * waiting: a try failed, the next one comes after a pause. denied: only a pin is left.
 */
type Phase = 'idle' | 'asking' | 'watching' | 'waiting' | 'denied'

export interface Location {
  phase: Phase
  /** Failed tries since the last position. */
  failures: number
  /** Where the marker 'Vaša lokacija' stands. */
  position: LngLat | null
  /** The last position found lies outside the map, and was ignored. */
  isAway: boolean
  /** Whether the alert is to be seen; it comes once (rule 12.12). */
  alert: 'unseen' | 'shown' | 'done'
}

export type LocationAction =
  | { type: 'asked' }
  | { type: 'found'; position: LngLat; bounds: Bounds }
  | { type: 'failed'; isDenied: boolean }
  | { type: 'retried' }
  | { type: 'pinned'; position: LngLat; bounds: Bounds }
  | { type: 'alert-closed' }

export const NO_LOCATION: Location = {
  phase: 'idle',
  failures: 0,
  position: null,
  isAway: false,
  alert: 'unseen',
}

/** Geolocation on the map (rules 12.10, 12.11 and 12.12). */
export function locationReducer(state: Location, event: LocationAction): Location {
  switch (event.type) {
    case 'asked':
      return state.phase === 'idle' ? { ...state, phase: 'asking' } : state
    case 'found': {
      if (state.phase === 'denied') return state
      const isAway = !isInside(event.position, event.bounds)
      const position = isAway ? state.position : event.position
      return { ...state, phase: 'watching', failures: 0, position, isAway }
    }
    case 'failed': {
      const alert = state.alert === 'unseen' ? 'shown' : state.alert
      if (event.isDenied || state.phase === 'denied') return { ...state, phase: 'denied', alert }
      return { ...state, phase: 'waiting', failures: state.failures + 1, alert }
    }
    case 'retried':
      return state.phase === 'waiting' ? { ...state, phase: 'asking' } : state
    case 'pinned':
      return state.phase === 'denied' && isInside(event.position, event.bounds)
        ? { ...state, position: event.position }
        : state
    case 'alert-closed':
      return { ...state, alert: 'done' }
  }
}
