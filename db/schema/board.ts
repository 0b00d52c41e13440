import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import * as c from './columns'
import { gateDevices } from './gates'
import { passages } from './passages'
import { staffId } from './users'

/** An admin's resolution of an offline admission that the server would have refused. */
export const disputeResolutions = pgTable(
  'dispute_resolutions',
  {
    passage: c
      .uuid()
      .primaryKey()
      .references(() => passages.id, { onDelete: 'cascade' }),
    settled: c.text({ enum: ['stays', 'led_out', 'taken_back'] }).notNull(),
    settledBy: staffId(),
    settledAt: c.createdAt(),
  },
  () => [check('dispute_resolutions_known', sql`settled in ('stays', 'led_out', 'taken_back')`)],
)

/**
 * Drills of the gates. The invented guests of a drill are computed from its id and are not stored.
 */
export const gateDrills = pgTable('gate_drills', {
  id: c.rowId(),
  startedBy: staffId(),
  startedAt: c.createdAt(),
  /** Time at which the drill ends on all devices. If an admin ends the drill earlier, that time. */
  endsAt: c.timestamptz().notNull(),
})

/** Reports of one device in a drill, as far as the server has received them. */
export const gateDrillReports = pgTable(
  'gate_drill_reports',
  {
    drillId: c
      .integer()
      .notNull()
      .references(() => gateDrills.id, { onDelete: 'cascade' }),
    deviceId: c
      .uuid()
      .notNull()
      .references(() => gateDevices.id, { onDelete: 'cascade' }),
    /** Passages by id, so that a repeated upload counts once. */
    passages: c.jsonb().notNull(),
    facts: c.jsonb().notNull(),
    receivedAt: c.createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.drillId, t.deviceId] }),
    index('gate_drill_reports_by_device').on(t.deviceId),
  ],
)
