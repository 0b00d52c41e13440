import { lt } from 'drizzle-orm'
import { type Db, getSql } from '../pool'
import { rateLimits } from '../schema/rate-limits'

interface Statement {
  text: string
  values: (string | number | null)[]
}

/**
 * Store of the rate-limit counters for the library rate-limiter-flexible. Its statements are
 * prepared once per connection.
 */
export const rateLimitStore = {
  query: async ({ text, values }: Statement) => {
    const rows = await getSql().unsafe(text, values, { prepare: true })
    return { rows, rowCount: rows.count }
  },
}

export const RATE_LIMIT_TABLE = 'rate_limits'

export async function deleteOldRateLimits(db: Db): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.expire, Date.now()))
}
