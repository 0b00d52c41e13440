import { sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { prepareStatement } from '../prepared'
import { requireRow } from './rows'

/** Current time, and times of the current edition, in ms since 1970 by the database's clock. */
export interface EditionClock {
  now: number
  opensAt: number | null
  closesAt: number | null
  /** `since` and `next`: last and next time at which a set or the night starts or ends. */
  since: number | null
  next: number | null
}

const selectClock = prepareStatement<EditionClock>(sql`
  with edition as (select opens_at, closes_at from editions where ended_at is null),
  boundaries (at) as (
    select unnest(array[opens_at, closes_at]) from edition
    union all select starts_at from sets
    union all select ends_at from sets
  ),
  around as (
    select max(at) filter (where at <= now()) as since, min(at) filter (where at > now()) as next
    from boundaries
  )
  select (extract(epoch from now()) * 1000)::float8 as now,
    (extract(epoch from opens_at) * 1000)::float8 as "opensAt",
    (extract(epoch from closes_at) * 1000)::float8 as "closesAt",
    (extract(epoch from since) * 1000)::float8 as since,
    (extract(epoch from next) * 1000)::float8 as next
  from edition, around`)

export const getEditionClock = async (db: Db): Promise<EditionClock> =>
  requireRow((await selectClock(db))[0])
