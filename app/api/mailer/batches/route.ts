import { route } from '@/lib/http/route'
import { batchListQuery, mailBatchAnswer } from '@/lib/mails/schema'
import { findBatches } from '@/lib/mails/service'

export const GET = route(
  {
    may: 'admin',
    summary: 'Sendings of many mails and how far each is, those under way first',
    query: batchListQuery,
    list: mailBatchAnswer,
  },
  ({ query }) => findBatches(query),
)
