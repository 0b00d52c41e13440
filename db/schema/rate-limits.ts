import { pgTable } from 'drizzle-orm/pg-core'
import * as c from './columns'

/**
 * Counters of rate limits, in the format of rate-limiter-flexible. `expire` is the end of the window
 * in milliseconds since 1970, by the clocks of the instances. The key is a keyed hash. UNLOGGED:
 * after a crash all counters are 0.
 */
export const rateLimits = pgTable('rate_limits', {
  key: c.text().primaryKey(),
  points: c.integer().notNull(),
  expire: c.bigint({ mode: 'number' }),
})
