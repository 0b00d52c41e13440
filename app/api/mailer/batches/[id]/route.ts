import { route } from '@/lib/http/route'
import { batchChange, batchId, mailBatchAnswer } from '@/lib/mail/batch-schema'
import { changeBatch } from '@/lib/mail/batches'

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
