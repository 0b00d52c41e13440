import { useCallback, useEffect, useReducer, useRef } from 'react'
import type { Bounds, LngLat } from '@/lib/map/geo'
import {
  type Location,
  locationReducer,
  locationRetryDelay,
  NO_LOCATION,
  POSITION_TIMEOUT_MS,
  WATCH_TIMEOUT_MS,
} from '@/lib/map/geo'

/**
 * Follows the position of the visitor. Starts by itself if the browser already has a permission
 * decision, otherwise when `requestLocation` is called: an unexpected permission prompt annoys
 * visitors. Ignores positions outside `bounds`, which must stay the same object.
 */
export function useLocation(bounds: Bounds) {
  const [location, dispatch] = useReducer(locationReducer, NO_LOCATION)
  const { phase, failures } = location

  useEffect(() => {
    let isMounted = true
    navigator.permissions?.query({ name: 'geolocation' }).then(
      ({ state }) => isMounted && state !== 'prompt' && dispatch({ type: 'asked' }),
      () => {},
    )
    return () => {
      isMounted = false
    }
  }, [])

  useEffect(() => {
    if (phase === 'waiting') {
      const timer = setTimeout(() => dispatch({ type: 'retried' }), locationRetryDelay(failures))
      return () => clearTimeout(timer)
    }
    if (phase !== 'asking' && phase !== 'watching') return
    // The API is missing where the page is not served over https.
    if (!navigator.geolocation) return dispatch({ type: 'failed', isDenied: true })

    let isMounted = true
    const onFound = ({ coords }: GeolocationPosition) =>
      isMounted &&
      dispatch({ type: 'found', position: [coords.longitude, coords.latitude], bounds })
    const onFailed = (error: GeolocationPositionError) =>
      isMounted && dispatch({ type: 'failed', isDenied: error.code === error.PERMISSION_DENIED })
    const options = { enableHighAccuracy: true, timeout: POSITION_TIMEOUT_MS }

    if (phase === 'asking') navigator.geolocation.getCurrentPosition(onFound, onFailed, options)
    const watch =
      phase === 'watching'
        ? navigator.geolocation.watchPosition(onFound, onFailed, {
            ...options,
            timeout: WATCH_TIMEOUT_MS,
          })
        : null
    return () => {
      isMounted = false
      if (watch !== null) navigator.geolocation.clearWatch(watch)
    }
  }, [phase, failures, bounds])

  return {
    location,
    requestLocation: useCallback(() => dispatch({ type: 'asked' }), []),
    pin: useCallback(
      (position: LngLat) => dispatch({ type: 'pinned', position, bounds }),
      [bounds],
    ),
    closeAlert: useCallback(() => dispatch({ type: 'alert-closed' }), []),
  }
}

interface Props {
  location: Location
  onRequest: () => void
  onPinCentre: () => void
  onCloseAlert: () => void
}

/**
 * Controls to locate the visitor: button, status text, alert, and a button that sets a pin by hand.
 */
export function LocationPanel({ location, onRequest, onPinCentre, onCloseAlert }: Props) {
  const { phase, alert } = location
  const statusText = useRef<HTMLParagraphElement>(null)
  const hasPressed = useRef(false)

  // The pressed button disappears with its focus, so the status text takes the focus.
  useEffect(() => {
    if (!hasPressed.current || phase === 'asking') return
    hasPressed.current = false
    statusText.current?.focus()
  }, [phase])

  function press() {
    if (phase !== 'idle') return
    hasPressed.current = true
    onRequest()
  }

  function closeAlert() {
    onCloseAlert()
    statusText.current?.focus()
  }

  return (
    <div className="campus-map-location">
      {/* Always rendered, because screen readers announce only a change inside an existing
          alert. */}
      <div role="alert">
        {alert === 'shown' && (
          <div className="campus-map-alert">
            <p>Ne možemo trenutno odrediti lokaciju. Provjerite dozvole i pokušat ćemo ponovno.</p>
            <button type="button" onClick={closeAlert} className="campus-map-close">
              U redu
            </button>
          </div>
        )}
      </div>
      {(phase === 'idle' || phase === 'asking') && (
        <button
          type="button"
          onClick={press}
          aria-disabled={phase === 'asking'}
          className="poster-button bg-signal text-ink hover:text-paper"
        >
          Pokaži gdje sam
        </button>
      )}
      <p ref={statusText} role="status" tabIndex={-1} className="max-w-xl">
        {status(location)}
      </p>
      {phase === 'denied' && (
        <button
          type="button"
          onClick={onPinCentre}
          className="poster-button bg-paper text-2xl text-ink hover:text-paper"
        >
          Postavi pin u sredinu karte
        </button>
      )}
    </div>
  )
}

function status({ phase, position, isAway }: Location): string {
  if (phase === 'denied')
    return position
      ? 'Pin stoji na karti. Premjesti ga novim dodirom.'
      : 'Dodirni kartu ondje gdje jesi, ili pomakni kartu i postavi pin u njezinu sredinu.'
  if (phase === 'asking') return 'Tražimo te…'
  if (phase === 'waiting') return 'Još te nismo našli, uskoro pokušavamo opet.'
  if (phase === 'watching') return isAway ? away(position !== null) : 'Na karti si.'
  return ''
}

const away = (wasHere: boolean) =>
  wasHere
    ? 'Izvan kampusa si. Na karti je tvoje zadnje mjesto na kampusu.'
    : 'Izvan kampusa si, pa te na karti nema.'
