import { connection } from 'next/server'
import { getConfig } from '@/lib/config/settings'
import { serveServiceWorker } from '@/lib/server/service-worker'

/** The public site's worker; where there is none, those on phones take themselves away. */
export async function GET(request: Request) {
  await connection()
  return getConfig().OFFLINE_PAGES
    ? serveServiceWorker(request, 'public/pocket/pictures.js', 'public/pocket/worker.js')
    : new Response(null, { status: 404 })
}
