import { z } from 'zod'
import { route } from '@/lib/http/route'
import { arrivalsQuery, arrivalsRow } from '@/lib/reports/schema'
import { arrivals } from '@/lib/reports/service'

export const GET = route(
  {
    may: 'admin',
    summary: 'Arrivals by the quarter of an hour, oldest first',
    query: arrivalsQuery,
    answer: z.array(arrivalsRow),
  },
  ({ query }) => arrivals(query),
)
