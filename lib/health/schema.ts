import { z } from 'zod'
import { instantResponse } from '@/lib/http/fields'

const count = z.int().min(0)

/** Health report of the responding instance, the database, the mails and the gate. */
export const healthReport = z.object({
  at: instantResponse,
  version: z.string(),
  /** Start time of this instance. */
  since: instantResponse,
  database: z.enum(['ok', 'full', 'unreachable', 'slow']),
  mails: z
    .object({
      isSending: z.boolean().describe('Whether a mail service is configured'),
      waiting: count.describe('Queued mails outside of mail batches'),
      oldest: count.describe('Age of the oldest of them, in seconds'),
      ofBatches: count,
      failed: count.describe('Mails that failed for good within the last day'),
    })
    .nullable()
    .describe('Null if the database does not respond'),
  gate: z
    .object({
      alive: count,
      silent: count,
      doubles: count.describe('Unresolved duplicate admissions'),
    })
    .nullable(),
  bulkJobs: count.nullable(),
  failures: z.object({
    lastHour: count,
    last: z.array(
      z.object({
        at: instantResponse,
        id: z.string().describe('Request id or error digest, as in the log and the error message'),
        route: z.string(),
        status: z.int().nullable().describe('Null for a page that failed after its first bytes'),
      }),
    ),
  }),
  load: z.object({
    requestsPerMinute: count,
    busy: z.number().min(0).max(1).describe('Share of the time in which the event loop was busy'),
    streams: count,
    waiting: count.describe('Statements that wait for a connection to the database'),
    memory: count.describe('Bytes'),
  }),
})
export type HealthReport = z.infer<typeof healthReport>
