import { route } from '@/lib/http/route'
import { findMails } from '@/lib/mail/lists'
import { mailAnswer, mailListQuery } from '@/lib/mail/schema'

export const GET = route(
  { may: 'admin', summary: 'The record of mail', query: mailListQuery, list: mailAnswer },
  ({ query }) => findMails(query),
)
