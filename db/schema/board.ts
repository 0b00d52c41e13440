import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import * as c from './columns'
import { gateDevices } from './gates'
import { passages } from './passages'
import { staffId } from './users'

/** What a person decided about somebody who was let in alone and should not have been. */
export const settledObjections = pgTable(
  'settled_objections',
  {
    passage: c
      .uuid()
      .primaryKey()
      .references(() => passages.id, { onDelete: 'cascade' }),
    settled: c.text({ enum: ['stays', 'led_out', 'taken_back'] }).notNull(),
    settledBy: staffId(),
    settledAt: c.createdAt(),
  },
  () => [check('settled_objections_known', sql`settled in ('stays', 'led_out', 'taken_back')`)],
)

/** A rehearsal before doors. Its guests are worked out of its number and stored nowhere. */
export const gateDrills = pgTable('gate_drills', {
  id: c.rowId(),
  startedBy: staffId(),
  startedAt: c.createdAt(),
  /** When it is over for everybody; an admin may end it earlier. */
  endsAt: c.timestamptz().notNull(),
})

/** What a device did in a drill, as far as it has arrived. */
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
    /** The passages by their ids, so that one which comes twice counts once. */
    passages: c.jsonb().notNull(),
    facts: c.jsonb().notNull(),
    receivedAt: c.createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.drillId, t.deviceId] }),
    index('gate_drill_reports_by_device').on(t.deviceId),
  ],
)
