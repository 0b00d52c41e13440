import { getDb } from '@/db/pool'
import type { Page } from '@/db/queries/list-query'
import type { PriceItemRow } from '@/db/queries/price-list'
import * as queries from '@/db/queries/price-list'
import { requireRow } from '@/db/queries/rows'
import type { UserRow } from '@/db/queries/users'
import { logActivity } from '@/lib/activities/record'
import { afterReorder } from '@/lib/crud/reorder'
import { requireFound, ServiceError } from '@/lib/http/errors'
import type { NewPositions } from '@/lib/http/fields'
import { type ListQuery, listParams } from '@/lib/http/list-params'
import { requireUnchanged } from '@/lib/http/precondition'
import {
  type NewPriceItem,
  PRICE_LIST_MESSAGES,
  type PriceItem,
  type PriceItemChange,
} from './schema'

/** Formats a position as the API shows it (rule 13.14). */
const twoDigits = (order: number) => String(order).padStart(2, '0')

/** Converts a row to a response. */
const viewPriceItem = (row: PriceItemRow): PriceItem => ({
  id: row.id,
  name: row.name,
  tag: row.category,
  order: twoDigits(row.order),
  priceEUR: row.priceEur,
  volume: row.volumeLitres,
})

/** Lists the price items, by category and position by default, with the total number of matches. */
export async function listPriceItems(query: ListQuery): Promise<Page<PriceItem>> {
  const { rows, total } = await queries.listPriceItems(
    getDb(),
    listParams(query, queries.PRICE_ITEM_FIELDS),
  )
  return { rows: rows.map(viewPriceItem), total }
}

/** Returns a price item. Throws not_found. */
export async function getPriceItem(id: number): Promise<PriceItem> {
  const row = requireFound(await queries.getPriceItem(getDb(), id), PRICE_LIST_MESSAGES.notThere)
  return viewPriceItem(row)
}

/**
 * Adds an item at the end of its category. Throws conflict if all 99 positions of the category are
 * taken.
 */
export function createPriceItem(item: NewPriceItem, user: UserRow): Promise<PriceItem> {
  return getDb().transaction(async (tx) => {
    const row = await queries.createPriceItem(tx, {
      name: item.name,
      category: item.tag,
      priceEur: item.priceEUR,
      volumeLitres: item.volume,
    })
    if (!row) throw full(item.tag)
    const created = viewPriceItem(row)
    await logActivity(tx, user, 'price-list', [null, created])
    return created
  })
}

/**
 * Changes an item. Throws not_found, or conflict if no item has the requested position, if the
 * other category is full, or if a field no longer has its expected value. A change of category
 * ignores `order`.
 */
export function updatePriceItem(id: number, { seen, ...change }: PriceItemChange, user: UserRow) {
  const { name, tag, order, priceEUR: priceEur, volume: volumeLitres } = change
  return getDb().transaction(async (tx) => {
    await queries.lockPriceList(tx)
    const before = requireFound(await queries.getPriceItem(tx, id), PRICE_LIST_MESSAGES.notThere)
    requireUnchanged(seen, viewPriceItem(before))
    if (tag !== undefined && tag !== before.category) {
      if (!(await queries.movePriceItem(tx, before, tag))) throw full(tag)
    } else if (order !== undefined) {
      const outcome = await queries.setPriceItemOrder(tx, id, order)
      if (outcome === 'no_such_place')
        throw new ServiceError('conflict', PRICE_LIST_MESSAGES.noSuchPlace, { code: outcome })
    }
    const row = await queries.updatePriceItem(tx, id, { name, priceEur, volumeLitres })
    const after = viewPriceItem(requireRow(row))
    const isMove = Object.keys(change).join() === 'order'
    const states: [PriceItem, PriceItem] = [viewPriceItem(before), after]
    await logActivity(tx, user, 'price-list', states, isMove ? 'reordered' : 'changed')
    return after
  })
}

/** Deletes an item. The later items of its category move up. Throws not_found. */
export function deletePriceItem(id: number, user: UserRow): Promise<void> {
  return getDb().transaction(async (tx) => {
    const deleted = requireFound(
      await queries.deletePriceItem(tx, id),
      PRICE_LIST_MESSAGES.notThere,
    )
    await logActivity(tx, user, 'price-list', [viewPriceItem(deleted), null])
  })
}

/**
 * Sets new positions of items of one category, all or none, and returns the category. Throws
 * conflict if another user has moved or deleted one of these items.
 */
export function reorderPriceList(places: NewPositions, user: UserRow): Promise<PriceItem[]> {
  return getDb().transaction(async (tx) => {
    await queries.lockPriceList(tx)
    const first = places[0] && (await queries.getPriceItem(tx, places[0].id))
    const group = first?.category
    const outcome = group ? await queries.reorderPriceItems(tx, group, places) : 'unknown_id'
    const failed = PRICE_LIST_MESSAGES.notReordered
    await afterReorder(tx, outcome, {
      user,
      entity: 'price-list',
      failed,
      formatPosition: twoDigits,
    })
    return group ? (await queries.listPriceCategory(tx, group)).map(viewPriceItem) : []
  })
}

const full = (tag: string) =>
  new ServiceError('conflict', PRICE_LIST_MESSAGES.full(tag), { code: 'category_full' })
