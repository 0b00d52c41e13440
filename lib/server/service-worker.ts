import { readFileSync } from 'node:fs'
import { connection } from 'next/server'
import { BUILD_ID, workerPath } from '@/lib/config/release'

/**
 * Serves a service worker that the build has bundled into one script, because not every browser
 * supports imports in a worker. It contains the build id, so browsers install a new one for each
 * build.
 */
export async function serveServiceWorker(request: Request, name: 'sw.js' | 'ulaz-sw.js') {
  await connection()
  const headers = {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    // Browsers check the worker with every page, so an unchanged one gets 304.
    etag: `"${BUILD_ID}"`,
  }
  if (request.headers.get('if-none-match')?.includes(headers.etag))
    return new Response(null, { status: 304, headers })
  return new Response(readFileSync(workerPath(process.env.NODE_ENV, name)), { headers })
}
