import { sql } from 'drizzle-orm'
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import * as c from './columns'
import { authSessions, staffId } from './users'

/**
 * Gates; at least one is active. `unknownPolicy` decides for an offline device whether a ticket
 * that its roster does not contain is refused or admitted and recorded.
 */
export const gates = pgTable(
  'gates',
  {
    id: c.rowId(),
    name: c.text().notNull(),
    unknownPolicy: c
      .text({ enum: ['stop', 'admit'] })
      .notNull()
      .default('stop'),
    /** Maximum number of guests inside who were admitted at this gate; null for no limit. */
    capacity: c.integer(),
    deletedAt: c.timestamptz(),
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

/** Last status report of a device; the schema of the API explains the fields. */
export interface StoredStatus {
  queue: number
  rosterAt: string | null
  release: string
  battery: number | null
  storage: { used: number; quota: number } | null
  camera: 'on' | 'off' | 'denied' | 'missing'
}

/**
 * Gate devices: a phone at one gate for one gate shift, registered by pairing or by a staff
 * sign-in. Its cookie contains a secret; the row stores the hash. Rows are never deleted one by
 * one, since passages refer to them.
 */
export const gateDevices = pgTable(
  'gate_devices',
  {
    id: c.randomId(),
    gateId: c
      .integer()
      .notNull()
      .references(() => gates.id),
    label: c.text().notNull(),
    /**
     * Whether a staff sign-in registered the device. Then each request checks the user's current
     * privilege.
     */
    isStaff: c.boolean().notNull(),
    userId: staffId(),
    /** Sign-in of the same browser. Signing out there also unregisters the device. */
    signInId: c.uuid().references(() => authSessions.id, { onDelete: 'set null' }),
    secretHash: c.bytea().notNull(),
    createdAt: c.createdAt(),
    /** End of the gate shift. */
    endsAt: c.timestamptz().notNull(),
    revokedAt: c.timestamptz(),
    leftAt: c.timestamptz(),
    lastSeenAt: c.timestamptz(),
    /** Milliseconds to add to the device's clock to get the server's time. */
    clockOffset: c.bigint({ mode: 'number' }).notNull().default(0),
    status: c.jsonb().$type<StoredStatus>(),
  },
  (t) => [index('gate_devices_by_end').on(t.endsAt), index('gate_devices_by_user').on(t.userId)],
)

/** Pairings: a QR code registers one device, once, within ten minutes. */
export const gatePairings = pgTable(
  'gate_pairings',
  {
    id: c.rowId(),
    gateId: c
      .integer()
      .notNull()
      .references(() => gates.id),
    codeHash: c.bytea().notNull(),
    madeBy: staffId(),
    madeAt: c.createdAt(),
    expiresAt: c.timestamptz().notNull(),
    /** End of the gate shift of the device that pairs. */
    endsAt: c.timestamptz().notNull(),
    usedAt: c.timestamptz(),
    deviceId: c.uuid().references(() => gateDevices.id, { onDelete: 'set null' }),
    /**
     * Number of refused attempts to use the code, with time and kind of device of the last attempt.
     */
    tries: c.smallint().notNull().default(0),
    lastTryAt: c.timestamptz(),
    lastTryBy: c.text(),
  },
  (t) => [uniqueIndex('gate_pairings_code_key').on(t.codeHash)],
)
