'use client'

import { useMemo, useRef, useState } from 'react'
import { type MapRef, Marker } from 'react-map-gl/maplibre'
import type { Corners } from '@/lib/artwork/rules'
import {
  type Bounds,
  boundsOf,
  type LngLat,
  type MapGround,
  mapBounds,
  toBounds,
  topOf,
} from '@/lib/map/geo'
import { INITIAL_VIEW } from '@/lib/map/ground'
import { FlatMap, FloorPlan, PlanOpacity } from './flat-map'
import { LocationPanel, useLocation } from './location'
import { useBaseMap } from './use-base-map'

const LABELS = {
  'Map.Title': 'Karta kampusa: strelice pomiču, plus i minus približavaju i udaljavaju',
  'NavigationControl.ZoomIn': 'Približi',
  'NavigationControl.ZoomOut': 'Udalji',
  'CooperativeGesturesHandler.WindowsHelpText': 'Drži Ctrl i okreći kotačić za približavanje',
  'CooperativeGesturesHandler.MacHelpText': 'Drži ⌘ i okreći kotačić za približavanje',
  'CooperativeGesturesHandler.MobileHelpText': 'Kartu pomiči dvama prstima',
}

export interface CampusMapProps {
  ground: MapGround
  /** Floor plan on the map, with its corners; null until organisers have placed it there. */
  overlay: { src: string; corners: Corners } | null
  onReady: () => void
}

/** Interactive map of the campus with the floor plan and the visitor's position (rule 12.9). */
export function CampusMap({ ground, overlay, onReady }: CampusMapProps) {
  const { centre, place } = ground
  const map = useRef<MapRef>(null)
  const [lng, lat] = centre
  const bounds = useMemo(() => mapBounds([lng, lat]), [lng, lat])
  const [opacity, setOpacity] = useState(90)
  const base = useBaseMap(ground)
  const { location, requestLocation, pin, closeAlert } = useLocation(bounds)
  const isPinning = location.phase === 'denied'
  const [hasFailed, setFailed] = useState(false)

  const pinCentre = () => {
    const centre = map.current?.getCenter()
    if (centre) pin([centre.lng, centre.lat])
  }

  if (hasFailed)
    return <p>Ovaj preglednik ne može prikazati pokretnu kartu. Crtež kampusa vrijedi i bez nje.</p>

  return (
    <>
      <div className="campus-map-frame">
        <FlatMap
          ref={map}
          base={base}
          initialViewState={{
            bounds: [...firstView(ground, overlay)],
            fitBoundsOptions: { padding: { ...EDGE, top: overlay ? PIN_PADDING : EDGE.top } },
          }}
          maxBounds={[...bounds]}
          locale={LABELS}
          cursor={isPinning ? 'crosshair' : undefined}
          onLoad={(event) => {
            event.target.touchZoomRotate.disableRotation()
            event.target.keyboard.disableRotation()
            onReady()
          }}
          onClick={(event) => pin([event.lngLat.lng, event.lngLat.lat])}
          onFailed={() => setFailed(true)}
        >
          {overlay && (
            <FloorPlan key={base.isForeign ? 'foreign' : 'own'} opacity={opacity} {...overlay} />
          )}
          <MapMarker kind="centre" at={overlay ? topOf(overlay.corners) : centre} name={place} />
          {location.position && (
            <MapMarker kind="visitor" at={location.position} name="Vaša lokacija" />
          )}
        </FlatMap>
        {isPinning && <div aria-hidden="true" className="campus-map-cross" />}
      </div>
      <div className="campus-map-tools">
        {overlay && (
          <div className="campus-map-slider">
            <PlanOpacity
              value={opacity}
              onChange={setOpacity}
              labelClass="font-semibold"
              showsValue
            />
          </div>
        )}
        <LocationPanel
          location={location}
          onRequest={requestLocation}
          onPinCentre={pinCentre}
          onCloseAlert={closeAlert}
        />
      </div>
    </>
  )
}

/**
 * Returns the area that the map shows first: the festival ground of the demo, else the floor plan,
 * else the middle of the campus square.
 */
function firstView({ centre, drawing }: MapGround, overlay: CampusMapProps['overlay']): Bounds {
  if (drawing === 'festival') return toBounds(INITIAL_VIEW.northWest, INITIAL_VIEW.southEast)
  return overlay ? boundsOf(overlay.corners) : toBounds([300, 300], [700, 700], centre)
}

/** Padding of the first view in px. Above a floor plan it is larger, for the pin with its name. */
const EDGE = { top: 24, right: 24, bottom: 24, left: 24 }
const PIN_PADDING = 96

interface MapMarkerProps {
  kind: 'centre' | 'visitor'
  at: LngLat
  name: string
}

/** Marker of the festival or of the visitor. The two differ in shape, colour and name. */
export function MapMarker({ kind, at: [longitude, latitude], name }: MapMarkerProps) {
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
