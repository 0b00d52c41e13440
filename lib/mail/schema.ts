import { z } from 'zod'
import { flagInput, instantResponse, wholeNumber } from '@/lib/http/fields'
import { listQuery } from '@/lib/http/list-params'
import { MAIL_STATES, MAIL_TEMPLATES, REQUESTABLE_TEMPLATES } from './rules'

const text = (max: number) => z.string().trim().max(max, `Najviše ${max} znakova`)

/** What a program leaves empty stands for nothing. */
const orNothing = <S extends z.ZodType>(schema: S) =>
  z.union([z.literal('').transform(() => null), schema])

const code = orNothing(z.uuid('Neispravan konfirmacijski kod.').toLowerCase())
const address = orNothing(z.email('Neispravna e-mail adresa'))
const link = orNothing(
  z
    .string()
    .max(2000)
    .regex(/^https?:\/\/\S+$/i, 'Poveznica mora početi s http:// ili https://'),
)

export const mailId = z.object({ id: z.uuid('Neispravna oznaka maila') })

export const mailListQuery = listQuery.extend({
  state: z.enum(MAIL_STATES, 'Nepoznato stanje maila').optional(),
  template: z.enum(MAIL_TEMPLATES, 'Nepoznat predložak').optional(),
  batch: z.uuid('Neispravna oznaka slanja').optional(),
})

export const mailAddress = z.email()

/** A mail of one's own must say something; a ticket's confirmation only whose it is. */
const written = { type: 'string', pattern: '\\S' }

const newMail = z
  .object({
    template: z.enum(REQUESTABLE_TEMPLATES, {
      error: ({ input }) =>
        `Nepoznat predložak${typeof input === 'string' ? `: ${input}` : ''}. Poznati su: ${REQUESTABLE_TEMPLATES.join(', ')}.`,
    }),
    subject: text(200)
      .transform((line) => line.replace(/\s+/g, ' '))
      .default(''),
    message: text(10_000).default(''),
    name: text(200).default(''),
    confCode: code.nullable().default(null),
    to_mail: address.nullable().default(null),
    link: link.nullable().default(null),
  })
  .superRefine((mail, context) => {
    const need = (field: keyof typeof mail, message: string) => {
      if (!mail[field]) context.addIssue({ code: 'custom', path: [field], message })
    }
    if (mail.template === 'ticket-confirmation')
      return need('confCode', 'Nedostaje konfirmacijski kod.')
    need('to_mail', 'Nedostaje adresa primatelja.')
    need('subject', 'Nedostaje naslov.')
    need('message', 'Nedostaje tekst poruke.')
  })
  .meta({
    anyOf: [
      {
        properties: { template: { const: 'ticket-confirmation' }, confCode: written },
        required: ['confCode'],
      },
      {
        properties: {
          template: { not: { const: 'ticket-confirmation' } },
          to_mail: written,
          subject: written,
          message: written,
        },
        required: ['to_mail', 'subject', 'message'],
      },
    ],
  })

export type NewMailInput = z.output<typeof newMail>

/** Mails that one call takes at most, and the bytes that they may have together. */
const MAX_MAILS = 5_000
export const MAILS_BYTES = 8 * 1024 * 1024

export const newMailBody = newMail

export const newMailsBody = z.object({
  emails: z
    .array(newMail, 'Pošaljite popis mailova.')
    .min(1, 'Popis mailova je prazan.')
    .max(MAX_MAILS, `Najviše ${MAX_MAILS} mailova odjednom.`),
})

/**
 * How many mails wait for sending now, and how many were passed over, having been sent before.
 * `batch` names the sending of many, whose progress can be seen.
 */
export const queuedResponse = z.object({
  queued: z.int(),
  skipped: z.int(),
  batch: z.uuid().nullable(),
})

export type Queued = z.infer<typeof queuedResponse>

/** `ids` are those of the queued mails, in the order of the request. */
export const queuedMailsResponse = queuedResponse.extend({ ids: z.array(z.uuid()) })

export type QueuedMails = z.infer<typeof queuedMailsResponse>

/** Guests of the range with neither an address nor a JMBAG cannot be mailed. */
export const queuedRangeResponse = queuedResponse.extend({ withoutAddress: z.int() })

export type QueuedRange = z.infer<typeof queuedRangeResponse>

/** The sentence of rule 7.7. */
export const BAD_RANGE = 'Please enter valid start and end indices.'

const position = z.union(
  [
    z.int(BAD_RANGE).min(1, BAD_RANGE),
    z
      .string()
      .regex(/^0*[1-9]\d{0,8}$/, BAD_RANGE)
      .transform(Number),
  ],
  BAD_RANGE,
)

/** Positions from 1 of all guests with a ticket, both included. */
export const mailRangeBody = z
  .object({ start: position, end: position }, BAD_RANGE)
  .refine(({ start, end }) => start <= end, BAD_RANGE)

export type MailRange = z.output<typeof mailRangeBody>

/** A mail without its bodies (rule 7.9). Times are ISO instants in UTC. */
export const mailResponse = z.object({
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
  createdAt: instantResponse,
  sentAt: instantResponse.nullable(),
  /** Sent once more on purpose. */
  resend: z.boolean(),
})

export type Mail = z.infer<typeof mailResponse>

/** Bodies are null until the mail has been put together. */
export const wholeMailResponse = mailResponse.extend({
  html: z.string().nullable(),
  text: z.string().nullable(),
  /** When one that waits is tried next. */
  nextTryAt: instantResponse.nullable(),
  /** Not on its way, and its ticket's code (if any) still admits: may be sent once more. */
  resendable: z.boolean(),
})

export type WholeMail = z.infer<typeof wholeMailResponse>

export const mailCountsResponse = z.record(z.enum(MAIL_STATES), z.int())

export type MailCounts = z.infer<typeof mailCountsResponse>

// What is asked and answered of sendings of many mails, and what the service tells of mails.

export const batchId = z.object({ id: z.uuid('Neispravna oznaka slanja') })

/** Stopped, a batch's mails wait; those in somebody's hands are finished. */
export const batchChange = z.object({ stopped: flagInput })

export const batchListQuery = z.object({
  limit: wholeNumber(1, 100).default(20),
  offset: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0),
})

export const mailBatchResponse = z.object({
  id: z.uuid(),
  /** range, list or failed; other nouns name their own. */
  kind: z.string(),
  total: z.int(),
  /** Still to be sent. */
  waiting: z.int(),
  failed: z.int(),
  createdAt: instantResponse,
  createdBy: z.string().nullable(),
  stoppedAt: instantResponse.nullable(),
  endedAt: instantResponse.nullable(),
  perMinute: z.int(),
  /** Null while it stands still. */
  secondsLeft: z.int().nullable(),
})

export type MailBatch = z.infer<typeof mailBatchResponse>

/** Whether a mail service is set, and until when it has asked for a rest, in its words. */
export const mailServiceResponse = z.object({
  isSet: z.boolean(),
  pausedUntil: instantResponse.nullable(),
  reason: z.string().nullable(),
})

export type MailServiceState = z.infer<typeof mailServiceResponse>

const said = z.string().optional()

/** The part of Resend's events that is used; there are more kinds, and more in each. */
export const mailEventBody = z.looseObject({
  type: z.string(),
  data: z.looseObject({
    email_id: z.string().max(200).optional(),
    tags: z.record(z.string(), z.string()).optional(),
    bounce: z.looseObject({ message: said, type: said }).optional(),
    failed: z.looseObject({ reason: said }).optional(),
    suppressed: z.looseObject({ message: said }).optional(),
  }),
})

export type MailEventBody = z.output<typeof mailEventBody>
