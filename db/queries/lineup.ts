import { eq, like, sql } from 'drizzle-orm'
import { LINEUP_ITEMS } from '../catalogue/content'
import type { Db } from '../pool'
import { normalized } from '../schema/columns'
import { lineupItems } from '../schema/content'
import {
  fieldsOf,
  type ListParams,
  type ListShape,
  matchesFlag,
  type Page,
  pageOfTable,
} from './list-query'
import {
  closePositionGap,
  lockOrder,
  nextPosition,
  type ReorderOutcome,
  reorder,
} from './positions'
import { type RowOf, requireRow, rowQueries } from './rows'
import { shownTo } from './shown-columns'

const columns = shownTo('admin', lineupItems, LINEUP_ITEMS)

export type LineupRow = RowOf<typeof columns>

const shape: ListShape = {
  text: { name: normalized(lineupItems.name), biography: normalized(lineupItems.biography) },
  exact: {
    slug: (value) => sql`${lineupItems.slug} = ${value}`,
    visible: matchesFlag(lineupItems.visible),
  },
  order: { id: lineupItems.id, name: normalized(lineupItems.name), order: lineupItems.order },
}

export const LINEUP_FIELDS = fieldsOf(shape, ['name'])

const last = [lineupItems.order, lineupItems.id]
const list = { table: lineupItems, columns, shape, last }

/** Returns a page of performers, in the order of the line-up unless another order is requested. */
export const listLineup = (
  db: Db,
  { visibleOnly, ...params }: ListParams & { visibleOnly: boolean },
): Promise<Page<LineupRow>> =>
  pageOfTable(db, list, params, visibleOnly ? eq(lineupItems.visible, true) : undefined)

const items = rowQueries(lineupItems, columns)

/** An update leaves the slug unchanged, so that URLs of performers stay valid. */
export const { get: getLineupItem, update: updateLineupItem } = items

export async function getLineupItemBySlug(db: Db, slug: string): Promise<LineupRow | null> {
  const [row] = await db.select(columns).from(lineupItems).where(eq(lineupItems.slug, slug))
  return row ?? null
}

type NewLineupItem = Omit<LineupRow, 'id' | 'order' | 'listenUrl'> & { listenUrl?: string }

/**
 * Locks the line-up against other writers until the transaction ends. Call it before the
 * transaction locks any row or image.
 */
export const lockLineup = (tx: Db) => lockOrder(tx, lineupItems)

/**
 * Creates a performer at the end of the line-up. A slug that is taken gets a number: `ime`,
 * `ime-2`, `ime-3`.
 */
export function createLineupItem(db: Db, item: NewLineupItem): Promise<LineupRow> {
  return db.transaction(async (tx) => {
    await lockOrder(tx, lineupItems)
    const slug = await freeSlug(tx, item.slug)
    const [row] = await tx
      .insert(lineupItems)
      .values({ ...item, slug, order: nextPosition(lineupItems) })
      .returning(columns)
    return requireRow(row)
  })
}

/**
 * Returns the wanted slug, with a number if it is taken. The slug `0` is never free, because in
 * URLs of the admin area it means a new performer (rule 13.3).
 */
async function freeSlug(tx: Db, wanted: string): Promise<string> {
  const similar = await tx
    .select({ slug: lineupItems.slug })
    .from(lineupItems)
    .where(like(lineupItems.slug, `${wanted.replace(/[\\%_]/g, '\\$&')}%`))
  const taken = new Set(['0', ...similar.map(({ slug }) => slug)])
  let slug = wanted
  for (let n = 2; taken.has(slug); n++) slug = `${wanted}-${n}`
  return slug
}

/** Deletes a performer and returns the row. Performers at later positions move up by one. */
export function deleteLineupItem(db: Db, id: number): Promise<LineupRow | null> {
  return db.transaction(async (tx) => {
    await lockOrder(tx, lineupItems)
    const row = await items.delete(tx, id)
    if (row) await closePositionGap(tx, lineupItems, row.order)
    return row
  })
}

export const reorderLineup = (
  db: Db,
  positions: { id: number; order: number }[],
): Promise<ReorderOutcome> => reorder(db, lineupItems, positions)
