import { sql } from 'drizzle-orm'
import type { Db } from '../client'
import { statement } from '../driver'

/** Where the database's clock stands between the times of this edition. */
export interface EditionClock {
  isOver: boolean
  /** Milliseconds to the end of the night; negative after the end, null without times. */
  leftMs: number | null
}

const selectClock = statement<EditionClock>(sql`
  select coalesce(closes_at <= now(), false) as "isOver",
    (extract(epoch from closes_at - now()) * 1000)::float8 as "leftMs"
  from editions where ended_at is null`)

export const getEditionClock = async (db: Db): Promise<EditionClock> =>
  (await selectClock(db))[0] as EditionClock
