import { z } from 'zod'
import { instantAnswer } from '@/lib/http/fields'
import { listQuery } from '@/lib/http/list-params'
import { MAIL_STATES } from './rules'

export const mailId = z.object({ id: z.uuid('Neispravna oznaka maila') })

export const mailListQuery = listQuery.extend({
  state: z.enum(MAIL_STATES, 'Nepoznato stanje maila').optional(),
})

export const mailAddress = z.email()

/** A mail without its bodies (spec section 3, Mail record). Times are ISO instants in UTC. */
export const mailAnswer = z.object({
  id: z.uuid(),
  template: z.string(),
  subject: z.string(),
  message: z.string(),
  name: z.string(),
  confCode: z.string().nullable(),
  to_mail: z.string(),
  link: z.string().nullable(),
  state: z.enum(MAIL_STATES),
  attempts: z.int(),
  lastError: z.string().nullable(),
  createdAt: instantAnswer,
  sentAt: instantAnswer.nullable(),
  /** Sent once more on purpose. */
  resend: z.boolean(),
})

export type Mail = z.infer<typeof mailAnswer>

/** Bodies are null until the mail has been put together. */
export const wholeMailAnswer = mailAnswer.extend({
  html: z.string().nullable(),
  text: z.string().nullable(),
  /** The ticket's code still admits its guest, so the mail may be sent once more. */
  resendable: z.boolean(),
})

export type WholeMail = z.infer<typeof wholeMailAnswer>

export const mailCountsAnswer = z.record(z.enum(MAIL_STATES), z.int())

export type MailCounts = z.infer<typeof mailCountsAnswer>
