import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connection } from 'next/server'
import { BUILD_ID } from '@/lib/config/release'

const read = (part: string) => readFileSync(join(process.cwd(), 'components', part), 'utf8')

/**
 * A worker of this build, which for the browser is another one than another build's. Its parts
 * become one script, since not every browser lets a worker import; what they export is for tests.
 */
export async function serveServiceWorker(request: Request, ...parts: string[]) {
  await connection()
  const headers = {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    // Browsers ask for it with every page.
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
