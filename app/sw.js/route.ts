import { connection } from 'next/server'
import { getConfig } from '@/lib/config/settings'
import { serveServiceWorker } from '@/lib/server/service-worker'

/**
 * Serves the service worker of the public site. If `OFFLINE_PAGES` is off, the response is 404, and
 * browsers then remove an installed worker.
 */
export async function GET(request: Request) {
  await connection()
  return getConfig().OFFLINE_PAGES
    ? serveServiceWorker(request, 'sw.js')
    : new Response(null, { status: 404 })
}
