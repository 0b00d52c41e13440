import { beforeEach, describe, expect, it } from 'vitest'
import { getDb, getSql } from '@/db/pool'
import {
  deleteLineupItem,
  getLineupItem,
  getLineupItemBySlug,
  LINEUP_FIELDS,
  listLineup,
  reorderLineup,
  updateLineupItem,
} from '@/db/queries/lineup'
import { listOf, makePerformer, runConcurrently } from '../support/programme'

const db = getDb()
const sql = getSql()

const all = async () => (await listLineup(db, { ...listOf(), visibleOnly: false })).rows
const orders = async () => (await all()).map(({ order }) => order)
const names = async () => (await all()).map(({ name }) => name)
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

beforeEach(async () => {
  await sql`delete from lineup_items`
})

/** Creates `n` performers with the names A, B, C … in this order. Returns their ids. */
async function makePerformers(n: number): Promise<number[]> {
  const ids: number[] = []
  for (const i of upTo(n)) ids.push((await makePerformer(String.fromCharCode(64 + i))).id)
  return ids
}

describe('the line-up', () => {
  it('gives 30 performers added at once the positions 1 to 30', async () => {
    await runConcurrently(30, (i) => makePerformer(`Bend ${i}`, `bend-${i}`))
    expect(await orders()).toEqual(upTo(30))
  })

  it('gives performers of the same name different slugs, also when created at once', async () => {
    const performers = await runConcurrently(10, () => makePerformer('Peti prozor', 'peti-prozor'))
    const slugs = performers.map(({ slug }) => slug).sort()
    expect(new Set(slugs).size).toBe(10)
    expect(slugs).toContain('peti-prozor')
    expect(slugs).toContain('peti-prozor-10')
    // In a URL, 0 stands for a new performer, so no performer gets the slug 0.
    expect((await makePerformer('0', '0')).slug).toBe('0-2')
    expect((await makePerformer('%', '%')).slug).toBe('%')
  })

  it('returns a performer by id and by slug, and changes only the given fields', async () => {
    const performer = await makePerformer('Žarulja', 'zarulja')
    expect(await getLineupItem(db, performer.id)).toEqual(performer)
    expect(await getLineupItemBySlug(db, 'zarulja')).toEqual(performer)
    expect(await getLineupItemBySlug(db, 'nitko')).toBeNull()
    const hidden = await updateLineupItem(db, performer.id, {
      visible: false,
      biography: undefined,
    })
    expect(hidden).toEqual({ ...performer, visible: false })
    expect(await updateLineupItem(db, performer.id, {})).toEqual(hidden)
    expect(await updateLineupItem(db, performer.id + 1, { name: 'X' })).toBeNull()
  })

  it('finds performers without diacritics and by visibility, and counts all beyond the limit', async () => {
    await makePerformer('Žarulja od 60 W', 'a')
    const hidden = await makePerformer('Zadnji red', 'b')
    await updateLineupItem(db, hidden.id, { visible: false })
    const find = async (search: string, field: string, limit: number | null = null) => {
      const params = listOf({ search, searchFields: [field], limit })
      const { rows, total } = await listLineup(db, { ...params, visibleOnly: false })
      return [rows.map(({ slug }) => slug), total]
    }
    expect(LINEUP_FIELDS.search).toEqual(['name', 'biography', 'slug', 'visible'])
    expect(await find('60 zarulja', 'name')).toEqual([['a'], 1])
    expect(await find('0', 'visible')).toEqual([['b'], 1])
    expect(await find('da', 'visible')).toEqual([[], 0])
    expect(await find('', 'name', 1)).toEqual([['a'], 2])
  })

  it('has no gap in the positions after a performer is deleted', async () => {
    const [, b] = await makePerformers(4)
    expect(await deleteLineupItem(db, b as number)).toMatchObject({ name: 'B', order: 2 })
    expect(await deleteLineupItem(db, b as number)).toBeNull()
    expect(await names()).toEqual(['A', 'C', 'D'])
    expect(await orders()).toEqual([1, 2, 3])
  })
})

describe('a reordering of the line-up', () => {
  const swap = (a: number, b: number, first: number) => [
    { id: a, order: first + 1 },
    { id: b, order: first },
  ]

  it('contains the whole list or two neighbours', async () => {
    const [a, b, c] = (await makePerformers(3)) as [number, number, number]
    const whole = [a, b, c].map((id, i) => ({ id, order: 3 - i }))
    expect(await reorderLineup(db, whole)).toEqual([
      { id: a, from: 1, to: 3 },
      { id: c, from: 3, to: 1 },
    ])
    expect(await names()).toEqual(['C', 'B', 'A'])
    expect(await reorderLineup(db, swap(b, a, 2))).toHaveLength(2)
    expect(await names()).toEqual(['C', 'A', 'B'])
    expect(await reorderLineup(db, [])).toEqual([])
  })

  it('is refused as a whole if an id is unknown or the positions are no permutation', async () => {
    const [a, b, c] = (await makePerformers(3)) as [number, number, number]
    const reorder = async (...positions: [number, number][]) =>
      reorderLineup(
        db,
        positions.map(([id, order]) => ({ id, order })),
      )
    expect(await reorder([a, 2], [b, 1], [c + 1, 3])).toBe('unknown_id')
    expect(await reorder([a, 2], [b, 2])).toBe('no_permutation')
    expect(await reorder([a, 2])).toBe('no_permutation')
    expect(await reorder([a, 2], [a, 1])).toBe('no_permutation')
    expect(await reorder([a, 2], [b, 1], [c, 4])).toBe('no_permutation')
    expect(await reorder([a, 0], [b, -1])).toBe('no_permutation')
    expect(await names()).toEqual(['A', 'B', 'C'])
  })

  it('keeps the positions a permutation when 30 users reorder the whole list at once', async () => {
    const ids = await makePerformers(12)
    const outcomes = await runConcurrently(30, (i) => {
      const rotated = ids.map((id, at) => ({ id, order: ((at + i) % 12) + 1 }))
      return reorderLineup(db, i % 2 ? rotated : rotated.toReversed())
    })
    expect(outcomes.every(Array.isArray)).toBe(true)
    expect(await orders()).toEqual(upTo(12))
  })

  it('swaps once when 30 users request the same swap at once', async () => {
    const [a, b] = (await makePerformers(3)) as [number, number]
    await runConcurrently(30, () => reorderLineup(db, swap(a, b, 1)))
    expect(await names()).toEqual(['B', 'A', 'C'])
  })

  it('is refused if a neighbour in the swap was moved in the meantime', async () => {
    const [a, b, c] = (await makePerformers(3)) as [number, number, number]
    const outcomes = await Promise.all([
      reorderLineup(db, swap(a, b, 1)),
      reorderLineup(db, swap(b, c, 2)),
    ])
    expect(outcomes.filter((outcome) => outcome === 'no_permutation')).toHaveLength(1)
    expect(await orders()).toEqual([1, 2, 3])
  })

  it('keeps positions without gaps while performers are added and deleted', async () => {
    const ids = await makePerformers(10)
    await runConcurrently(30, async (i) => {
      if (i % 3 === 0) await makePerformer(`Novi ${i}`, `novi-${i}`)
      else if (i % 3 === 1 && i < 15) await deleteLineupItem(db, ids[(i - 1) / 3] as number)
      else
        await reorderLineup(
          db,
          ids.map((id, at) => ({ id, order: 10 - at })),
        )
    })
    expect(await orders()).toEqual(upTo(15))
  })
})
