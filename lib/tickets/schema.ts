import { z } from 'zod'
import { EMAIL_META } from '@/lib/http/fields'
import { LOST_TICKET_MESSAGES } from './rules'

const MOST_LETTERS = 254

/** Typed or pasted: spaces and the case of letters mean nothing. */
const typed = z.string().overwrite((text) => text.replace(/\s/g, '').toLowerCase())

/** Who looks for a ticket: a fresher's number, or the address to which the ticket went. */
export const lostTicketBody = z.object({
  who: z.union(
    [typed.regex(/^\d{10}$/), typed.max(MOST_LETTERS).regex(z.regexes.email).meta(EMAIL_META)],
    LOST_TICKET_MESSAGES.who,
  ),
})

/** The same whether there is such a ticket or not. */
export const lostTicketResponse = z.object({ detail: z.string() })
