import { route } from '@/lib/http/route'
import { mailAnswer, mailId } from '@/lib/mails/schema'
import { resendMail } from '@/lib/mails/service'

export const POST = route(
  {
    may: 'admin',
    summary: 'Send a mail once more',
    params: mailId,
    answer: mailAnswer,
    creates: true,
  },
  ({ params, user }) => resendMail(params.id, user),
)
