import { serveServiceWorker } from '@/lib/server/service-worker'

/** The gate's worker. */
export const GET = (request: Request) => serveServiceWorker(request, 'gate/worker.js')
