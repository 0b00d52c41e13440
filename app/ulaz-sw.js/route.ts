import { serveServiceWorker } from '@/lib/server/service-worker'

/** Serves the service worker of the entry screen. */
export const GET = (request: Request) => serveServiceWorker(request, 'ulaz-sw.js')
