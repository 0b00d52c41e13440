import { listQuery } from '@/lib/http/list-params'
import { route } from '@/lib/http/route'
import { findPriceItems } from '@/lib/price-list/lists'
import { newPriceItemBody, priceItemAnswer } from '@/lib/price-list/schema'
import { createPriceItem } from '@/lib/price-list/service'

export const GET = route(
  { may: 'anyone', summary: 'The price list', query: listQuery, list: priceItemAnswer },
  ({ query }) => findPriceItems(query),
)

export const POST = route(
  {
    may: 'admin',
    summary: 'Add an item, last in its group; the server gives its place',
    body: newPriceItemBody,
    answer: priceItemAnswer,
    status: 201,
  },
  ({ body, user }) => createPriceItem(body, user),
)
