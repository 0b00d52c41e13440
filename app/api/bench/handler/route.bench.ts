import { connection } from 'next/server'

/** Benchmark baseline for API requests: an empty handler that returns JSON. */
export async function GET() {
  await connection()
  return Response.json({})
}

/** Benchmark baseline for writes: reads the body and ignores it. */
export async function PUT(request: Request) {
  await request.json()
  return Response.json({})
}
