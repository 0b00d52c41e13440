import { route } from '@/lib/http/route'
import { countMails } from '@/lib/mails/lists'
import { mailCountsAnswer } from '@/lib/mails/schema'

export const GET = route(
  { may: 'admin', summary: 'How many mails are in each state', answer: mailCountsAnswer },
  () => countMails(),
)
