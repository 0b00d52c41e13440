import { route } from '@/lib/http/route'
import { readMail } from '@/lib/mails/lists'
import { mailId, wholeMailAnswer } from '@/lib/mails/schema'

export const GET = route(
  { may: 'admin', summary: 'One mail as it was sent', params: mailId, answer: wholeMailAnswer },
  ({ params }) => readMail(params.id),
)
