import { type Column, sql } from 'drizzle-orm'
import { integer, timestamp } from 'drizzle-orm/pg-core'

/** The number of a row, which the database gives and nobody sets. */
export const rowId = () => integer().primaryKey().generatedAlwaysAsIdentity()

/** A moment, which has no zone until somebody reads it. */
export const moment = () => timestamp({ withTimezone: true })

/** A text as it is compared: without case and diacritics. */
export const folded = (column: Column) => sql`public.fold_text(${column})`
