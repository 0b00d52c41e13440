import { route } from '@/lib/http/route'
import { mailServiceAnswer } from '@/lib/mails/schema'
import { readServiceState } from '@/lib/mails/service'

export const GET = route(
  {
    may: 'admin',
    summary: 'Whether mail goes out just now, or the mail service has asked for a rest',
    answer: mailServiceAnswer,
  },
  () => readServiceState(),
)
