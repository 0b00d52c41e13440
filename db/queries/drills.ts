import { sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { queryRows } from '../prepared'

/** Duration of a drill in minutes, if no admin ends it earlier. */
const MAX_DRILL_MINUTES = sql.raw('10')

interface DrillRow {
  id: number
  /** Start and end of the drill as ISO text. */
  startedAt: string
  endsAt: string
}

/**
 * Starts a drill. Returns null if another drill is running. The table lock makes concurrent starts
 * wait for each other.
 */
export async function startDrill(tx: Db, userId: number): Promise<DrillRow | null> {
  await tx.execute(sql`lock table gate_drills in share row exclusive mode`)
  const [row] = await queryRows<DrillRow>(
    tx,
    sql`insert into gate_drills (started_by, ends_at)
      select ${userId}::int, now() + make_interval(mins => ${MAX_DRILL_MINUTES})
      where not exists (select from gate_drills where ends_at > now())
      returning id, started_at as "startedAt", ends_at as "endsAt"`,
  )
  return row ?? null
}

/** Ends the running drill. Returns its id, or null if none runs. */
export async function endDrill(tx: Db): Promise<number | null> {
  const [row] = await queryRows<{ id: number }>(
    tx,
    sql`update gate_drills set ends_at = now() where ends_at > now() returning id`,
  )
  return row?.id ?? null
}

/** Returns the running drill; null if none runs. */
export async function getRunningDrill(db: Db): Promise<{ id: number; endsAt: string } | null> {
  const [row] = await queryRows<{ id: number; endsAt: string }>(
    db,
    sql`select id, ends_at as "endsAt" from gate_drills where ends_at > now() order by id desc limit 1`,
  )
  return row ?? null
}

/**
 * Returns the newest drill of the last 12 hours, which counts as the rehearsal for this night; null
 * if there is none.
 */
export async function getLastDrill(db: Db): Promise<DrillRow | null> {
  const [row] = await queryRows<DrillRow>(
    db,
    sql`select id, started_at as "startedAt", ends_at as "endsAt" from gate_drills
      where started_at > now() - interval '12 hours' order by id desc limit 1`,
  )
  return row ?? null
}

export interface ReportRow {
  deviceId: string
  passages: Record<string, unknown>
  facts: Record<string, unknown>
}

export const listReports = (db: Db, drillId: number): Promise<ReportRow[]> =>
  queryRows(
    db,
    sql`select device_id as "deviceId", passages, facts from gate_drill_reports where drill_id = ${drillId}`,
  )

/**
 * Merges a report of a device into its earlier reports of the drill. Returns all reported passages
 * of the device, or null if the drill ended over an hour ago.
 */
export async function mergeDrillReport(
  db: Db,
  drillId: number,
  { deviceId, passages, facts }: ReportRow,
): Promise<Record<string, unknown> | null> {
  const [row] = await queryRows<{ passages: Record<string, unknown> }>(
    db,
    sql`insert into gate_drill_reports as r (drill_id, device_id, passages, facts)
      select id, ${deviceId}::uuid, ${JSON.stringify(passages)}::text::jsonb, ${JSON.stringify(facts)}::text::jsonb
      from gate_drills where id = ${drillId}::int and ends_at > now() - interval '1 hour'
      on conflict (drill_id, device_id) do update set facts = excluded.facts, received_at = now(),
        passages = r.passages || excluded.passages
      returning passages`,
  )
  return row?.passages ?? null
}
