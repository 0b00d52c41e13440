import { getDb } from '@/db/client'
import { getPriceItem, listPriceItems, PRICE_ITEM_FIELDS } from '@/db/queries/price-list'
import { notFound } from '@/lib/http/errors'
import { type ListQuery, listParams } from '@/lib/http/list-params'
import { PRICE_LIST_MESSAGES } from './messages'
import type { PriceItem } from './schema'
import { viewPriceItem } from './view'

/** The price list by group, then by place, unless ordered otherwise; and how many match. */
export async function findPriceItems(
  query: ListQuery,
): Promise<{ rows: PriceItem[]; total: number }> {
  const { rows, total } = await listPriceItems(getDb(), listParams(query, PRICE_ITEM_FIELDS))
  return { rows: rows.map(viewPriceItem), total }
}

/** Throws not_found. */
export async function readPriceItem(id: number): Promise<PriceItem> {
  const row = await getPriceItem(getDb(), id)
  if (!row) throw notFound(PRICE_LIST_MESSAGES.notThere)
  return viewPriceItem(row)
}
