import { connection } from 'next/server'
import { z } from 'zod'
import { getDb } from '@/db/client'
import { pingDatabase } from '@/db/queries/health'
import type { Rule } from '@/lib/http/rule'
import { readiness } from '@/lib/ready'
import packageJson from '@/package.json'

const rule = {
  may: 'anyone',
  summary: 'Whether this instance may be sent visitors',
  answer: z.object({
    status: z.literal('ok'),
    database: z.literal('ok'),
    version: z.string(),
  }),
} satisfies Rule

/**
 * 200 only once this instance may be sent visitors; 503 before, and without the database.
 * It answers whatever else is wrong, so it is no call of the usual wrapper, and unlimited.
 */
async function answer() {
  await connection()
  const database = await pingDatabase(getDb()).then(
    () => 'ok',
    () => 'unreachable',
  )
  const isReady = database === 'ok' && readiness().cachesFresh
  const state = { database, version: packageJson.version }
  const headers = { 'cache-control': 'no-store' }
  if (isReady) return Response.json({ status: 'ok', ...state }, { headers })
  const failure = { detail: 'Poslužitelj još nije spreman.', code: 'unavailable' }
  return Response.json({ status: 'unavailable', ...failure, ...state }, { status: 503, headers })
}

export const GET = Object.assign(answer, { rule })
