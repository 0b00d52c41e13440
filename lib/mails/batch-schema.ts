import { z } from 'zod'
import { flagInput, instantAnswer } from '@/lib/http/fields'

// What is asked and answered of sendings of many mails, and what the service tells of mails.

export const batchId = z.object({ id: z.uuid('Neispravna oznaka slanja') })

/** Stopped, a batch's mails wait; those in somebody's hands are finished. */
export const batchChange = z.object({ stopped: flagInput })

export const batchListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).default(0),
})

export const mailBatchAnswer = z.object({
  id: z.uuid(),
  /** range, list or failed; other nouns name their own. */
  kind: z.string(),
  total: z.int(),
  /** Still to be sent. */
  waiting: z.int(),
  failed: z.int(),
  createdAt: instantAnswer,
  createdBy: z.string().nullable(),
  stoppedAt: instantAnswer.nullable(),
  endedAt: instantAnswer.nullable(),
  perMinute: z.int(),
  /** Null while it stands still. */
  secondsLeft: z.int().nullable(),
})

export type MailBatch = z.infer<typeof mailBatchAnswer>

/** Whether a mail service is set, and until when it has asked for a rest, in its words. */
export const mailServiceAnswer = z.object({
  isSet: z.boolean(),
  pausedUntil: instantAnswer.nullable(),
  reason: z.string().nullable(),
})

export type MailServiceState = z.infer<typeof mailServiceAnswer>

const said = z.string().optional()

/** The part of Resend's events that is used; there are more kinds, and more in each. */
export const mailEventBody = z.looseObject({
  type: z.string(),
  data: z.looseObject({
    email_id: z.string().max(200).optional(),
    tags: z.record(z.string(), z.string()).optional(),
    bounce: z.looseObject({ message: said }).optional(),
    failed: z.looseObject({ reason: said }).optional(),
    suppressed: z.looseObject({ message: said }).optional(),
  }),
})

export type MailEventBody = z.output<typeof mailEventBody>
