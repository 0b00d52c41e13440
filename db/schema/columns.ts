import { integer, timestamp } from 'drizzle-orm/pg-core'

/** The number of a row, which the database gives and nobody sets. */
export const rowId = () => integer().primaryKey().generatedAlwaysAsIdentity()

/** A moment, which has no zone until somebody reads it. */
export const moment = () => timestamp({ withTimezone: true })
