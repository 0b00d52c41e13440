import type { Db } from '../client'
import { driverOf } from '../driver'

/** Adds to what people have looked at this hour; of somebody deleted meanwhile nothing is kept. */
export async function addGuestReads(db: Db, reads: [userId: number, guests: number][]) {
  await driverOf(db)`
    insert into guest_reads (user_id, hour, guests)
    select u.id, date_trunc('hour', now()), (r.value->>1)::int
    from jsonb_array_elements(${JSON.stringify(reads)}::text::jsonb) as r(value)
    join users u on u.id = (r.value->>0)::int
    on conflict (user_id, hour) do update set guests = guest_reads.guests + excluded.guests`
}

/** What each person has looked at in [from, to), the most first. */
export const sumGuestReads = (
  db: Db,
  from: Date,
  to: Date,
): Promise<{ userId: number; guests: number }[]> =>
  driverOf(db)<{ userId: number; guests: number }[]>`
    select user_id as "userId", sum(guests)::int as guests from guest_reads
    where hour >= ${from.toISOString()}::timestamptz and hour < ${to.toISOString()}::timestamptz
    group by user_id order by guests desc, user_id`

/** Nobody asks after what was looked at a month ago. */
export async function deleteOldGuestReads(db: Db): Promise<void> {
  await driverOf(db)`delete from guest_reads where hour < now() - interval '30 days'`
}
