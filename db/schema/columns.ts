import { type Column, sql } from 'drizzle-orm'
import { customType, integer, text, timestamp, uuid } from 'drizzle-orm/pg-core'

// Column types of the schema: those of PostgreSQL, and shorthands for frequent columns.

export { bigint, boolean, doublePrecision, jsonb, numeric, smallint } from 'drizzle-orm/pg-core'
export { integer, text, timestamp, uuid }

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Integer id that the database generates. */
export const rowId = () => integer().primaryKey().generatedAlwaysAsIdentity()

/** Random id, which does not reveal the number of rows. */
export const randomId = () => uuid().primaryKey().defaultRandom()

/**
 * A point in time (PostgreSQL type `timestamptz`). It has no time zone of its own; the reader
 * chooses one.
 */
export const timestamptz = () => timestamp({ withTimezone: true })

/** Time of the insert (start of its transaction), unless the insert sets another time. */
export const createdAt = () => timestamptz().notNull().defaultNow()

/** Normalized text: lower case, without diacritics. */
export const normalized = (column: Column) => sql`public.fold_text(${column})`
