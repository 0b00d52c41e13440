import { route } from '@/lib/http/route'
import { readMail } from '@/lib/mail/lists'
import { mailId, wholeMailAnswer } from '@/lib/mail/schema'

export const GET = route(
  { may: 'admin', summary: 'One mail as it was sent', params: mailId, answer: wholeMailAnswer },
  ({ params }) => readMail(params.id),
)
