import type { Db } from '../client'
import { driverOf } from '../driver'

/** Seconds until the asked calls may be made; `pausedFor` is above 0 while none may be. */
export interface Turn {
  wait: number
  pausedFor: number
}

/**
 * Reserves so many calls at this rate behind those of all other instances. While the service
 * has asked for a pause nothing is reserved.
 */
export async function reserveCalls(db: Db, calls: number, perSecond: number): Promise<Turn> {
  const taken = calls / perSecond
  const [turn] = await driverOf(db)<Turn[]>`
    insert into mail_service as s (id, free_at)
    values (1, clock_timestamp() + make_interval(secs => ${taken}))
    on conflict (id) do update set free_at = case
      when s.paused_until > clock_timestamp() then s.free_at
      else greatest(s.free_at, clock_timestamp()) + make_interval(secs => ${taken}) end
    returning
      greatest(extract(epoch from free_at - clock_timestamp())::float - ${taken}::float, 0) as wait,
      greatest(extract(epoch from paused_until - clock_timestamp())::float, 0) as "pausedFor"`
  if (!turn) throw new Error('the turn at the mail service was not stored')
  return { wait: turn.wait, pausedFor: turn.pausedFor ?? 0 }
}

/** Lets every instance wait with all mail; the longest of several pauses counts. */
export async function pauseService(db: Db, seconds: number, reason: string): Promise<void> {
  await driverOf(db)`
    insert into mail_service as s (id, paused_until, reason)
    values (1, clock_timestamp() + make_interval(secs => ${seconds}), ${reason})
    on conflict (id) do update set reason = ${reason},
      paused_until = greatest(s.paused_until, excluded.paused_until)`
}

/** Until when all mail waits, and why; null when it does not. */
export async function getPause(db: Db): Promise<{ until: Date; reason: string } | null> {
  const [row] = await driverOf(db)<{ until: string; reason: string }[]>`
    select paused_until as until, reason from mail_service where paused_until > clock_timestamp()`
  return row ? { until: new Date(row.until), reason: row.reason } : null
}
