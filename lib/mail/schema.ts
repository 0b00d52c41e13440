import { z } from 'zod'
import { listQuery } from '@/lib/http/list-params'
import { MAIL_STATES, type MailState } from './rules'

export const mailId = z.object({ id: z.uuid('Neispravna oznaka maila') })

export const mailListQuery = listQuery.extend({
  state: z.enum(MAIL_STATES, 'Nepoznato stanje maila').optional(),
})

export const mailAddress = z.email()

/** A mail without its bodies (spec section 3, Mail record). Times are ISO instants in UTC. */
export interface Mail {
  id: string
  template: string
  subject: string
  message: string
  name: string
  confCode: string | null
  to_mail: string
  link: string | null
  state: MailState
  attempts: number
  lastError: string | null
  createdAt: string
  sentAt: string | null
  /** Sent once more on purpose. */
  resend: boolean
}

/** Bodies are null until the mail has been put together. */
export interface WholeMail extends Mail {
  html: string | null
  text: string | null
  /** The ticket's code still admits its guest, so the mail may be sent once more. */
  resendable: boolean
}

export type MailCounts = Record<MailState, number>
