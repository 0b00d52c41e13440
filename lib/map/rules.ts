import { isInside, type LngLat } from './geo'

/** How long the browser may look for a position (spec section 9). */
export const POSITION_TIMEOUT_MS = 10_000
export const WATCH_TIMEOUT_MS = 20_000
const FIRST_RETRY_MS = 1500
const LAST_RETRY_MS = 60_000

/** The pause before the next try after `failures` failures in a row (spec section 9). */
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
  /** Whether the alert is to be seen; it comes once (spec section 8). */
  alert: 'unseen' | 'shown' | 'done'
}

export type LocationEvent =
  | { type: 'asked' }
  | { type: 'found'; position: LngLat }
  | { type: 'failed'; isDenied: boolean }
  | { type: 'retried' }
  | { type: 'pinned'; position: LngLat }
  | { type: 'alert-closed' }

export const NO_LOCATION: Location = {
  phase: 'idle',
  failures: 0,
  position: null,
  isAway: false,
  alert: 'unseen',
}

/** Geolocation on the map (spec sections 4, 8 and 9). */
export function locate(state: Location, event: LocationEvent): Location {
  switch (event.type) {
    case 'asked':
      return state.phase === 'idle' ? { ...state, phase: 'asking' } : state
    case 'found': {
      if (state.phase === 'denied') return state
      const isAway = !isInside(event.position)
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
      return state.phase === 'denied' && isInside(event.position)
        ? { ...state, position: event.position }
        : state
    case 'alert-closed':
      return { ...state, alert: 'done' }
  }
}
