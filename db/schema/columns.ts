import { type Column, sql } from 'drizzle-orm'
import { customType, integer, text, timestamp, uuid } from 'drizzle-orm/pg-core'

// Column types of the schema: those of PostgreSQL, and shorthands for frequent columns.

export { bigint, boolean, doublePrecision, jsonb, numeric, smallint } from 'drizzle-orm/pg-core'
export { integer, text, timestamp, uuid }

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Id that the database generates. */
export const rowId = () => integer().primaryKey().generatedAlwaysAsIdentity()

/** Random id, which does not reveal the number of rows. */
export const randomId = () => uuid().primaryKey().defaultRandom()

/** Instant in time; the reader chooses the time zone. */
export const timestamptz = () => timestamp({ withTimezone: true })

/** Start of the transaction that inserts the row, unless the insert sets another time. */
export const createdAt = () => timestamptz().notNull().defaultNow()

/** Normalized text: lower case, without diacritics. */
export const normalized = (column: Column) => sql`public.fold_text(${column})`
