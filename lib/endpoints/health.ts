import { connection } from 'next/server'
import { z } from 'zod'
import type { EndpointSpec } from '@/lib/api/endpoint-spec'
import { getDatabaseHealth } from '@/lib/instance/database-health'
import { lifecycle } from '@/lib/instance/state'
import packageJson from '@/package.json'

const healthSpec = {
  access: 'anyone',
  summary: 'Whether this instance may be sent visitors',
  response: z.object({
    status: z.literal('ok'),
    database: z.literal('ok'),
    version: z.string(),
  }),
} satisfies EndpointSpec

/**
 * 200 only while this instance may be sent visitors; 503 before, once it was told to end, and
 * when the database is out of reach or keeps nothing more. It answers within two seconds
 * whatever else is wrong, so it is no call of the usual wrapper, and unlimited.
 */
async function checkHealth() {
  await connection()
  const database = await getDatabaseHealth()
  const isReady = database === 'ok' && lifecycle.isCacheReset && !lifecycle.isShuttingDown
  const state = { database, version: packageJson.version }
  const headers = { 'cache-control': 'no-store' }
  if (isReady) return Response.json({ status: 'ok', ...state }, { headers })
  const failure = { detail: 'Poslužitelj trenutno ne prima posjetitelje.', code: 'unavailable' }
  return Response.json({ status: 'unavailable', ...failure, ...state }, { status: 503, headers })
}

const liveSpec = {
  access: 'anyone',
  summary: 'Whether this process answers and stays; 503 once it was told to end',
} satisfies EndpointSpec

/**
 * What a proxy asks that has another instance to send people to. Without the database it is
 * still 204, unlike /api/health: then every instance is as good as this one.
 */
async function checkProcess() {
  await connection()
  return new Response(null, { status: lifecycle.isShuttingDown ? 503 : 204 })
}

export const healthEndpoints = {
  health: { GET: Object.assign(checkHealth, { rule: healthSpec }) },
  'health/live': { GET: Object.assign(checkProcess, { rule: liveSpec }) },
}
