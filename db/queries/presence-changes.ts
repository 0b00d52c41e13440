import { type SQL, sql } from 'drizzle-orm'

/** Of passages `p`: those that no later one takes back. */
export const isNotVoid = sql`p.id not in (select takes_back from passages where takes_back is not null)`

/**
 * Everything that let a live guest in or out and still holds; `was_in` is whether the guest was
 * inside just before, and by which gate (0: none) that was. Only who was outside comes in, and
 * only who was inside goes out: a double is no arrival. What somebody did later rewrites nothing.
 * `isMeant` narrows it by guest `g` and passage `p`: by time only to an end.
 */
export const movesOfLive = (isMeant: SQL = sql`true`): SQL => sql`
  select p.id, p.at, p.guest_id, g.list_id, coalesce(p.gate_id, 0) as gate,
    g.bought_at is not null as has_ticket, g.entered_at, coalesce(g.entered_gate, 0) as entered_gate,
    p.verdict = 'admitted' as is_in,
    lag(p.verdict) over mine is not distinct from 'admitted' as was_in,
    coalesce(lag(p.gate_id) over mine, 0) as before
  from passages p join guests g on g.id = p.guest_id
  where p.verdict in ('admitted', 'left') and g.deleted_at is null and ${isNotVoid} and ${isMeant}
  window mine as (partition by p.guest_id order by p.at, p.id)`
