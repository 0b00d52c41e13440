import { MAIL_FIELDS } from '@/db/queries/mails'
import { route } from '@/lib/http/route'
import { queueMails } from '@/lib/mails/bulk'
import { mailAnswer, mailListQuery, newMailBody, queuedMailsAnswer } from '@/lib/mails/schema'
import { findMails } from '@/lib/mails/service'

export const GET = route(
  {
    may: 'admin',
    summary: 'The record of mail',
    query: mailListQuery,
    fields: MAIL_FIELDS,
    list: mailAnswer,
  },
  ({ query }) => findMails(query),
)

export const POST = route(
  {
    may: 'admin',
    summary: 'Queue one mail; the confirmation of a ticket only once',
    body: newMailBody,
    answer: queuedMailsAnswer,
    status: 202,
  },
  ({ body, user }) => queueMails([body], user),
)
