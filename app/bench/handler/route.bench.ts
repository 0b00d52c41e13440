import { connection } from 'next/server'

/** The floor for calls of the API: an empty handler that answers JSON. */
export async function GET() {
  await connection()
  return Response.json({})
}
