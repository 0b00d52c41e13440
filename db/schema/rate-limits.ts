import { pgTable } from 'drizzle-orm/pg-core'
import * as c from './columns'

/**
 * How often something was done in the window that ends at `expire` (milliseconds since
 * 1970, by the instances' clocks), in the form that rate-limiter-flexible writes. The key is
 * a keyed hash. The migration makes the table UNLOGGED: after a crash counting starts anew.
 */
export const rateLimits = pgTable('rate_limits', {
  key: c.text().primaryKey(),
  points: c.integer().notNull(),
  expire: c.bigint({ mode: 'number' }),
})
