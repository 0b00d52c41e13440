import { connection } from 'next/server'

/** The floor for calls of the API: an empty handler that answers JSON. */
export async function GET() {
  await connection()
  return Response.json({})
}

/** The same for writes: the body is read, and nothing is done with it. */
export async function PUT(request: Request) {
  await request.json()
  return Response.json({})
}
