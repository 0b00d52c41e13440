import { route } from '@/lib/http/route'
import { resendFailed } from '@/lib/mails/bulk'
import { queuedAnswer } from '@/lib/mails/schema'

export const POST = route(
  {
    may: 'admin',
    summary: 'Queue every failed mail anew',
    answer: queuedAnswer,
    status: 202,
  },
  ({ user }) => resendFailed(user),
)
