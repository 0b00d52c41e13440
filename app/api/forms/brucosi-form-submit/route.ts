import { route } from '@/lib/http/route'
import { signupBody, submitSignup } from '@/lib/signups/service'

export const POST = route({ may: 'anyone', body: signupBody }, async ({ body }) => {
  await submitSignup(body)
  return Response.json({ detail: 'Vaši podaci su uspješno spremljeni.' }, { status: 201 })
})
