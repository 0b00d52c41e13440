import { z } from 'zod'
import { idParams } from '@/lib/http/fields'
import { route } from '@/lib/http/route'
import { mailAnswer } from '@/lib/mails/schema'
import { listMailsOfSponsor } from '@/lib/sponsors/own-list'

export const GET = route(
  {
    may: 'admin',
    summary: 'The invitations and reminders that went to a sponsor, newest first',
    params: idParams,
    answer: z.array(mailAnswer),
  },
  ({ params }) => listMailsOfSponsor(params.id),
)
