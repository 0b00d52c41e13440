import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../pool'
import type { lineupItems, priceItems } from '../schema/content'
import type { stages } from '../schema/editions'
import type { sponsors } from '../schema/sponsors'

// Positions of ordered rows run 1, 2, 3 … without a gap. Each change of positions locks the table
// first, so that it sees the result of the previous change.

type Ordered = typeof lineupItems | typeof priceItems | typeof sponsors | typeof stages

interface Position {
  id: number
  order: number
}

/** Locks the table against other writers until the transaction ends. Readers do not wait. */
export async function lockOrder(tx: Db, table: Ordered): Promise<void> {
  await tx.execute(sql`lock table ${table} in share row exclusive mode`)
}

/** SQL: the position after the last row, for an insert after `lockOrder`. */
export const nextPosition = (table: Ordered) =>
  sql<number>`(select coalesce(max("order"), 0) + 1 from ${table})`

/** Closes the gap of a removed row: decreases all later positions. Call it after `lockOrder`. */
export async function closePositionGap(
  tx: Db,
  table: Ordered,
  order: number,
  condition: SQL = sql`true`,
): Promise<void> {
  await tx.execute(
    sql`update ${table} set "order" = "order" - 1 where "order" > ${order} and ${condition}`,
  )
}

/** A row whose position has changed. */
interface PositionChange {
  id: number
  from: number
  to: number
}

export type ReorderOutcome = PositionChange[] | 'unknown_id' | 'no_permutation'

/**
 * Sets the positions of the given rows and returns the changes, or refuses all of them. The new
 * positions must be a permutation of the rows' current ones. After a concurrent reorder they are
 * not, so that no change of another admin is silently reverted.
 */
export function reorder(
  db: Db,
  table: Ordered,
  positions: Position[],
  condition: SQL = sql`true`,
): Promise<ReorderOutcome> {
  return db.transaction(async (tx) => {
    await lockOrder(tx, table)
    const rows = await tx.execute<{ id: number; order: number }>(
      sql`select id, "order" from ${table} where ${condition}`,
    )
    const current = new Map(rows.map(({ id, order }) => [id, order]))
    if (positions.some(({ id }) => !current.has(id))) return 'unknown_id'
    if (!isPermutation(positions, current)) return 'no_permutation'
    await tx.execute(sql`
      update ${table} set "order" = position."order"
      from jsonb_to_recordset(${JSON.stringify(positions)}::text::jsonb) as position(id int, "order" int)
      where ${table}.id = position.id`)
    return positions.flatMap(({ id, order: to }) => {
      const from = current.get(id) as number
      return from === to ? [] : [{ id, from, to }]
    })
  })
}

function isPermutation(positions: Position[], current: Map<number, number>): boolean {
  if (new Set(positions.map(({ id }) => id)).size !== positions.length) return false
  const before = positions.map(({ id }) => current.get(id) as number).sort((a, b) => a - b)
  const after = positions.map(({ order }) => order).sort((a, b) => a - b)
  return before.every((order, i) => order === after[i])
}
