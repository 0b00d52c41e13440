import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import { newPriceItemBody, type PriceItem, type PriceTag } from '@/lib/price-list/schema'

/** An item as it is typed: numbers with a decimal comma. */
export interface PriceValues {
  name: string
  tag: PriceTag
  priceEUR: string
  volume: string
}

/** What was typed is checked as the server does, and sent as it was typed. */
export const priceResolver = zodResolver(newPriceItemBody, undefined, {
  raw: true,
}) as unknown as Resolver<PriceValues>

const comma = (text: string) => text.replace('.', ',')

export const valuesOf = ({ name, tag, priceEUR, volume }: PriceItem): PriceValues => ({
  name,
  tag,
  priceEUR: comma(priceEUR.toFixed(2)),
  volume: comma(String(volume)),
})
