import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { passages } from './passages'
import { users } from './users'

/** What a person decided about somebody who was let in alone and should not have been. */
export const settledObjections = pgTable(
  'settled_objections',
  {
    passage: uuid()
      .primaryKey()
      .references(() => passages.id, { onDelete: 'cascade' }),
    settled: text({ enum: ['stays', 'led_out'] }).notNull(),
    settledBy: integer().references(() => users.id, { onDelete: 'set null' }),
    settledAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  () => [check('settled_objections_known', sql`settled in ('stays', 'led_out')`)],
)
