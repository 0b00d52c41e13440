import { connection } from 'next/server'
import { getDb } from '@/db/client'
import { pingDatabase } from '@/db/queries/health'
import { readiness } from '@/lib/ready'
import packageJson from '@/package.json'

/** 200 only once this instance may be sent visitors; 503 before, and without the database. */
export async function GET() {
  await connection()
  const database = await pingDatabase(getDb()).then(
    () => 'ok',
    () => 'unreachable',
  )
  const ready = database === 'ok' && readiness().cachesFresh
  return Response.json(
    { status: ready ? 'ok' : 'unavailable', database, version: packageJson.version },
    { status: ready ? 200 : 503, headers: { 'cache-control': 'no-store' } },
  )
}
