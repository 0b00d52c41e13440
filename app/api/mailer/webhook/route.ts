import { route } from '@/lib/http/route'
import { receiveMailEvent } from '@/lib/mails/transport'

/** Thousands of mails bring two or three events each, all from the service's few addresses. */
export const POST = route(
  {
    may: 'anyone',
    summary: 'What the mail service tells of a mail: delivered, bounced …; signed by it (Svix)',
    perMinute: 6000,
    secret: true,
  },
  ({ request }) => receiveMailEvent(request),
)
