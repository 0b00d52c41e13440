import { z } from 'zod'
import { EMAIL_META } from '@/lib/http/fields'
import { withoutInvisible } from '@/lib/text/clean'
import { LOST_TICKET_MESSAGES } from './rules'

const MAX_LENGTH = 254

/**
 * Typed or pasted text: spaces and invisible characters are removed, and letters become lower case.
 */
const typed = z
  .string()
  .overwrite((text) => withoutInvisible(text).replace(/\s/g, '').toLowerCase())

/** Request for a lost ticket: the JMBAG of a fresher, or the e-mail address that got the ticket. */
export const lostTicketBody = z.object({
  who: z.union(
    [typed.regex(/^\d{10}$/), typed.max(MAX_LENGTH).regex(z.regexes.email).meta(EMAIL_META)],
    LOST_TICKET_MESSAGES.who,
  ),
})

/**
 * Response to a request for a lost ticket, the same whether there is such a ticket or not (rule
 * 7.14).
 */
export const lostTicketResponse = z.object({ detail: z.string() })
