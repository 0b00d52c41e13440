import { sql } from 'drizzle-orm'
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import * as c from './columns'
import { authSessions, staffId } from './users'

/**
 * Places of admission; at least one is live. `unknownPolicy` is what a phone that is alone does
 * with a ticket that its roster does not know: stop, or let in and record.
 */
export const gates = pgTable(
  'gates',
  {
    ...c.named(),
    unknownPolicy: c
      .text({ enum: ['stop', 'admit'] })
      .notNull()
      .default('stop'),
    /** How many of those let in here may be inside at once; null where nobody counts. */
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
    id: c.randomId(),
    gateId: c
      .integer()
      .notNull()
      .references(() => gates.id),
    label: c.text().notNull(),
    /** Of a staff member, whose privilege is read afresh each time, and who may be gone. */
    isStaff: c.boolean().notNull(),
    userId: staffId(),
    /** The sign-in of the same browser, with which it is signed out. */
    signInId: c.uuid().references(() => authSessions.id, { onDelete: 'set null' }),
    secretHash: c.bytea().notNull(),
    createdAt: c.createdAt(),
    /** End of the shift. */
    endsAt: c.timestamptz().notNull(),
    revokedAt: c.timestamptz(),
    leftAt: c.timestamptz(),
    lastSeenAt: c.timestamptz(),
    /** Milliseconds to add to its clock, as they were when they were last found to be others. */
    clockOffset: c.bigint({ mode: 'number' }).notNull().default(0),
    status: c.jsonb().$type<StoredStatus>(),
  },
  (t) => [index('gate_devices_by_end').on(t.endsAt), index('gate_devices_by_user').on(t.userId)],
)

/** A QR code that makes one phone a device, once and for ten minutes; and who tried it after. */
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
    /** End of the shift of whoever joins. */
    endsAt: c.timestamptz().notNull(),
    usedAt: c.timestamptz(),
    deviceId: c.uuid().references(() => gateDevices.id, { onDelete: 'set null' }),
    /** Tries that were refused, and the last of them: when, and by which kind of device. */
    tries: c.smallint().notNull().default(0),
    lastTryAt: c.timestamptz(),
    lastTryBy: c.text(),
  },
  (t) => [uniqueIndex('gate_pairings_code_key').on(t.codeHash)],
)
