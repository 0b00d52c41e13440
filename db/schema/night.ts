import { sql } from 'drizzle-orm'
import { check, pgTable } from 'drizzle-orm/pg-core'
import * as c from './columns'

/** Settings of the event night; its times are in `editions`. Always one row. */
export const night = pgTable(
  'night',
  {
    id: c.smallint().primaryKey().default(1),
    /** Maximum number of guests inside; null for no limit. */
    capacity: c.integer(),
    /** Whether the home page shows the crowd level. */
    showCrowdLevel: c.boolean().notNull().default(false),
    /**
     * Salt and encryption key of emergency lists. The key is derived from a password that is not
     * stored.
     */
    emergencySalt: c.bytea(),
    emergencyKey: c.bytea(),
  },
  () => [
    check('night_single', sql`id = 1`),
    check('night_capacity_possible', sql`capacity between 1 and 1000000`),
    check('night_emergency_key_whole', sql`(emergency_salt is null) = (emergency_key is null)`),
  ],
)

/** Emergency lists: encrypted snapshots of all ticket holders. Old ones are purged. */
export const emergencyLists = pgTable('emergency_lists', {
  id: c.rowId(),
  /** Time of the snapshot. */
  madeAt: c.createdAt(),
  guests: c.integer().notNull(),
  salt: c.bytea().notNull(),
  sealed: c.bytea().notNull(),
})
