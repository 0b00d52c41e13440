import { isNull, sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { prepareStatement } from '../prepared'
import { editions } from '../schema/editions'
import { night } from '../schema/night'
import { requireRow } from './rows'

/** Night settings. The times are stored with the edition. Instants are ISO text. */
export interface NightRow {
  /** Maximum number of guests inside; null without a limit. */
  capacity: number | null
  opensAt: string | null
  closesAt: string | null
  fullness: boolean
}

const nightSelect = sql`
  select capacity, opens_at as "opensAt", closes_at as "closesAt", fullness
  from night, editions where ended_at is null`

const selectNight = prepareStatement<NightRow>(nightSelect)
const selectForUpdate = prepareStatement<NightRow>(sql`${nightSelect} for update`)

export const getNight = async (db: Db): Promise<NightRow> => requireRow((await selectNight(db))[0])

/** Locks and returns the night settings. */
export async function lockNight(tx: Db): Promise<NightRow> {
  // If an edition ended while this query waited, it finds no row. The second query finds the next
  // edition.
  const [row] = await selectForUpdate(tx)
  return row ?? requireRow((await selectForUpdate(tx))[0])
}

export async function updateNight(tx: Db, change: Partial<NightRow>): Promise<void> {
  const instant = (at: string | null) => (at === null ? null : new Date(at))
  const { opensAt, closesAt, ...rest } = change
  if (Object.keys(rest).length > 0) await tx.update(night).set(rest)
  if (opensAt === undefined && closesAt === undefined) return
  await tx
    .update(editions)
    .set({
      ...(opensAt !== undefined && { opensAt: instant(opensAt) }),
      ...(closesAt !== undefined && { closesAt: instant(closesAt) }),
    })
    .where(isNull(editions.endedAt))
}

/** Guests inside, and the capacity. */
interface CountAndCapacity {
  inside: number
  capacity: number | null
}

/** Occupancy of the venue, and of the gates with their own capacity, at one time. */
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
 * Counts guests inside. The venue uses stored counts; only a gate's capacity needs a scan of
 * guests.
 */
export const readOccupancy = async (db: Db): Promise<Occupancy> =>
  requireRow((await selectFill(db))[0]).fill
