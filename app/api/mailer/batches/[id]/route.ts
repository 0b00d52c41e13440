import { route } from '@/lib/http/route'
import { batchChange, batchId, mailBatchAnswer } from '@/lib/mails/schema'
import { changeBatch } from '@/lib/mails/service'

export const PUT = route(
  {
    may: 'admin',
    summary: 'Stop a sending of many mails, or let it go on',
    params: batchId,
    body: batchChange,
    answer: mailBatchAnswer,
  },
  ({ params, body, user }) => changeBatch(params.id, body.stopped, user),
)
