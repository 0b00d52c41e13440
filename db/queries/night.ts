import { isNull, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { prepareStatement } from '../driver'
import { editions } from '../schema/editions'
import { night } from '../schema/night'
import { requireRow } from './rows'

/** What is agreed about the night, its times being the edition's; instants as ISO text. */
export interface NightRow {
  /** How many may be inside at once; null where nobody counts. */
  capacity: number | null
  opensAt: string | null
  closesAt: string | null
  fullness: boolean
}

const one = sql`
  select capacity, opens_at as "opensAt", closes_at as "closesAt", fullness
  from night, editions where ended_at is null`

const selectNight = prepareStatement<NightRow>(one)
const selectForUpdate = prepareStatement<NightRow>(sql`${one} for update`)

export const getNight = async (db: Db): Promise<NightRow> => requireRow((await selectNight(db))[0])

/** What is agreed, held until the end of the transaction. */
export async function lockNight(tx: Db): Promise<NightRow> {
  // Whoever waited for the end of an edition finds it over, and asks again for the next one.
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

/** How many are inside, of how many who may be. */
interface Filled {
  inside: number
  capacity: number | null
}

/** Of one moment: the house, and those gates that have a limit of their own. */
export interface Occupancy extends Filled {
  gates: (Filled & { id: number })[]
}

const selectFill = prepareStatement<{ fill: Occupancy }>(sql`select fill_now() as fill`)

const selectLimited = prepareStatement<{ isLimited: boolean }>(sql`
  select exists (select from night where capacity is not null)
    or exists (select from gates where capacity is not null and deleted_at is null) as "isLimited"`)

/** Whether the house or some gate has a limit. */
export const hasLimit = async (db: Db): Promise<boolean> =>
  (await selectLimited(db))[0]?.isLimited === true

/** Counts from what the database keeps; only a gate's limit has it look through the guests. */
export const readOccupancy = async (db: Db): Promise<Occupancy> =>
  requireRow((await selectFill(db))[0]).fill
