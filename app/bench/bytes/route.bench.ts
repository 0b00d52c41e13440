import { connection } from 'next/server'

let kept = ''

/** The floor for long answers: whatever text was put here, as it stands. */
export async function GET() {
  await connection()
  return new Response(kept, { headers: { 'content-type': 'application/json' } })
}

export async function PUT(request: Request) {
  kept = await request.text()
  return Response.json({})
}
