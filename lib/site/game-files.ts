import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { notFound } from '@/lib/http/errors'
import { getVisibility } from '@/lib/site/reads'
import { isOpen } from '@/lib/visibility/rules'

/**
 * Folder of the game's files. A rewrite in next.config.ts leads their URLs here, because Next.js
 * would serve the files even while the game is hidden.
 */
const FOLDER = join(process.cwd(), 'public', 'game')

const TYPES = new Map([
  ['html', 'text/html; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['js', 'text/javascript; charset=utf-8'],
  ['woff2', 'font/woff2'],
])

export const GAME_MEDIA = [...TYPES.values()]

interface GameFile {
  bytes: Uint8Array<ArrayBuffer>
  headers: Record<string, string>
}

const files = new Map<string, GameFile>()

/**
 * Returns a file of the game, or 304 if the browser has it already. Browsers must ask each time,
 * because an admin may hide the game at any time. Throws not_found for an unknown file and while
 * the game is hidden.
 */
export async function serveGameFile(name: string, headers: Headers): Promise<Response> {
  if (!isOpen(await getVisibility(), '/igrica')) throw gameNotFound()
  const file = gameFile(name)
  if (headers.get('if-none-match')?.includes(file.headers.etag as string))
    return new Response(null, { status: 304, headers: file.headers })
  return new Response(file.bytes, { headers: file.headers })
}

function gameFile(name: string): GameFile {
  const cached = files.get(name)
  if (cached && process.env.NODE_ENV === 'production') return cached
  const type = TYPES.get(/^[a-z-]+\.([a-z0-9]+)$/.exec(name)?.[1] ?? '')
  if (!type) throw gameNotFound()
  try {
    const bytes = new Uint8Array(readFileSync(join(FOLDER, name)))
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
    const cacheControl = 'public, max-age=0, must-revalidate'
    const headers = { 'content-type': type, etag, 'cache-control': cacheControl }
    const file = { bytes, headers }
    files.set(name, file)
    return file
  } catch {
    throw gameNotFound()
  }
}

const gameNotFound = () => notFound('Igra nije dostupna.')
