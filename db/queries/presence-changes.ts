import { type SQL, sql } from 'drizzle-orm'

/** SQL condition on a passage `p`: no later passage voids it. */
export const isNotVoid = sql`p.id not in (select voids from passages where voids is not null)`

/** SQL condition on a passage `p`: an admin recorded it only to void another one. It is no scan. */
export const isResolution = sql`(p.voids is not null and p.device_id is null)`

/**
 * SQL: whether guest `g` has an admission or an exit that is not void. `condition` may limit the
 * passages `p`.
 */
export const hasPassage = (condition: SQL): SQL => sql`exists (select from passages p
  where p.guest_id = g.id and p.verdict in ('admitted', 'left') and ${isNotVoid} and ${condition})`

/**
 * SQL: the time of the last admission of a guest of `guests` that is not void; null for a guest who
 * has not come. Unlike `entered_at`, it stays after an exit.
 */
export const lastAdmission = sql<Date | null>`(select max(p.at) from passages p
  where p.guest_id = guests.id and p.verdict = 'admitted' and ${isNotVoid})`.mapWith(
  (at: string) => new Date(at),
)

/**
 * SQL: all admissions and exits of active guests that are not void. `was_in` is whether the guest
 * was inside before, `before` by which gate the guest had come (0: none). An arrival is an
 * admission of a guest who was outside, so a duplicate admission is no arrival. A departure is an
 * exit of a guest who was inside. A scan with the verdict `outside` is an exit here, since the
 * admission before it may have arrived later. `condition` may limit guests `g` and passages `p`; a
 * limit by time may only cut off the end, so that earlier presence is known.
 */
export const presenceChanges = (condition: SQL = sql`true`): SQL => sql`
  select p.id, p.at, p.guest_id, g.list_id, coalesce(p.gate_id, 0) as gate,
    g.bought_at is not null as has_ticket, g.entered_at, coalesce(g.entered_gate, 0) as entered_gate,
    p.verdict = 'admitted' as is_in,
    lag(p.verdict) over of_guest is not distinct from 'admitted' as was_in,
    coalesce(lag(p.gate_id) over of_guest, 0) as before
  from passages p join guests g on g.id = p.guest_id
  where p.verdict in ('admitted', 'left', 'outside') and not (p.verdict = 'outside' and ${isResolution})
    and g.deleted_at is null and ${isNotVoid} and ${condition}
  window of_guest as (partition by p.guest_id order by p.at, p.id)`
