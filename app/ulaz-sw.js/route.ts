import { serveWorker } from '@/lib/server/service-worker'

/** The gate's worker. */
export const GET = (request: Request) => serveWorker(request, 'gate/worker.js')
