import { euro } from '@/lib/text/money'
import { PRICE_TAGS, type PriceItem, type PriceTag } from './schema'

const wholeEuro = new Intl.NumberFormat('hr-HR', {
  style: 'currency',
  currency: 'EUR',
  maximumFractionDigits: 0,
})
const litres = new Intl.NumberFormat('hr-HR', { maximumFractionDigits: 3 })

/** Formats a price as posters do: `10 €`, or `10,50 €` if there are cents. */
export const formatEuroShort = (amount: number) =>
  (Number.isInteger(amount) ? wholeEuro : euro).format(amount)

/**
 * Formats the quantity of an item: `0,33 L`, in the category OSTALO without the L (rule 12.6).
 * Returns '' without a volume.
 */
export function formatQuantity({ tag, volume }: Pick<PriceItem, 'tag' | 'volume'>): string {
  if (volume === 0) return ''
  return tag === 'OSTALO' ? litres.format(volume) : `${litres.format(volume)} L`
}

export interface PriceGroup {
  tag: PriceTag
  items: PriceItem[]
}

/** Returns the categories that have items, in their order (rule 12.6). */
export const groupPrices = (items: PriceItem[]): PriceGroup[] =>
  PRICE_TAGS.map((tag) => ({ tag, items: items.filter((item) => item.tag === tag) })).filter(
    (group) => group.items.length > 0,
  )
