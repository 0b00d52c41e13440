import { useCallback, useEffect, useReducer } from 'react'
import type { LngLat } from '@/lib/map/geo'
import {
  locate,
  NO_LOCATION,
  POSITION_TIMEOUT_MS,
  retryDelay,
  WATCH_TIMEOUT_MS,
} from '@/lib/map/rules'

/**
 * Where the visitor is. Begins by itself where the browser has been told already whether it
 * may say so; otherwise `ask` is for a button, since nobody likes a question out of the blue.
 */
export function useLocation() {
  const [location, tell] = useReducer(locate, NO_LOCATION)
  const { phase, failures } = location

  useEffect(() => {
    let isHere = true
    navigator.permissions?.query({ name: 'geolocation' }).then(
      ({ state }) => isHere && state !== 'prompt' && tell({ type: 'asked' }),
      () => {},
    )
    return () => {
      isHere = false
    }
  }, [])

  useEffect(() => {
    if (phase === 'waiting') {
      const timer = setTimeout(() => tell({ type: 'retried' }), retryDelay(failures))
      return () => clearTimeout(timer)
    }
    if (phase !== 'asking' && phase !== 'watching') return
    // Absent where the page is not served over https.
    if (!navigator.geolocation) return tell({ type: 'failed', isDenied: true })

    let isHere = true
    const onFound = ({ coords }: GeolocationPosition) =>
      isHere && tell({ type: 'found', position: [coords.longitude, coords.latitude] })
    const onFailed = (error: GeolocationPositionError) =>
      isHere && tell({ type: 'failed', isDenied: error.code === error.PERMISSION_DENIED })
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
      isHere = false
      if (watch !== null) navigator.geolocation.clearWatch(watch)
    }
  }, [phase, failures])

  return {
    location,
    ask: useCallback(() => tell({ type: 'asked' }), []),
    pin: useCallback((position: LngLat) => tell({ type: 'pinned', position }), []),
    closeAlert: useCallback(() => tell({ type: 'alert-closed' }), []),
  }
}
