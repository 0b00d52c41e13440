import { route } from '@/lib/http/route'
import { mailId, wholeMailAnswer } from '@/lib/mails/schema'
import { readMail } from '@/lib/mails/service'

export const GET = route(
  { may: 'admin', summary: 'One mail as it was sent', params: mailId, answer: wholeMailAnswer },
  ({ params }) => readMail(params.id),
)
