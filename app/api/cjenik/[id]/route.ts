import { idParams } from '@/lib/http/fields'
import { route } from '@/lib/http/route'
import { readPriceItem } from '@/lib/price-list/lists'
import { priceItemAnswer, priceItemChange } from '@/lib/price-list/schema'
import { changePriceItem, deletePriceItem } from '@/lib/price-list/service'

export const GET = route(
  {
    may: 'anyone',
    summary: 'One item of the price list',
    params: idParams,
    answer: priceItemAnswer,
  },
  ({ params }) => readPriceItem(params.id),
)

export const PUT = route(
  {
    may: 'admin',
    summary: 'Change an item, or swap its place with whoever holds it',
    params: idParams,
    body: priceItemChange,
    answer: priceItemAnswer,
  },
  ({ params, body, user }) => changePriceItem(params.id, body, user),
)

export const DELETE = route(
  { may: 'admin', summary: 'Delete an item; those behind it move up', params: idParams },
  ({ params, user }) => deletePriceItem(params.id, user),
)
