/**
 * Returns the service workers of this browser: undefined in the inner browsers of apps and on plain
 * http. The build assumes that `navigator.serviceWorker` always exists, and removes a check of its
 * value.
 */
export const serviceWorkers = (): ServiceWorkerContainer | undefined =>
  'serviceWorker' in navigator ? navigator.serviceWorker : undefined
