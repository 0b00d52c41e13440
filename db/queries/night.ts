import { isNull, sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { prepareStatement } from '../prepared'
import { editions } from '../schema/editions'
import { night } from '../schema/night'
import { requireRow } from './rows'

/**
 * Settings of the event night. The opening and closing times are stored with the edition, as ISO
 * text here.
 */
export interface NightRow {
  /** Maximum number of guests inside; null without a limit. */
  capacity: number | null
  opensAt: string | null
  closesAt: string | null
  /** Whether the home page shows the crowd level. */
  fullness: boolean
}

const nightSelect = sql`
  select capacity, opens_at as "opensAt", closes_at as "closesAt",
    show_crowd_level as fullness
  from night, editions where ended_at is null`

const selectNight = prepareStatement<NightRow>(nightSelect)
const selectForUpdate = prepareStatement<NightRow>(sql`${nightSelect} for update`)

export const getNight = async (db: Db): Promise<NightRow> => requireRow((await selectNight(db))[0])

/** Locks and returns the night settings. */
export async function lockNight(tx: Db): Promise<NightRow> {
  // If an edition ended while the first query waited for its row lock, the query finds no row. The
  // second query finds the next edition.
  const [row] = await selectForUpdate(tx)
  return row ?? requireRow((await selectForUpdate(tx))[0])
}

export async function updateNight(tx: Db, change: Partial<NightRow>): Promise<void> {
  const instant = (at: string | null) => (at === null ? null : new Date(at))
  const { capacity, fullness, opensAt, closesAt } = change
  if (capacity !== undefined || fullness !== undefined)
    await tx.update(night).set({ capacity, showCrowdLevel: fullness })
  if (opensAt === undefined && closesAt === undefined) return
  await tx
    .update(editions)
    .set({
      ...(opensAt !== undefined && { opensAt: instant(opensAt) }),
      ...(closesAt !== undefined && { closesAt: instant(closesAt) }),
    })
    .where(isNull(editions.endedAt))
}

/** Number of guests inside, and the maximum; null without a limit. */
interface CountAndCapacity {
  inside: number
  capacity: number | null
}

/** Occupancy of the venue, and of each gate that has its own capacity, counted at the same time. */
export interface Occupancy extends CountAndCapacity {
  gates: (CountAndCapacity & { id: number })[]
}

const selectFill = prepareStatement<{ fill: Occupancy }>(sql`select occupancy_now() as fill`)

const selectLimited = prepareStatement<{ isLimited: boolean }>(sql`
  select exists (select from night where capacity is not null)
    or exists (select from gates where capacity is not null and deleted_at is null) as "isLimited"`)

/** Whether the venue or any gate has a capacity. */
export const hasLimit = async (db: Db): Promise<boolean> =>
  (await selectLimited(db))[0]?.isLimited === true

/**
 * Counts the guests inside. The count of the venue is stored. Only the capacity of a gate makes the
 * query scan the guests.
 */
export const readOccupancy = async (db: Db): Promise<Occupancy> =>
  requireRow((await selectFill(db))[0]).fill
