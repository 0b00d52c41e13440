import { connection } from 'next/server'

let kept = ''

/** Benchmark baseline for long responses: returns unchanged the text that was stored by PUT. */
export async function GET() {
  await connection()
  return new Response(kept, { headers: { 'content-type': 'application/json' } })
}

export async function PUT(request: Request) {
  kept = await request.text()
  return Response.json({})
}
