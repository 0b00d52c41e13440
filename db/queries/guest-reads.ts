import { sql } from 'drizzle-orm'
import type { Db } from '../client'
import { statement } from '../driver'

const add = statement(sql`
  insert into guest_reads (user_id, hour, guests)
  select u.id, date_trunc('hour', now()), (r.value->>1)::int
  from jsonb_array_elements(${sql.placeholder('reads')}::text::jsonb) as r(value)
  join users u on u.id = (r.value->>0)::int
  order by u.id
  on conflict (user_id, hour) do update set guests = guest_reads.guests + excluded.guests`)

/** Adds to what people have looked at this hour; of somebody deleted meanwhile nothing is kept. */
export const addGuestReads = (db: Db, reads: [userId: number, guests: number][]) =>
  add(db, { reads: JSON.stringify(reads) })

const sum = statement<{ userId: number; guests: number }>(sql`
  select user_id as "userId", sum(guests)::int as guests from guest_reads
  where hour >= ${sql.placeholder('from')}::timestamptz and hour < ${sql.placeholder('to')}::timestamptz
  group by user_id order by guests desc, user_id`)

/** What each person has looked at in [from, to), the most first. */
export const sumGuestReads = (db: Db, from: Date, to: Date) =>
  sum(db, { from: from.toISOString(), to: to.toISOString() })

/** Nobody asks after what was looked at a month ago. */
export const deleteOldGuestReads = (db: Db) =>
  db.execute(sql`delete from guest_reads where hour < now() - interval '30 days'`)
