/** MapLibre's worker from our own origin; its own way to find it fails under the bundler. */
export const WORKER_URL = new URL(
  '../../../node_modules/maplibre-gl/dist/maplibre-gl-worker.mjs',
  import.meta.url,
).toString()
