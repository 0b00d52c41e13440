import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connection } from 'next/server'
import { BUILD_ID } from '@/lib/config/release'

const read = (part: string) => readFileSync(join(process.cwd(), 'components', part), 'utf8')

/**
 * Serves a service worker. It contains the build id, so browsers install a new one for each build.
 * Its parts are joined into one script, because not every browser supports imports in a worker.
 * Only tests use the exports of the parts.
 */
export async function serveServiceWorker(request: Request, ...parts: string[]) {
  await connection()
  const headers = {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    // Browsers check the worker with every page, so an unchanged one gets 304.
    etag: `"${BUILD_ID}"`,
  }
  if (request.headers.get('if-none-match')?.includes(headers.etag))
    return new Response(null, { status: 304, headers })
  const script = ['worker/follow.js', ...parts]
    .map(read)
    .join('\n')
    .replace(/^export /gm, '')
  return new Response(`const RELEASE = '${BUILD_ID}'\n${script}`, { headers })
}
