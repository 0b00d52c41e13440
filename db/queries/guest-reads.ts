import { sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { prepareStatement } from '../prepared'

const add = prepareStatement(sql`
  insert into guest_reads (user_id, hour, guests)
  select u.id, date_trunc('hour', now()), (r.value->>1)::int
  from jsonb_array_elements(${sql.placeholder('reads')}::text::jsonb) as r(value)
  join users u on u.id = (r.value->>0)::int
  order by u.id
  on conflict (user_id, hour) do update set guests = guest_reads.guests + excluded.guests`)

/**
 * Adds the number of guests that each user has viewed to the count of the current hour. Skips users
 * who have been deleted.
 */
export const addGuestReads = (db: Db, reads: [userId: number, guests: number][]) =>
  add(db, { reads: JSON.stringify(reads) })

const show = prepareStatement(sql`
  insert into shown_guests (sign_in_id, guest_id)
  select ${sql.placeholder('signIn')}::uuid, unnest(${sql.placeholder('ids')}::int[])
  on conflict do nothing`)

/**
 * Stores that these guests were shown to a session, which may open them by id from then on (rule
 * 4.15).
 */
export const addShownGuests = (db: Db, signIn: string, ids: number[]) =>
  show(db, { signIn, ids: `{${ids.join()}}` })

// Other sessions of the user count too: after a new sign-in in another tab, a page still shows the
// guests that it found in the earlier session. A key opens only what it was itself shown, and what a
// key was shown opens nothing to others.
const isShown = prepareStatement(sql`
  select from auth_sessions own
    join auth_sessions s on s.user_id = own.user_id
      and (s.id = own.id or (own.key_name is null and s.key_name is null
        and s.last_used_at > now() - interval '12 hours'))
    join shown_guests shown on shown.sign_in_id = s.id
  where own.id = ${sql.placeholder('signIn')} and shown.guest_id = ${sql.placeholder('guest')}
  limit 1`)

/**
 * Whether this guest was shown to this session, or to another session that the same user used in
 * the last 12 hours. A key counts only its own.
 */
export const wasGuestShown = async (db: Db, signIn: string, guest: number): Promise<boolean> =>
  (await isShown(db, { signIn, guest })).length > 0

const sum = prepareStatement<{ userId: number; guests: number }>(sql`
  select user_id as "userId", sum(guests)::int as guests from guest_reads
  where hour >= ${sql.placeholder('from')}::timestamptz and hour < ${sql.placeholder('to')}::timestamptz
  group by user_id order by guests desc, user_id`)

/** Returns the number of guests that each user viewed in [from, to), the largest number first. */
export const sumGuestReads = (db: Db, from: Date, to: Date) =>
  sum(db, { from: from.toISOString(), to: to.toISOString() })

/** Deletes view counts that are older than 30 days, since no screen shows them any more. */
export const deleteOldGuestReads = (db: Db) =>
  db.execute(sql`delete from guest_reads where hour < now() - interval '30 days'`)
