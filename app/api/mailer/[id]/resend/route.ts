import { route } from '@/lib/http/route'
import { resendMail } from '@/lib/mail/resend'
import { mailAnswer, mailId } from '@/lib/mail/schema'

export const POST = route(
  { may: 'admin', summary: 'Send a mail once more', params: mailId, answer: mailAnswer },
  ({ params, user }) => resendMail(params.id, user),
)
