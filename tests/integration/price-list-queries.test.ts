import { beforeEach, describe, expect, it } from 'vitest'
import { getDb, getSql } from '@/db/pool'
import {
  createPriceItem,
  deletePriceItem,
  getPriceItem,
  listPriceItems,
  PRICE_ITEM_FIELDS,
  type PriceItemRow,
  setPriceItemOrder,
  updatePriceItem,
} from '@/db/queries/price-list'
import { listOf, runConcurrently } from '../support/programme'

const db = getDb()
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

beforeEach(async () => {
  await getSql()`delete from price_items`
})

const add = (name: string, category: PriceItemRow['category'] = 'SOK') =>
  createPriceItem(db, { name, category, priceEur: 2.5, volumeLitres: 0.33 })

/** Creates `n` items with the names A, B, C … in this order in one category. Returns their ids. */
async function addItems(n: number): Promise<number[]> {
  const ids: number[] = []
  for (const i of upTo(n)) ids.push(((await add(String.fromCharCode(64 + i))) as PriceItemRow).id)
  return ids
}

async function positionsOf(tag: string) {
  const params = listOf({ search: tag, searchFields: ['tag'] })
  const { rows } = await listPriceItems(db, params)
  return { names: rows.map(({ name }) => name), orders: rows.map(({ order }) => order) }
}

describe('the price list', () => {
  it('is ordered by category, then by position', async () => {
    for (const category of ['OSTALO', 'ALKOHOL', 'SOK', 'DOLJEVI', 'PIVO', 'SOK'] as const)
      await add(`Ponuda ${category}`, category)
    const { rows, total } = await listPriceItems(db, listOf({ limit: 5 }))
    expect(total).toBe(6)
    expect(rows.map(({ category, order }) => [category, order])).toEqual([
      ['SOK', 1],
      ['SOK', 2],
      ['PIVO', 1],
      ['DOLJEVI', 1],
      ['ALKOHOL', 1],
    ])
    expect(rows[0]).toMatchObject({ priceEur: 2.5, volumeLitres: 0.33 })
    const lastPage = await listPriceItems(
      db,
      listOf({ ordering: { field: 'priceEUR', descending: true }, limit: 1, offset: 5 }),
    )
    expect(lastPage.rows).toHaveLength(1)
  })

  it('is searched by name without diacritics, and by exact category', async () => {
    await add('Đumbir')
    await add('Točeno', 'PIVO')
    expect(PRICE_ITEM_FIELDS.search).toEqual(['name', 'tag'])
    const byName = await listPriceItems(db, listOf({ search: 'tocen', searchFields: ['name'] }))
    expect(byName.rows.map(({ name }) => name)).toEqual(['Točeno'])
    expect((await positionsOf('PIV')).names).toEqual([])
    expect((await positionsOf('PIVO')).names).toEqual(['Točeno'])
  })

  it('changes only the given fields of an item', async () => {
    const [id] = (await addItems(1)) as [number]
    await updatePriceItem(db, id, { priceEur: 3.1, name: undefined })
    expect(await updatePriceItem(db, id, { volumeLitres: 0.5 })).toMatchObject({
      name: 'A',
      priceEur: 3.1,
      volumeLitres: 0.5,
    })
    expect(await updatePriceItem(db, id, {})).toEqual(await getPriceItem(db, id))
    expect(await updatePriceItem(db, id + 1, { name: 'B' })).toBeNull()
  })
})

describe('the positions in a category', () => {
  // Rule 13.14: the position of an item is the next number within its category.
  it('are different for ten items that are added at once', async () => {
    await add('Prvi')
    const items = await runConcurrently(10, (i) => add(`Sok ${i}`))
    expect(items.map((item) => item?.order).sort((a = 0, b = 0) => a - b)).toEqual(
      upTo(10).map((n) => n + 1),
    )
    expect(await add('Drugdje', 'PIVO')).toMatchObject({ order: 1 })
  })

  it('end at 99, also when ten requests at once want the last position', async () => {
    await getSql()`insert into price_items (name, category, "order", price_eur, volume_litres)
      select 'Sok ' || n, 'SOK', n, 2, 0.5 from generate_series(1, 98) as n`
    const items = await runConcurrently(10, (i) => add(`Zadnji ${i}`))
    expect(items.filter((item) => item !== null).map((item) => item.order)).toEqual([99])
    expect(await add('Stoti')).toBeNull()
    expect(await add('Drugdje', 'OSTALO')).toMatchObject({ order: 1 })
  })

  it('are swapped when an item moves to a taken position, and a repeated move changes nothing', async () => {
    const [a, b, c] = (await addItems(3)) as [number, number, number]
    expect(await setPriceItemOrder(db, a, 2)).toMatchObject({ id: a, order: 2 })
    expect(await setPriceItemOrder(db, b, 1)).toMatchObject({ id: b, order: 1 })
    expect(await positionsOf('SOK')).toEqual({ names: ['B', 'A', 'C'], orders: [1, 2, 3] })
    await setPriceItemOrder(db, c, 1)
    expect((await positionsOf('SOK')).names).toEqual(['C', 'A', 'B'])
  })

  it('are refused if no item of the category has them, or if the moved item is unknown', async () => {
    const [a] = (await addItems(2)) as [number]
    for (const n of [0, -1, 3, 99, 100, 70_000])
      expect(await setPriceItemOrder(db, a, n)).toBe('no_such_place')
    expect(await setPriceItemOrder(db, a + 50, 1)).toBeNull()
    expect(await positionsOf('SOK')).toEqual({ names: ['A', 'B'], orders: [1, 2] })
  })

  it('move up after the deletion of an item, in its category only', async () => {
    const [, b] = (await addItems(4)) as [number, number]
    const other = (await add('Pivo', 'PIVO')) as PriceItemRow
    const last = (await add('Drugo pivo', 'PIVO')) as PriceItemRow
    expect(await deletePriceItem(db, b)).toMatchObject({ name: 'B', order: 2 })
    expect(await deletePriceItem(db, b)).toBeNull()
    expect(await positionsOf('SOK')).toEqual({ names: ['A', 'C', 'D'], orders: [1, 2, 3] })
    expect(await positionsOf('PIVO')).toEqual({
      names: [other.name, last.name],
      orders: [1, 2],
    })
    expect(await add('E')).toMatchObject({ order: 4 })
  })

  it('stay 1 to n while 50 requests move, add and delete items at once', async () => {
    const ids = await addItems(10)
    const idAt = (i: number) => ids[i % 10] as number
    await runConcurrently(50, async (i) => {
      if (i % 5 === 0) await add(`Novi ${i}`)
      else if (i % 5 === 1 && i < 25) await deletePriceItem(db, idAt(i))
      else await setPriceItemOrder(db, idAt(i * 7), (i % 6) + 1)
    })
    const { orders } = await positionsOf('SOK')
    expect(orders).toEqual(upTo(orders.length))
    // Ten items were added to ten. Two were deleted, each by several concurrent requests.
    expect(orders).toHaveLength(18)
  })
})
