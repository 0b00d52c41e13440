import { connection } from 'next/server'

/** The process answers; whether it is ready to serve is /api/health's to say. */
export async function GET() {
  await connection()
  return new Response(null, { status: 204 })
}
