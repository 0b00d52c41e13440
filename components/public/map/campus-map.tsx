'use client'

import './campus-map.css'
import { useRef, useState } from 'react'
import {
  AttributionControl,
  Layer,
  type MapRef,
  Map as MapView,
  NavigationControl,
  Source,
} from 'react-map-gl/maplibre'
import { type LngLat, MAP_BOUNDS, MAX_ZOOM, toBounds, toLngLat } from '@/lib/map/geo'
import { FRAME, STUDENT_CENTRE } from '@/lib/map/ground'
import { LocationPanel } from './location-panel'
import { MapMarker } from './map-marker'
import { OpacitySlider } from './opacity-slider'
import { useBaseMap } from './use-base-map'
import { useLocation } from './use-location'

/** MapLibre's worker from our own origin; its own way to find it fails under the bundler. */
const WORKER_URL = new URL(
  '../../../node_modules/maplibre-gl/dist/maplibre-gl-worker.mjs',
  import.meta.url,
).toString()

const WORDS = {
  'Map.Title': 'Karta kampusa: strelice pomiču, plus i minus približavaju i udaljavaju',
  'NavigationControl.ZoomIn': 'Približi',
  'NavigationControl.ZoomOut': 'Udalji',
  'CooperativeGesturesHandler.WindowsHelpText': 'Drži Ctrl i okreći kotačić za približavanje',
  'CooperativeGesturesHandler.MacHelpText': 'Drži ⌘ i okreći kotačić za približavanje',
  'CooperativeGesturesHandler.MobileHelpText': 'Kartu pomiči s dva prsta',
}

const [west, south, east, north] = toBounds(FRAME.northWest, FRAME.southEast)
const OVERLAY_CORNERS: [LngLat, LngLat, LngLat, LngLat] = [
  [west, north],
  [east, north],
  [east, south],
  [west, south],
]
const CENTRE = toLngLat(STUDENT_CENTRE)

/** The campus with the floor plan laid over it, and where the visitor is. */
export function CampusMap({ styleUrl, onReady }: { styleUrl?: string; onReady: () => void }) {
  const map = useRef<MapRef>(null)
  const [opacity, setOpacity] = useState(90)
  const { style, isForeign, onPart, onFault } = useBaseMap(styleUrl)
  const { location, ask, pin, closeAlert } = useLocation()
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
        {style && (
          <MapView
            ref={map}
            workerUrl={WORKER_URL}
            mapStyle={style}
            styleDiffing={false}
            initialViewState={{
              bounds: [west, south, east, north],
              fitBoundsOptions: { padding: 24 },
            }}
            maxBounds={[...MAP_BOUNDS]}
            maxZoom={MAX_ZOOM}
            maxPitch={0}
            dragRotate={false}
            touchPitch={false}
            pitchWithRotate={false}
            attributionControl={false}
            cooperativeGestures
            locale={WORDS}
            cursor={isPinning ? 'crosshair' : undefined}
            onLoad={(event) => {
              event.target.touchZoomRotate.disableRotation()
              event.target.keyboard.disableRotation()
              onReady()
            }}
            onClick={(event) => pin([event.lngLat.lng, event.lngLat.lat])}
            onSourceData={(event) => event.sourceId !== 'floor-plan' && event.tile && onPart()}
            onError={(event) => {
              // Without a target it is the map itself: no WebGL here.
              if (event.target) onFault()
              else setFailed(true)
            }}
          >
            <NavigationControl showCompass={false} position="top-right" />
            <AttributionControl compact={false} customAttribution="MapLibre" />
            <Source
              key={isForeign ? 'foreign' : 'own'}
              id="floor-plan"
              type="image"
              url="/art/floor-plan/overlay.webp"
              coordinates={OVERLAY_CORNERS.map((corner) => [...corner]) as never}
            >
              <Layer
                id="floor-plan"
                type="raster"
                paint={{ 'raster-opacity': opacity / 100, 'raster-fade-duration': 0 }}
              />
            </Source>
            <MapMarker kind="centre" at={CENTRE} name="Studentski centar" />
            {location.position && (
              <MapMarker kind="visitor" at={location.position} name="Vaša lokacija" />
            )}
          </MapView>
        )}
        {isPinning && <div aria-hidden="true" className="campus-map-cross" />}
      </div>
      <div className="campus-map-tools">
        <OpacitySlider value={opacity} onChange={setOpacity} />
        <LocationPanel
          location={location}
          onAsk={ask}
          onPinCentre={pinCentre}
          onCloseAlert={closeAlert}
        />
      </div>
    </>
  )
}
