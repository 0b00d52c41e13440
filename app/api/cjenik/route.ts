import { PRICE_ITEM_FIELDS } from '@/db/queries/price-list'
import { listQuery } from '@/lib/http/list-params'
import { route } from '@/lib/http/route'
import { newPriceItemBody, priceItemAnswer } from '@/lib/price-list/schema'
import { createPriceItem, listPriceItems } from '@/lib/price-list/service'
import { seesPage } from '@/lib/visibility/hidden'
import { unlessHidden } from '@/lib/visibility/rules'

export const GET = route(
  {
    may: 'anyone',
    summary: 'The price list; empty while it is hidden',
    query: listQuery,
    fields: PRICE_ITEM_FIELDS,
    list: priceItemAnswer,
  },
  async ({ query, request }) =>
    unlessHidden(await seesPage(request, '/cjenik'), await listPriceItems(query)),
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
