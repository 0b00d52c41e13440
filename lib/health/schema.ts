import { z } from 'zod'
import { instantResponse } from '@/lib/http/fields'

const count = z.int().min(0)

/** How the festival's machine does, as a person is told it; of the instance that answers, and of the database. */
export const healthReport = z.object({
  at: instantResponse,
  version: z.string(),
  /** When this instance was started. */
  since: instantResponse,
  database: z.enum(['ok', 'full', 'unreachable', 'slow']),
  mails: z
    .object({
      isSending: z.boolean().describe('Whether a mail service is set'),
      waiting: count.describe('Of no sending to many'),
      oldest: count.describe('Seconds that the oldest of those has waited'),
      ofBatches: count,
      failed: count.describe('Given up within a day'),
    })
    .nullable()
    .describe('Null where the database does not tell'),
  gate: z
    .object({ alive: count, silent: count, doubles: count.describe('Settled by nobody') })
    .nullable(),
  bulkJobs: count.nullable(),
  failures: z.object({
    lastHour: count,
    last: z.array(
      z.object({
        at: instantResponse,
        id: z.string().describe('What the log and the person call it'),
        route: z.string(),
        status: z.int().nullable().describe('Null for a page that broke behind its first bytes'),
      }),
    ),
  }),
  load: z.object({
    requestsPerMinute: count,
    busy: z.number().min(0).max(1).describe('Part of the time in which there was work'),
    streams: count,
    waiting: count.describe('Statements behind all connections to the database'),
    memory: count.describe('Bytes'),
  }),
})
export type HealthReport = z.infer<typeof healthReport>
