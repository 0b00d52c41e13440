import { z } from 'zod'
import { reorderBody } from '@/lib/http/fields'
import { route } from '@/lib/http/route'
import { priceItemAnswer } from '@/lib/price-list/schema'
import { reorderPriceList } from '@/lib/price-list/service'

export const POST = route(
  {
    may: 'admin',
    summary: 'Give items of one group each other’s places; all or none',
    body: reorderBody,
    answer: z.array(priceItemAnswer),
  },
  ({ body, user }) => reorderPriceList(body, user),
)
