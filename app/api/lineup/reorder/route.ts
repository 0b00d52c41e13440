import { z } from 'zod'
import { reorderBody } from '@/lib/http/fields'
import { route } from '@/lib/http/route'
import { lineupAnswer } from '@/lib/lineup/schema'
import { reorderLineup } from '@/lib/lineup/service'

export const POST = route(
  {
    may: 'admin',
    summary: 'Give performers each other’s places; all or none',
    body: reorderBody,
    answer: z.array(lineupAnswer),
  },
  ({ body, user }) => reorderLineup(body, user),
)
