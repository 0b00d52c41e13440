import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connection } from 'next/server'
import { RELEASE } from '@/lib/gate/release'

const FILE = join(process.cwd(), 'components', 'gate', 'worker.js')

/** The gate's worker, of this build: another build's is another worker for the browser. */
export async function GET() {
  await connection()
  return new Response(`const RELEASE = '${RELEASE}'\n${readFileSync(FILE, 'utf8')}`, {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
  })
}
