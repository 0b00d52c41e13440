import { z } from 'zod'
import { idParams } from '@/lib/http/fields'
import { route } from '@/lib/http/route'
import { mailAnswer } from '@/lib/mails/schema'
import { readSponsorMails } from '@/lib/sponsors/lists'

export const GET = route(
  {
    may: 'admin',
    summary: 'The invitations and reminders that went to a sponsor, newest first',
    params: idParams,
    answer: z.array(mailAnswer),
  },
  ({ params }) => readSponsorMails(params.id),
)
