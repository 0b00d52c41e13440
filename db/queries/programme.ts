import { eq, sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { prepareStatement } from '../prepared'
import { sets, stages } from '../schema/editions'
import {
  closePositionGap,
  lockOrder,
  nextPosition,
  type ReorderOutcome,
  reorder,
} from './positions'
import { requireRow } from './rows'

export interface StageRow {
  id: number
  name: string
  order: number
  /** Number of sets on the stage. */
  sets: number
}

/** Set with the names of its stage and performer. Times are ISO text. */
export interface SetRow {
  id: number
  stageId: number
  stage: string
  performerId: number | null
  performer: string | null
  slug: string | null
  /** Whether visitors may see the performer; true for a set without a performer. */
  isShown: boolean
  title: string
  startsAt: string
  endsAt: string
}

/**
 * Locks the programme against other writers until the transaction ends. Call it before any other
 * lock.
 */
export const lockProgramme = (tx: Db) => lockOrder(tx, stages)

const selectedStage = sql`
  select g.id, g.name, g."order", (select count(*)::int from sets s where s.stage_id = g.id) as sets
  from stages g`

export const listStages = prepareStatement<StageRow>(sql`${selectedStage} order by g."order"`)

const selectStage = prepareStatement<StageRow>(
  sql`${selectedStage} where g.id = ${sql.placeholder('id')}::int`,
)

export const getStage = async (db: Db, id: number): Promise<StageRow | null> =>
  (await selectStage(db, { id }))[0] ?? null

/** Creates a stage after the last one, and returns its id. */
export async function insertStage(tx: Db, name: string): Promise<number> {
  const [row] = await tx
    .insert(stages)
    .values({ name, order: nextPosition(stages) })
    .returning({ id: stages.id })
  return requireRow(row).id
}

export async function renameStage(tx: Db, id: number, name: string): Promise<void> {
  await tx.update(stages).set({ name }).where(eq(stages.id, id))
}

/** Deletes a stage. The later stages move up by one position. */
export async function deleteStage(tx: Db, { id, order }: StageRow): Promise<void> {
  await tx.delete(stages).where(eq(stages.id, id))
  await closePositionGap(tx, stages, order)
}

export const reorderStages = (
  db: Db,
  positions: { id: number; order: number }[],
): Promise<ReorderOutcome> => reorder(db, stages, positions)

const selected = sql`
  select s.id, s.stage_id as "stageId", g.name as stage, s.lineup_item_id as "performerId",
    l.name as performer, l.slug, coalesce(l.visible, true) as "isShown", s.title,
    s.starts_at as "startsAt", s.ends_at as "endsAt"
  from sets s join stages g on g.id = s.stage_id left join lineup_items l on l.id = s.lineup_item_id`

/** Lists all sets by the order of the stages, then by start time. */
export const listSets = prepareStatement<SetRow>(
  sql`${selected} order by g."order", s.starts_at, s.id`,
)

const selectSet = prepareStatement<SetRow>(
  sql`${selected} where s.id = ${sql.placeholder('id')}::int`,
)

export const getSet = async (db: Db, id: number): Promise<SetRow | null> =>
  (await selectSet(db, { id }))[0] ?? null

export interface NewSetRow {
  stageId: number
  performerId: number | null
  title: string
  /** Start and end of the set, as ISO text. */
  startsAt: string
  endsAt: string
}

const columnsOf = ({ stageId, performerId, title, startsAt, endsAt }: Partial<NewSetRow>) => ({
  stageId,
  lineupItemId: performerId,
  title,
  startsAt: startsAt === undefined ? undefined : new Date(startsAt),
  endsAt: endsAt === undefined ? undefined : new Date(endsAt),
})

/** Inserts sets and returns their ids in the order of `rows`. */
export async function insertSets(tx: Db, rows: NewSetRow[]): Promise<number[]> {
  if (rows.length === 0) return []
  const values = rows.map((row) => columnsOf(row) as typeof sets.$inferInsert)
  const added = await tx.insert(sets).values(values).returning({ id: sets.id })
  return added.map(({ id }) => id)
}

export async function updateSet(tx: Db, id: number, change: Partial<NewSetRow>): Promise<void> {
  await tx.update(sets).set(columnsOf(change)).where(eq(sets.id, id))
}

export async function deleteSet(tx: Db, id: number): Promise<void> {
  await tx.delete(sets).where(eq(sets.id, id))
}

export interface SetChanges {
  id: number
  /** Number of changes to the set, to names of stages and performers, and to the venue. */
  times: number
  /** Time of the last of them or of the set's addition, as ISO text. */
  last: string
}

/**
 * Lists the existing sets that have changes or an activity of their own. A new name of any stage or
 * performer counts for every set: else the number would fall when a set moves to another stage.
 */
export const listSetChanges = prepareStatement<SetChanges>(sql`
  with shared as (
    select count(*)::int as times, max(at) as last from activities
    where action = 'changed' and (entity in ('stages', 'lineup') and changes ? 'name'
      or entity = 'festival' and changes ?| array['place', 'address'])
  )
  select s.id, (count(a.id) filter (where a.action = 'changed'))::int + shared.times as times,
    greatest(max(a.at), shared.last) as last
  from shared cross join sets s
    left join activities a on a.entity = 'programme' and a.entity_id = s.id::text
  group by s.id, shared.times, shared.last
  having greatest(max(a.at), shared.last) is not null`)
