import { connection } from 'next/server'
import type { Rule } from '@/lib/http/route'

const rule = {
  may: 'anyone',
  summary: 'Whether this process answers at all',
} satisfies Rule

/** The process answers; whether it is ready to serve is /api/health's to say. */
async function answer() {
  await connection()
  return new Response(null, { status: 204 })
}

export const GET = Object.assign(answer, { rule })
