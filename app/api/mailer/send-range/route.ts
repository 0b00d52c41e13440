import { route } from '@/lib/http/route'
import { previewRange, queueRange } from '@/lib/mails/bulk'
import { mailRangeBody, mailRangeQuery, queuedRangeAnswer } from '@/lib/mails/schema'

export const POST = route(
  {
    may: 'admin',
    summary:
      'Queue the confirmations of the guests with a ticket from one position to another; with preview=1 only say how many',
    query: mailRangeQuery,
    body: mailRangeBody,
    answer: queuedRangeAnswer,
    status: 202,
  },
  ({ query, body, user }) => (query.preview === '1' ? previewRange(body) : queueRange(body, user)),
)
