import { route } from '@/lib/http/route'
import { mailId, wholeMailAnswer } from '@/lib/mails/schema'
import { tryMailNow } from '@/lib/mails/service'

export const POST = route(
  { may: 'admin', summary: 'Try a waiting mail now', params: mailId, answer: wholeMailAnswer },
  ({ params, user }) => tryMailNow(params.id, user),
)
