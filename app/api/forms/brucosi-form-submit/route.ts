import { route } from '@/lib/http/route'
import { signupAnswer, signupBody, submitSignup } from '@/lib/signups/service'

export const POST = route(
  {
    may: 'anyone',
    summary: 'Pre-registration of a fresher',
    body: signupBody,
    answer: signupAnswer,
    status: 201,
  },
  ({ body }) => submitSignup(body),
)
