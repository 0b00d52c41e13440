import { listAnswer } from '@/lib/http/list-params'
import { route } from '@/lib/http/route'
import { findMails } from '@/lib/mail/lists'
import { mailListQuery } from '@/lib/mail/schema'

export const GET = route({ may: 'admin', query: mailListQuery }, async ({ query }) => {
  const { mails, total } = await findMails(query)
  return listAnswer(mails, total)
})
