import { MAX_ZOOM } from '@/lib/map/geo'

/** MapLibre's worker from our own origin; its own way to find it fails under the bundler. */
const WORKER_URL = new URL(
  '../../../node_modules/maplibre-gl/dist/maplibre-gl-worker.mjs',
  import.meta.url,
).toString()

/** A map that lies flat with north above, and says whose it is in a place of its own. */
export const FLAT = {
  workerUrl: WORKER_URL,
  styleDiffing: false,
  maxZoom: MAX_ZOOM,
  maxPitch: 0,
  dragRotate: false,
  touchPitch: false,
  pitchWithRotate: false,
  attributionControl: false,
  cooperativeGestures: true,
} as const
