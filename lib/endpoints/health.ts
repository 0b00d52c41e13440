import { connection } from 'next/server'
import { z } from 'zod'
import type { EndpointSpec } from '@/lib/api/endpoint-spec'
import { getDatabaseHealth } from '@/lib/instance/database-health'
import { lifecycle } from '@/lib/instance/state'
import packageJson from '@/package.json'

const healthSpec = {
  access: 'anyone',
  summary: 'Whether this instance is ready for requests',
  response: z.object({
    status: z.literal('ok'),
    database: z.literal('ok'),
    version: z.string(),
  }),
} satisfies EndpointSpec

/**
 * Health check of this instance. Returns 200 while it may get visitors, and 503 before it is ready,
 * during shutdown, and if the database is unreachable or cannot write. It responds within two
 * seconds whatever fails, so it has no rate limit and does not use `route`.
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
  summary: 'Whether this process is running; 503 after the signal to shut down',
} satisfies EndpointSpec

/**
 * Health check for a proxy that has other instances. Without the database it still returns 204,
 * unlike /api/health, because no other instance is better then.
 */
async function checkProcess() {
  await connection()
  return new Response(null, { status: lifecycle.isShuttingDown ? 503 : 204 })
}

export const healthEndpoints = {
  health: { GET: Object.assign(checkHealth, { rule: healthSpec }) },
  'health/live': { GET: Object.assign(checkProcess, { rule: liveSpec }) },
}
