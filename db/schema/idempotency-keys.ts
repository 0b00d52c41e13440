import { index, pgTable } from 'drizzle-orm/pg-core'
import * as c from './columns'

/**
 * Requests with an Idempotency-Key. `id` is the hash of caller, method, path and key;
 * `requestHash` is the hash of the body. While `status` is null, the request is running; `runId`
 * identifies the attempt. Rows are purged after a day, since responses may contain personal data.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    id: c.text().primaryKey(),
    requestHash: c.text().notNull(),
    runId: c.uuid().notNull(),
    status: c.smallint(),
    headers: c.jsonb().$type<Record<string, string>>(),
    answer: c.bytea(),
    createdAt: c.createdAt(),
  },
  (t) => [index('idempotency_keys_by_time').on(t.createdAt)],
)
