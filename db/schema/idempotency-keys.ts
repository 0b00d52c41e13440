import { index, pgTable } from 'drizzle-orm/pg-core'
import * as c from './columns'

/**
 * Writes that named themselves by an Idempotency-Key. `id` is the hash of caller, method,
 * path and key; `request` the hash of what was sent. Without a status it is still running,
 * by the process that holds `run`. Kept for a day, since answers may hold people's data.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    id: c.text().primaryKey(),
    request: c.text().notNull(),
    run: c.uuid().notNull(),
    status: c.smallint(),
    headers: c.jsonb().$type<Record<string, string>>(),
    answer: c.bytea(),
    createdAt: c.createdAt(),
  },
  (t) => [index('idempotency_keys_by_time').on(t.createdAt)],
)
