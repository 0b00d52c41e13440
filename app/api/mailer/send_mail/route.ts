import { route } from '@/lib/http/route'
import { queueMails } from '@/lib/mails/bulk'
import { MAILS_BYTES, newMailsBody, queuedMailsAnswer } from '@/lib/mails/schema'

export const POST = route(
  {
    may: 'admin',
    summary: 'Queue a list of mails, all or none; a ticket’s confirmation only once',
    body: newMailsBody,
    maxBytes: MAILS_BYTES,
    answer: queuedMailsAnswer,
    status: 202,
  },
  ({ body, user }) => queueMails(body.emails, user),
)
