import { notFound } from '@/lib/http/errors'
import { idParams } from '@/lib/http/fields'
import { route } from '@/lib/http/route'
import { PRICE_LIST_MESSAGES, priceItemAnswer, priceItemChange } from '@/lib/price-list/schema'
import { deletePriceItem, getPriceItem, updatePriceItem } from '@/lib/price-list/service'
import { seesPage } from '@/lib/visibility/hidden'

export const GET = route(
  {
    may: 'anyone',
    summary: 'One item of the price list',
    params: idParams,
    answer: priceItemAnswer,
  },
  async ({ params, request }) => {
    if (!(await seesPage(request, '/cjenik'))) throw notFound(PRICE_LIST_MESSAGES.notThere)
    return getPriceItem(params.id)
  },
)

export const PUT = route(
  {
    may: 'admin',
    summary: 'Change an item, or swap its place with whoever holds it',
    params: idParams,
    body: priceItemChange,
    answer: priceItemAnswer,
  },
  ({ params, body, user }) => updatePriceItem(params.id, body, user),
)

export const DELETE = route(
  { may: 'admin', summary: 'Delete an item; those behind it move up', params: idParams },
  ({ params, user }) => deletePriceItem(params.id, user),
)
