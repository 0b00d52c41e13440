import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../client'
import type { lineupItems, priceItems } from '../schema/content'
import type { stages } from '../schema/editions'
import type { sponsors } from '../schema/sponsors'

// Places in a list run 1, 2, 3 … without a gap. Whatever gives out, swaps or frees places
// holds the table's lock first, so that each sees what the one before it left.

type Ordered = typeof lineupItems | typeof priceItems | typeof sponsors | typeof stages

interface Place {
  id: number
  order: number
}

/** Holds off all other writers of the table until the transaction ends; readers go on. */
export async function lockOrder(tx: Db, table: Ordered): Promise<void> {
  await tx.execute(sql`lock table ${table} in share row exclusive mode`)
}

/** One place after the last, for an insert under the lock. */
export const nextPosition = (table: Ordered) =>
  sql<number>`(select coalesce(max("order"), 0) + 1 from ${table})`

/** Moves up all who stood behind a place that has become free, under the lock. */
export async function closePositionGap(
  tx: Db,
  table: Ordered,
  order: number,
  among: SQL = sql`true`,
): Promise<void> {
  await tx.execute(
    sql`update ${table} set "order" = "order" - 1 where "order" > ${order} and ${among}`,
  )
}

/** A thing that stands elsewhere than before. */
interface Move {
  id: number
  from: number
  to: number
}

export type ReorderOutcome = Move[] | 'unknown_id' | 'no_permutation'

/**
 * Gives some or all of a list new places and tells who has moved, or refuses them as a
 * whole. They must be the places that these very rows hold now: two neighbours that somebody
 * else has moved meanwhile are no permutation, and nobody's change is silently undone.
 */
export function reorder(
  db: Db,
  table: Ordered,
  places: Place[],
  among: SQL = sql`true`,
): Promise<ReorderOutcome> {
  return db.transaction(async (tx) => {
    await lockOrder(tx, table)
    const rows = await tx.execute<{ id: number; order: number }>(
      sql`select id, "order" from ${table} where ${among}`,
    )
    const held = new Map(rows.map(({ id, order }) => [id, order]))
    if (places.some(({ id }) => !held.has(id))) return 'unknown_id'
    if (!isPermutation(places, held)) return 'no_permutation'
    await tx.execute(sql`
      update ${table} set "order" = place."order"
      from jsonb_to_recordset(${JSON.stringify(places)}::text::jsonb) as place(id int, "order" int)
      where ${table}.id = place.id`)
    return places.flatMap(({ id, order: to }) => {
      const from = held.get(id) as number
      return from === to ? [] : [{ id, from, to }]
    })
  })
}

function isPermutation(places: Place[], held: Map<number, number>): boolean {
  if (new Set(places.map(({ id }) => id)).size !== places.length) return false
  const before = places.map(({ id }) => held.get(id) as number).sort((a, b) => a - b)
  const after = places.map(({ order }) => order).sort((a, b) => a - b)
  return before.every((order, i) => order === after[i])
}
