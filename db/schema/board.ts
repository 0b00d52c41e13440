import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { gateDevices } from './gates'
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

/** A rehearsal before doors. Its guests are worked out of its number and stored nowhere. */
export const gateDrills = pgTable('gate_drills', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  startedBy: integer().references(() => users.id, { onDelete: 'set null' }),
  startedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** When it is over for everybody; an admin may end it earlier. */
  endsAt: timestamp({ withTimezone: true }).notNull(),
})

/** What a device did in a drill, as far as it has arrived. */
export const gateDrillReports = pgTable(
  'gate_drill_reports',
  {
    drillId: integer()
      .notNull()
      .references(() => gateDrills.id, { onDelete: 'cascade' }),
    deviceId: uuid()
      .notNull()
      .references(() => gateDevices.id, { onDelete: 'cascade' }),
    /** The passages by their ids, so that one which comes twice counts once. */
    passages: jsonb().notNull(),
    facts: jsonb().notNull(),
    receivedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.drillId, t.deviceId] }),
    index('gate_drill_reports_by_device').on(t.deviceId),
  ],
)
