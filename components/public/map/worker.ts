/**
 * URL of MapLibre's worker script on our own origin. MapLibre itself does not find the script in a
 * bundled application.
 */
export const WORKER_URL = new URL(
  '../../../node_modules/maplibre-gl/dist/maplibre-gl-worker.mjs',
  import.meta.url,
).toString()
