import { z } from 'zod'
import { reorderBody } from '@/lib/http/fields'
import { route } from '@/lib/http/route'
import { sponsorAnswer } from '@/lib/sponsors/schema'
import { reorderSponsors } from '@/lib/sponsors/service'

export const POST = route(
  {
    may: 'admin',
    summary: 'Give sponsors each other’s places; all or none',
    body: reorderBody,
    answer: z.array(sponsorAnswer),
  },
  ({ body, user }) => reorderSponsors(body, user),
)
