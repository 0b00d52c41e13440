'use client'

import './campus-map.css'
import type { ComponentProps } from 'react'
import {
  AttributionControl,
  Layer,
  Map as MapView,
  NavigationControl,
  Source,
} from 'react-map-gl/maplibre'
import { RangeField } from '@/components/ui/range-field'
import type { Corners } from '@/lib/artwork/rules'
import { MAX_ZOOM } from '@/lib/map/geo'
import type { BaseMap } from './use-base-map'
import { WORKER_URL } from './worker'

interface Props extends ComponentProps<typeof MapView> {
  base: BaseMap
  /** Called when the map cannot be shown, because the browser has no WebGL. */
  onFailed: () => void
}

/**
 * Map that cannot be rotated or tilted. Renders nothing until the style of the base map is known.
 */
export function FlatMap({ base, onFailed, children, ...map }: Props) {
  const { style, onTileShown, onTileFailed } = base
  if (!style) return null
  return (
    <MapView
      {...map}
      workerUrl={WORKER_URL}
      mapStyle={style}
      styleDiffing={false}
      maxZoom={MAX_ZOOM}
      maxPitch={0}
      dragRotate={false}
      touchPitch={false}
      pitchWithRotate={false}
      attributionControl={false}
      cooperativeGestures
      onSourceData={(event) => event.sourceId !== 'floor-plan' && event.tile && onTileShown()}
      // An error without `target` concerns the map itself: the browser has no WebGL.
      onError={(event) => (event.target ? onTileFailed() : onFailed())}
    >
      <NavigationControl showCompass={false} position="top-right" />
      <AttributionControl compact={false} customAttribution="MapLibre" />
      {children}
    </MapView>
  )
}

interface FloorPlanProps {
  src: string
  corners: Corners
  /** Opacity of the floor plan in percent. */
  opacity: number
}

/** Floor plan as an image on the map, placed by its four corners. */
export const FloorPlan = ({ src, corners, opacity }: FloorPlanProps) => (
  <Source id="floor-plan" type="image" url={src} coordinates={corners}>
    <Layer
      id="floor-plan"
      type="raster"
      paint={{ 'raster-opacity': opacity / 100, 'raster-fade-duration': 0 }}
    />
  </Source>
)

interface PlanOpacityProps {
  /** Opacity of the floor plan in percent. */
  value: number
  onChange: (value: number) => void
  labelClass: string
  className?: string
  showsValue?: boolean
}

/** Slider for the opacity of the floor plan on the map. */
export function PlanOpacity({ value, showsValue, ...field }: PlanOpacityProps) {
  const percent = `${value} %`
  return (
    <RangeField
      {...field}
      label="Vidljivost tlocrta"
      output={showsValue ? percent : undefined}
      max={100}
      step={5}
      min={0}
      value={value}
      aria-valuetext={percent}
    />
  )
}
