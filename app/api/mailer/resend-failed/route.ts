import { route } from '@/lib/http/route'
import { resendFailed } from '@/lib/mail/bulk'
import { queuedAnswer } from '@/lib/mail/schema'

export const POST = route(
  {
    may: 'admin',
    summary: 'Queue every failed mail anew',
    answer: queuedAnswer,
    status: 202,
  },
  ({ user }) => resendFailed(user),
)
