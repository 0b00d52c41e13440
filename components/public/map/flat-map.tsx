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
  /** Without WebGL there is no map. */
  onFailed: () => void
}

/** A map that neither turns nor tilts; nothing until it is known what lies under it. */
export function FlatMap({ base, onFailed, children, ...map }: Props) {
  const { style, onPart, onFault } = base
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
      onSourceData={(event) => event.sourceId !== 'floor-plan' && event.tile && onPart()}
      // Without a target it is the map itself: no WebGL here.
      onError={(event) => (event.target ? onFault() : onFailed())}
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
  /** In percent. */
  opacity: number
}

/** The floor plan, laid over the map by its corners. */
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
  /** In percent. */
  value: number
  onChange: (value: number) => void
  labelClass: string
  className?: string
  isWritten?: boolean
}

/** How strongly the floor plan covers the map. */
export function PlanOpacity({ value, isWritten, ...look }: PlanOpacityProps) {
  const percent = `${value} %`
  return (
    <RangeField
      {...look}
      label="Vidljivost tlocrta"
      output={isWritten ? percent : undefined}
      max={100}
      step={5}
      min={0}
      value={value}
      aria-valuetext={percent}
    />
  )
}
