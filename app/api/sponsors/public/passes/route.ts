import { route } from '@/lib/http/route'
import { sendSponsorPasses } from '@/lib/sponsors/own-list'
import { queuedPassesAnswer, sponsorPasses } from '@/lib/sponsors/own-list-schema'

export const POST = route(
  {
    may: 'anyone',
    summary:
      'Send the guests of a sponsor’s own list their passes, by its key; each once, a second time only after a failure',
    body: sponsorPasses,
    answer: queuedPassesAnswer,
    status: 202,
  },
  ({ body }) => sendSponsorPasses(body),
)
