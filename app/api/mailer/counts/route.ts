import { route } from '@/lib/http/route'
import { mailCountsAnswer } from '@/lib/mails/schema'
import { countMails } from '@/lib/mails/service'

export const GET = route(
  { may: 'admin', summary: 'How many mails are in each state', answer: mailCountsAnswer },
  () => countMails(),
)
