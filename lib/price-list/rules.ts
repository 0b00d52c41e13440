import { euro } from '@/lib/text/money'
import { PRICE_TAGS, type PriceItem, type PriceTag } from './schema'

const wholeEuro = new Intl.NumberFormat('hr-HR', {
  style: 'currency',
  currency: 'EUR',
  maximumFractionDigits: 0,
})
const litres = new Intl.NumberFormat('hr-HR', { maximumFractionDigits: 3 })

/** `10 €`, and only where there are cents `10,50 €`: as on a poster. */
export const formatEuroShort = (amount: number) =>
  (Number.isInteger(amount) ? wholeEuro : euro).format(amount)

/** `0,33 L`, in OSTALO without the L (rule 12.6); nothing where there is no volume. */
export function formatQuantity({ tag, volume }: Pick<PriceItem, 'tag' | 'volume'>): string {
  if (volume === 0) return ''
  return tag === 'OSTALO' ? litres.format(volume) : `${litres.format(volume)} L`
}

export interface PriceGroup {
  tag: PriceTag
  items: PriceItem[]
}

/** The groups that hold something, in their order (rule 12.6). */
export const groupPrices = (items: PriceItem[]): PriceGroup[] =>
  PRICE_TAGS.map((tag) => ({ tag, items: items.filter((item) => item.tag === tag) })).filter(
    (group) => group.items.length > 0,
  )
