import { sql } from 'drizzle-orm'
import { check, pgTable } from 'drizzle-orm/pg-core'
import * as c from './columns'

/** What is agreed about the night beside its times, which are the edition's: always one row. */
export const night = pgTable(
  'night',
  {
    id: c.smallint().primaryKey().default(1),
    /** How many may be inside at once; null where nobody counts. */
    capacity: c.integer(),
    /** Whether the home page says how full it is (FULLNESS). */
    fullness: c.boolean().notNull().default(false),
    /** What fallback packs are sealed with: made of the admin's password, which is not kept. */
    packSalt: c.bytea(),
    packKey: c.bytea(),
  },
  () => [
    check('night_single', sql`id = 1`),
    check('night_capacity_possible', sql`capacity between 1 and 1000000`),
    check('night_pack_key_whole', sql`(pack_salt is null) = (pack_key is null)`),
  ],
)

/** Fallback packs: the guest list of a moment, sealed; the last few are kept. */
export const nightPacks = pgTable('night_packs', {
  id: c.rowId(),
  /** The moment that the list is of. */
  madeAt: c.createdAt(),
  guests: c.integer().notNull(),
  salt: c.bytea().notNull(),
  sealed: c.bytea().notNull(),
})
