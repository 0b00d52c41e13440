import { beforeEach, describe, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import type { UserRow } from '@/db/queries/users'
import { newPriceItemBody, type PriceItem, type PriceTag } from '@/lib/price-list/schema'
import {
  createPriceItem,
  deletePriceItem,
  listPriceItems,
  reorderPriceList,
  updatePriceItem,
} from '@/lib/price-list/service'
import { empty } from '../support/empty'
import { staff } from '../support/factories'
import { runConcurrently } from '../support/programme'

const sql = getSql()
let admin: UserRow

beforeEach(async () => {
  await sql`insert into users (email, privilege) values ('a@primjer.hr', 1) on conflict do nothing`
  await empty(sql, 'price_items', 'activities')
  admin = await staff(1)
})

const add = (name: string, tag: PriceTag = 'SOK') =>
  createPriceItem({ name, tag, priceEUR: 2.5, volume: 0.33 }, admin)
const listItems = async (tag: PriceTag) => {
  const { rows } = await listPriceItems({ ordering: 'order', search: tag, search_fields: 'tag' })
  return rows
}
const namesOf = async (tag: PriceTag) => (await listItems(tag)).map(({ name }) => name).join('')
const ordersOf = async (tag: PriceTag) => (await listItems(tag)).map(({ order }) => order)
const addAll = async (names: string): Promise<PriceItem[]> => {
  const items: PriceItem[] = []
  for (const name of names) items.push(await add(name))
  return items
}
const statusOf = (request: Promise<unknown>) =>
  request.then(
    () => 204,
    (error: { status?: number }) => error.status,
  )

describe('a price item', () => {
  it('is created from valid form input at the next position, not at the requested position', async () => {
    const body = { name: ' Kola ', tag: 'SOK', order: '77', priceEUR: '2,50', volume: '0.5' }
    expect(await createPriceItem(newPriceItemBody.parse(body), admin)).toEqual({
      id: expect.any(Number),
      name: 'Kola',
      tag: 'SOK',
      order: '01',
      priceEUR: 2.5,
      volume: 0.5,
    })
    const wrong: object[] = [
      { name: '' },
      { tag: 'VODA' },
      { priceEUR: '' },
      { priceEUR: -1 },
      { priceEUR: 2.505 },
      { priceEUR: '1e3' },
      { priceEUR: 1e9 },
      { volume: null },
      { volume: 0.0001 },
    ]
    for (const part of wrong)
      expect(newPriceItemBody.safeParse({ ...body, ...part }).success, JSON.stringify(part)).toBe(
        false,
      )
  })

  // Rule 13.14: a price item needs name, category, price and quantity.
  it('without the required fields is refused with the message “Unesite sve podatke”', () => {
    const { error } = newPriceItemBody.safeParse({ priceEUR: '', volume: '' })
    const messages = error?.issues.map(({ message }) => message)
    expect([...new Set(messages)]).toEqual(['Unesite sve podatke'])
  })

  it('is not overwritten by a request that expects an outdated price', async () => {
    const { id } = await add('Kola')
    const seen = { priceEUR: 2.5 }
    await updatePriceItem(id, { priceEUR: 3, seen }, admin)
    await expect(updatePriceItem(id, { priceEUR: 4, seen }, admin)).rejects.toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
    })
    expect((await listItems('SOK'))[0]).toMatchObject({ priceEUR: 3 })
  })

  it('is changed, reordered, moved to another category and deleted, and each action is logged', async () => {
    const [a, b] = (await addAll('ABC')) as [PriceItem, PriceItem]
    await add('X', 'PIVO')
    expect(await updatePriceItem(a.id, { priceEUR: 3 }, admin)).toEqual({ ...a, priceEUR: 3 })
    expect(await updatePriceItem(b.id, { order: 1 }, admin)).toEqual({ ...b, order: '01' })
    expect(await updatePriceItem(b.id, { order: 1 }, admin)).toEqual({ ...b, order: '01' })
    expect(await updatePriceItem(b.id, { ...b, order: 2, tag: 'PIVO' }, admin)).toEqual({
      ...b,
      tag: 'PIVO',
      order: '02',
    })
    expect([await namesOf('SOK'), await namesOf('PIVO')]).toEqual(['AC', 'XB'])
    expect(await ordersOf('SOK')).toEqual(['01', '02'])
    await deletePriceItem(b.id, admin)
    await expect(updatePriceItem(b.id, { order: 1 }, admin)).rejects.toMatchObject({ status: 404 })
    await expect(updatePriceItem(a.id, { order: 9 }, admin)).rejects.toMatchObject({
      status: 409,
      code: 'no_such_place',
    })
    const entries = await sql`select action, changes from activities where entity = 'price-list'
      and entity_id = ${String(b.id)} order by id`
    expect(entries.map(({ action }) => action)).toEqual([
      'created',
      'reordered',
      'changed',
      'deleted',
    ])
    expect(entries[1]?.changes).toEqual({ order: ['02', '01'] })
  })
})

