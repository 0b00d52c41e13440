/**
 * Returns the service workers of this browser: undefined in the inner browsers of apps and on plain
 * http. The build takes `navigator.serviceWorker` for always there and drops a plain check of it.
 */
export const serviceWorkers = (): ServiceWorkerContainer | undefined =>
  'serviceWorker' in navigator ? navigator.serviceWorker : undefined
