import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { PRICE_ITEMS } from '../catalogue/content'
import type { Db } from '../pool'
import { normalized } from '../schema/columns'
import { priceItems } from '../schema/content'
import { fieldsOf, type ListParams, type ListShape, type Page, pageOfTable } from './list-query'
import { closePositionGap, lockOrder, type ReorderOutcome, reorder } from './positions'
import { type RowOf, requireRow, rowQueries } from './rows'
import { shownTo } from './shown-columns'

/** Highest position of an item within its category: positions have two digits (rule 13.14). */
const MAX_POSITION = 99

const columns = shownTo('public', priceItems, PRICE_ITEMS)

/** Item of the price list. `order` is its position within the category, from 1 to 99. */
export type PriceItemRow = RowOf<typeof columns>

const shape: ListShape = {
  text: { name: normalized(priceItems.name) },
  exact: { tag: (value) => sql`${priceItems.category}::text = ${value}` },
  order: {
    id: priceItems.id,
    name: normalized(priceItems.name),
    tag: priceItems.category,
    order: priceItems.order,
    priceEUR: priceItems.priceEur,
    volume: priceItems.volumeLitres,
  },
}

export const PRICE_ITEM_FIELDS = fieldsOf(shape, ['name'])

const last = [priceItems.category, priceItems.order, priceItems.id]

/** Lists price items, by default in the schema's order of the categories, then by position. */
export const listPriceItems = (db: Db, params: ListParams): Promise<Page<PriceItemRow>> =>
  pageOfTable(db, { table: priceItems, columns, shape, last }, params)

/** Lists the items of one category by position. */
export const listPriceCategory = (
  db: Db,
  category: PriceItemRow['category'],
): Promise<PriceItemRow[]> =>
  db
    .select(columns)
    .from(priceItems)
    .where(eq(priceItems.category, category))
    .orderBy(asc(priceItems.order))

const items = rowQueries(priceItems, columns)

export const { get: getPriceItem, update: updatePriceItem } = items

/** Locks the price list against other writers until the transaction ends. */
export const lockPriceList = (tx: Db): Promise<void> => lockOrder(tx, priceItems)

/**
 * Returns the position after the last item of a category; null if that is above 99. Call it after
 * `lockPriceList`.
 */
async function nextFreePosition(
  tx: Db,
  category: PriceItemRow['category'],
): Promise<number | null> {
  const [last] = await tx
    .select({ order: sql<number>`coalesce(max(${priceItems.order}), 0)::int` })
    .from(priceItems)
    .where(eq(priceItems.category, category))
  const order = (last?.order ?? 0) + 1
  return order > MAX_POSITION ? null : order
}

/** Creates an item at the end of its category. Returns null if position 99 is taken. */
export function createPriceItem(
  db: Db,
  item: Omit<PriceItemRow, 'id' | 'order'>,
): Promise<PriceItemRow | null> {
  return db.transaction(async (tx) => {
    await lockPriceList(tx)
    const order = await nextFreePosition(tx, item.category)
    if (order === null) return null
    const [row] = await tx
      .insert(priceItems)
      .values({ ...item, order })
      .returning(columns)
    return requireRow(row)
  })
}

/**
 * Moves an item to the end of another category. Returns false if position 99 is taken there. Call
 * it after `lockPriceList`.
 */
export async function movePriceItem(
  tx: Db,
  item: PriceItemRow,
  category: PriceItemRow['category'],
): Promise<boolean> {
  const order = await nextFreePosition(tx, category)
  if (order === null) return false
  await tx.update(priceItems).set({ category, order }).where(eq(priceItems.id, item.id))
  await closePositionGap(tx, priceItems, item.order, eq(priceItems.category, item.category))
  return true
}

/** Sets the positions of items of one category. `reorder` describes which positions are refused. */
export function reorderPriceItems(
  db: Db,
  category: PriceItemRow['category'],
  positions: { id: number; order: number }[],
): Promise<ReorderOutcome> {
  return reorder(db, priceItems, positions, eq(priceItems.category, category))
}

/**
 * Moves an item to the position of another item of its category, which gets the item's old
 * position. If a client then sets the position of the other item too, its second request changes
 * nothing.
 */
export function setPriceItemOrder(
  db: Db,
  id: number,
  order: number,
): Promise<PriceItemRow | 'no_such_place' | null> {
  return db.transaction(async (tx) => {
    await lockPriceList(tx)
    const item = await getPriceItem(tx, id)
    if (!item || item.order === order) return item
    const [other] = await tx
      .select({ id: priceItems.id })
      .from(priceItems)
      .where(and(eq(priceItems.category, item.category), sql`${priceItems.order} = ${order}::int`))
    if (!other) return 'no_such_place'
    await tx
      .update(priceItems)
      .set({ order: sql`${item.order + order}::int - ${priceItems.order}` })
      .where(inArray(priceItems.id, [id, other.id]))
    return { ...item, order }
  })
}

/** Deletes an item and returns its row. The later items of its category move up by one position. */
export function deletePriceItem(db: Db, id: number): Promise<PriceItemRow | null> {
  return db.transaction(async (tx) => {
    await lockPriceList(tx)
    const row = await items.delete(tx, id)
    if (!row) return null
    await closePositionGap(tx, priceItems, row.order, eq(priceItems.category, row.category))
    return row
  })
}