describe('the positions in a category', () => {
  it('differ for ten items added at once, and the hundredth item is refused with a message', async () => {
    const items = await runConcurrently(10, (i) => add(`${i}`))
    expect(items.map(({ order }) => order).sort()).toEqual([
      '01',
      '02',
      '03',
      '04',
      '05',
      '06',
      '07',
      '08',
      '09',
      '10',
    ])
    await sql`insert into price_items (name, category, "order", price_eur, volume_litres)
      select 'Sok ' || n, 'SOK', n, 2, 0.5 from generate_series(11, 98) as n`
    const statuses = await runConcurrently(5, () => statusOf(add('Zadnji')))
    expect(statuses.sort()).toEqual([204, 409, 409, 409, 409])
    await expect(add('Stoti')).rejects.toMatchObject({
      code: 'category_full',
      detail: 'Kategorija SOK već ima 99 stavki, koliko ih najviše stane.',
    })
    const beer = await add('Pivo', 'PIVO')
    await expect(updatePriceItem(beer.id, { tag: 'SOK' }, admin)).rejects.toMatchObject({
      code: 'category_full',
    })
  })

  it('stay 1 to 3 while two reorders and a move happen at once', async () => {
    const [a, b, c] = (await addAll('ABC')) as [PriceItem, PriceItem, PriceItem]
    await add('X', 'PIVO')
    const swap = (first: PriceItem, second: PriceItem) =>
      statusOf(
        reorderPriceList(
          [first, second].map(({ id }, i) => ({ id, order: 2 - i })),
          admin,
        ),
      )
    for (let round = 0; round < 10; round++) {
      await Promise.all([
        swap(a, b),
        swap(b, a),
        statusOf(updatePriceItem(c.id, { order: 1 }, admin)),
      ])
      expect(await ordersOf('SOK')).toEqual(['01', '02', '03'])
    }
  })

  it('are refused as a whole unless the given items only swap their own positions', async () => {
    const [a, b] = (await addAll('AB')) as [PriceItem, PriceItem]
    const beer = await add('X', 'PIVO')
    const cases: [{ id: number; order: number }[], number][] = [
      [[{ id: a.id, order: 2 }], 409],
      [
        [
          { id: a.id, order: 1 },
          { id: a.id, order: 2 },
        ],
        409,
      ],
      [
        [
          { id: a.id, order: 1 },
          { id: beer.id, order: 1 },
        ],
        409,
      ],
      [[{ id: 999_999, order: 1 }], 409],
      [
        [
          { id: a.id, order: 2 },
          { id: b.id, order: 1 },
        ],
        204,
      ],
    ]
    for (const [orders, status] of cases)
      expect(await statusOf(reorderPriceList(orders, admin)), JSON.stringify(orders)).toBe(status)
    expect(await namesOf('SOK')).toBe('BA')
  })
})
