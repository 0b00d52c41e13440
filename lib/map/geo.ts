/** Metres from the north-west corner of the campus square: x to the east, y to the south. */
export type Metres = readonly [x: number, y: number]
export type LngLat = readonly [lng: number, lat: number]
/** Rectangle in degrees: west, south, east, north, in the order of MapLibre. */
export type Bounds = readonly [number, number, number, number]

/**
 * URLs with directions to a place. Phones open them in their map application, other devices as a web
 * page. A `geo:` link would do nothing on a desktop and on iOS.
 */
export const directionsUrl = ([lng, lat]: LngLat) => ({
  google: `https://www.google.com/maps/dir/?api=1&destination=${lat}%2C${lng}`,
  apple: `https://maps.apple.com/?daddr=${lat}%2C${lng}`,
})

/** Centre of the bundled drawing, near the Student Centre (rule 12.10), and default for a first edition. */
export const CENTRE: LngLat = [15.9663, 45.8022]
/** Side of the campus square (rule 12.10). */
const SIDE_M = 1000
/** Margin by which the map can be moved beyond the square, as a share of its side. */
const PADDING = 0.15
export const MAX_ZOOM = 19

/** Metres per degree on the WGS 84 ellipsoid, treated as constant within a kilometre of the centre. */
function metresPerDegree([, degrees]: LngLat) {
  const lat = (degrees * Math.PI) / 180
  return {
    lng: 111412.84 * Math.cos(lat) - 93.5 * Math.cos(3 * lat),
    lat: 111132.92 - 559.82 * Math.cos(2 * lat) + 1.175 * Math.cos(4 * lat),
  }
}

/** Converts a point of the square around a centre to longitude and latitude. */
export function toLngLat([x, y]: Metres, centre = CENTRE): LngLat {
  const metres = metresPerDegree(centre)
  return [centre[0] + (x - SIDE_M / 2) / metres.lng, centre[1] - (y - SIDE_M / 2) / metres.lat]
}

/** Converts a rectangle of the square around a centre to longitudes and latitudes. */
export function toBounds(northWest: Metres, southEast: Metres, centre = CENTRE): Bounds {
  const [west, north] = toLngLat(northWest, centre)
  const [east, south] = toLngLat(southEast, centre)
  return [west, south, east, north]
}

/** Returns the place `x` metres to the east and `y` metres to the south of another. */
export const offsetBy = (from: LngLat, [x, y]: Metres): LngLat =>
  toLngLat([SIDE_M / 2 + x, SIDE_M / 2 + y], from)

/** Returns the smallest rectangle that contains all places. */
export function boundsOf(places: readonly LngLat[]): Bounds {
  const [lngs, lats] = [places.map(([lng]) => lng), places.map(([, lat]) => lat)]
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)]
}

/** Returns the middle of the northern edge of a floor plan, where a pin covers no name on the plan. */
export function topOf(corners: readonly LngLat[]): LngLat {
  const [west, , east, north] = boundsOf(corners)
  return [(west + east) / 2, north]
}

/** Returns the campus square around a centre. */
export const campusBounds = (centre: LngLat) => toBounds([0, 0], [SIDE_M, SIDE_M], centre)

/** Returns the area that the map can show: the square with its margin. Positions outside are ignored. */
export const mapBounds = (centre: LngLat) =>
  toBounds(
    [-PADDING * SIDE_M, -PADDING * SIDE_M],
    [SIDE_M + PADDING * SIDE_M, SIDE_M + PADDING * SIDE_M],
    centre,
  )

/**
 * Part of the bundled drawing that is correct at a centre: near the campus its streets, in the demo
 * also the festival ground, elsewhere nothing.
 */
export type MapDrawing = 'festival' | 'streets' | 'nothing'

/** Base map of an edition. */
export interface MapGround {
  centre: LngLat
  /** Name of the place at the centre. */
  place: string
  drawing: MapDrawing
  /** Style URL of the organisers' own base map; without it the bundled drawing is used. */
  styleUrl?: string
}

/** Distance of a centre from that of the bundled drawing up to which the drawing is shown. */
const MAX_CENTRE_OFFSET_M = 150

export function mapDrawing(centre: LngLat, isDemo: boolean): MapDrawing {
  const [west, south, east, north] = toBounds(
    [SIDE_M / 2 - MAX_CENTRE_OFFSET_M, SIDE_M / 2 - MAX_CENTRE_OFFSET_M],
    [SIDE_M / 2 + MAX_CENTRE_OFFSET_M, SIDE_M / 2 + MAX_CENTRE_OFFSET_M],
  )
  if (!isInside(centre, [west, south, east, north])) return 'nothing'
  return isDemo ? 'festival' : 'streets'
}

export function isInside([lng, lat]: LngLat, [west, south, east, north]: Bounds): boolean {
  return lng >= west && lng <= east && lat >= south && lat <= north
}

// Time limits of the browser for finding a position (rule 14.4).
export const POSITION_TIMEOUT_MS = 10_000
export const WATCH_TIMEOUT_MS = 20_000
const FIRST_RETRY_MS = 1500
const LAST_RETRY_MS = 60_000

/** Returns the delay in ms before the next attempt, after `failures` failures in a row (rule 12.11). */
export const locationRetryDelay = (failures: number) =>
  Math.min(FIRST_RETRY_MS * 2 ** Math.max(0, failures - 1), LAST_RETRY_MS)

/**
 * Phase of the geolocation. idle: not requested. asking: a first position is requested. watching: the
 * position is followed. waiting: an attempt failed and a retry follows. denied: the visitor can only
 * set a pin.
 */
type Phase = 'idle' | 'asking' | 'watching' | 'waiting' | 'denied'

export interface Location {
  phase: Phase
  /** Failed attempts since the last position. */
  failures: number
  /** Position of the marker 'Vaša lokacija'. */
  position: LngLat | null
  /** Whether the last position was outside the map, and therefore ignored. */
  isAway: boolean
  /** State of the alert about a failed location, which appears only once (rule 12.12). */
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

/** Reducer of the geolocation on the map (rules 12.10, 12.11 and 12.12). */
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
