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

const show = statement(sql`
  insert into shown_guests (sign_in_id, guest_id)
  select ${sql.placeholder('signIn')}::uuid, unnest(${sql.placeholder('ids')}::int[])
  on conflict do nothing`)

/** Remembers that a search has shown these guests to a sign-in. */
export const addShownGuests = (db: Db, signIn: string, ids: number[]) =>
  show(db, { signIn, ids: `{${ids.join()}}` })

const isShown = statement(sql`
  select from shown_guests
  where sign_in_id = ${sql.placeholder('signIn')} and guest_id = ${sql.placeholder('guest')}`)

/** Whether a search has shown this guest to a sign-in. */
export const wasGuestShown = async (db: Db, signIn: string, guest: number): Promise<boolean> =>
  (await isShown(db, { signIn, guest })).length > 0

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
