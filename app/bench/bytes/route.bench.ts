import { connection } from 'next/server'

let storedText = ''

/** Benchmark baseline for long responses: returns unchanged the text that was stored by PUT. */
export async function GET() {
  await connection()
  return new Response(storedText, { headers: { 'content-type': 'application/json' } })
}

export async function PUT(request: Request) {
  storedText = await request.text()
  return Response.json({})
}
