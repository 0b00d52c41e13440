import { index, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns'
import { bytea } from './images'

/**
 * Writes that named themselves by an Idempotency-Key. `id` is the hash of caller, method,
 * path and key; `request` the hash of what was sent. Without a status it is still running,
 * by the process that holds `run`. Kept for a day, since answers may hold people's data.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    id: text().primaryKey(),
    request: text().notNull(),
    run: uuid().notNull(),
    status: smallint(),
    headers: jsonb().$type<Record<string, string>>(),
    answer: bytea(),
    createdAt: moment().notNull().defaultNow(),
  },
  (t) => [index('idempotency_keys_by_time').on(t.createdAt)],
)
