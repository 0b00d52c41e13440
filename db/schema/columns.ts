import { type Column, sql } from 'drizzle-orm'
import { customType, integer, text, timestamp, uuid } from 'drizzle-orm/pg-core'

// What columns the house has: PostgreSQL's own kinds, and what is made of them.

export { bigint, boolean, doublePrecision, jsonb, numeric, smallint } from 'drizzle-orm/pg-core'
export { integer, text, timestamp, uuid }

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** The number of a row, which the database gives and nobody sets. */
export const rowId = () => integer().primaryKey().generatedAlwaysAsIdentity()

/** Of what has a number and a name. */
export const named = () => ({ id: rowId(), name: text().notNull() })

/** The number of a row that tells nothing of how many there are. */
export const randomId = () => uuid().primaryKey().defaultRandom()

/** A moment, which has no zone until somebody reads it. */
export const timestamptz = () => timestamp({ withTimezone: true })

/** The moment of the transaction that writes the row, unless that says another. */
export const createdAt = () => timestamptz().notNull().defaultNow()

/** A text as it is compared: without case and diacritics. */
export const normalized = (column: Column) => sql`public.fold_text(${column})`
