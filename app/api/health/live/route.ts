import { connection } from 'next/server'
import type { Rule } from '@/lib/api/endpoint-spec'
import { life } from '@/lib/instance/state'

const rule = {
  may: 'anyone',
  summary: 'Whether this process answers and stays; 503 once it was told to end',
} satisfies Rule

/**
 * What a proxy asks that has another instance to send people to. Without the database it is
 * still 204, unlike /api/health: then every instance is as good as this one.
 */
async function answer() {
  await connection()
  return new Response(null, { status: life.leaving ? 503 : 204 })
}

export const GET = Object.assign(answer, { rule })
