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

const FIELDS = ['name', 'tag', 'priceEUR', 'volume'] as const

/** `2,5` and `2,50` are one price. */
const sameValue = (text: string, is: string | number) =>
  typeof is === 'number' ? Number(text.trim().replace(',', '.')) === is : text.trim() === is

/** The part of an item that was changed, and what was seen of it before. */
export function changesOf(values: PriceValues, seen: PriceItem) {
  const changed = FIELDS.filter((field) => !sameValue(values[field], seen[field]))
  const take = (from: PriceValues | PriceItem) =>
    Object.fromEntries(changed.map((field) => [field, from[field]]))
  return changed.length === 0 ? null : { ...take(values), seen: take(seen) }
}
