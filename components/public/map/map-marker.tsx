import { Marker } from 'react-map-gl/maplibre'
import type { LngLat } from '@/lib/map/geo'

interface Props {
  kind: 'centre' | 'visitor'
  at: LngLat
  name: string
}

/** A place on the map, told apart by shape, colour and name. */
export function MapMarker({ kind, at: [longitude, latitude], name }: Props) {
  return (
    <Marker
      longitude={longitude}
      latitude={latitude}
      anchor={kind === 'centre' ? 'bottom' : 'center'}
    >
      <div role="img" aria-label={name} className={`campus-marker campus-marker-${kind}`}>
        <span aria-hidden="true" className="campus-marker-name">
          {name}
        </span>
        {kind === 'centre' ? (
          <svg viewBox="0 0 40 52" width="40" height="52" aria-hidden="true">
            <path
              d="M20 50C8 34 3 28 3 19a17 17 0 0 1 34 0c0 9-5 15-17 31z"
              fill="#ff6a3d"
              stroke="#0b0e1c"
              strokeWidth="4"
            />
            <circle cx="20" cy="19" r="7" fill="#f5f0e3" stroke="#0b0e1c" strokeWidth="3" />
          </svg>
        ) : (
          <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
            <circle cx="16" cy="16" r="13" fill="#f5f0e3" stroke="#0b0e1c" strokeWidth="4" />
            <circle cx="16" cy="16" r="7" fill="#2b3ad1" />
          </svg>
        )}
      </div>
    </Marker>
  )
}
