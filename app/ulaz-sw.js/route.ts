import { serveWorker } from '@/lib/worker/serve'

/** The gate's worker. */
export const GET = (request: Request) => serveWorker(request, 'gate/worker.js')
