import { notFound } from '@/lib/http/errors'
import { idParams } from '@/lib/http/fields'
import { deletesOne, updatesOne } from '@/lib/http/one'
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

export const PUT = updatesOne(
  {
    may: 'admin',
    summary: 'Change an item, or swap its place with whoever holds it',
    body: priceItemChange,
    answer: priceItemAnswer,
  },
  updatePriceItem,
)

export const DELETE = deletesOne(
  { may: 'admin', summary: 'Delete an item; those behind it move up' },
  deletePriceItem,
)
