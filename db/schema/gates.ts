import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytea } from './images'
import { authSessions, users } from './users'

/**
 * Places of admission; at least one is live. `unknownPolicy` is what a phone that is alone does
 * with a ticket that its roster does not know: stop, or let in and record.
 */
export const gates = pgTable(
  'gates',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    unknownPolicy: text({ enum: ['stop', 'admit'] })
      .notNull()
      .default('stop'),
    /** How many of those let in here may be inside at once; null where nobody counts. */
    capacity: integer(),
    deletedAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    uniqueIndex('gates_name_key')
      .on(sql`public.fold_text(${t.name})`)
      .where(sql`deleted_at is null`),
    check('gates_name_filled', sql`btrim(name) <> ''`),
    check('gates_unknown_policy_known', sql`unknown_policy in ('stop', 'admit')`),
    check('gates_capacity_possible', sql`capacity between 1 and 1000000`),
  ],
)

/** What a device last told of itself; the schema of the API says what each means. */
export interface StoredStatus {
  queue: number
  rosterAt: string | null
  release: string
  battery: number | null
  storage: { used: number; quota: number } | null
  camera: 'on' | 'off' | 'denied' | 'missing'
}

/**
 * A phone at one gate for one shift: joined by a pairing, or of one of the staff. Its cookie
 * bears a secret whose hash stands here. Rows stay, since passages name them.
 */
export const gateDevices = pgTable(
  'gate_devices',
  {
    id: uuid().primaryKey().defaultRandom(),
    gateId: integer()
      .notNull()
      .references(() => gates.id),
    label: text().notNull(),
    /** Of a staff member, whose privilege is read afresh each time, and who may be gone. */
    isStaff: boolean().notNull(),
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    /** The sign-in of the same browser, with which it is signed out. */
    signInId: uuid().references(() => authSessions.id, { onDelete: 'set null' }),
    secretHash: bytea().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** End of the shift. */
    endsAt: timestamp({ withTimezone: true }).notNull(),
    revokedAt: timestamp({ withTimezone: true }),
    leftAt: timestamp({ withTimezone: true }),
    lastSeenAt: timestamp({ withTimezone: true }),
    /** Milliseconds to add to its clock, as they were when they were last found to be others. */
    clockOffset: bigint({ mode: 'number' }).notNull().default(0),
    status: jsonb().$type<StoredStatus>(),
  },
  (t) => [index('gate_devices_by_end').on(t.endsAt), index('gate_devices_by_user').on(t.userId)],
)

/** A QR code that makes one phone a device, once and for ten minutes; and who tried it after. */
export const gatePairings = pgTable(
  'gate_pairings',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    gateId: integer()
      .notNull()
      .references(() => gates.id),
    codeHash: bytea().notNull(),
    madeBy: integer().references(() => users.id, { onDelete: 'set null' }),
    madeAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    /** End of the shift of whoever joins. */
    endsAt: timestamp({ withTimezone: true }).notNull(),
    usedAt: timestamp({ withTimezone: true }),
    deviceId: uuid().references(() => gateDevices.id, { onDelete: 'set null' }),
    /** Tries that were refused, and the last of them: when, and by which kind of device. */
    tries: smallint().notNull().default(0),
    lastTryAt: timestamp({ withTimezone: true }),
    lastTryBy: text(),
  },
  (t) => [uniqueIndex('gate_pairings_code_key').on(t.codeHash)],
)
