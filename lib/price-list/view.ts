import type { PriceItemRow } from '@/db/queries/price-list'
import type { PriceItem } from './schema'

/** A place as the API shows one (spec section 3). */
export const twoDigits = (order: number) => String(order).padStart(2, '0')

/** A stored item as anyone may see it. */
export const viewPriceItem = (row: PriceItemRow): PriceItem => ({
  id: row.id,
  name: row.name,
  tag: row.category,
  order: twoDigits(row.order),
  priceEUR: row.priceEur,
  volume: row.volumeLitres,
})
