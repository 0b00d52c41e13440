import { z } from 'zod'
import { flagInput, instantResponse, wholeNumber } from '@/lib/http/fields'
import { listQuery } from '@/lib/http/list-params'
import { MAIL_STATES, MAIL_TEMPLATES, REQUESTABLE_TEMPLATES } from './rules'

const text = (max: number) => z.string().trim().max(max, `Najviše ${max} znakova`)

/** An empty string counts as null, since programs send '' for missing values. */
const emptyAsNull = <S extends z.ZodType>(schema: S) =>
  z.union([z.literal('').transform(() => null), schema])

const code = emptyAsNull(z.uuid('Neispravan konfirmacijski kod.').toLowerCase())
const address = emptyAsNull(z.email('Neispravna e-mail adresa'))
const link = emptyAsNull(
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

/**
 * JSON Schema of a field that must not be blank. A mail with a written text needs a recipient, a
 * subject and a text. A ticket confirmation needs only the code.
 */
const notBlank = { type: 'string', pattern: '\\S' }

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
        properties: { template: { const: 'ticket-confirmation' }, confCode: notBlank },
        required: ['confCode'],
      },
      {
        properties: {
          template: { not: { const: 'ticket-confirmation' } },
          to_mail: notBlank,
          subject: notBlank,
          message: notBlank,
        },
        required: ['to_mail', 'subject', 'message'],
      },
    ],
  })

export type NewMailInput = z.output<typeof newMail>

/** Maximum number of mails in one request, and maximum size of the request in bytes. */
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
 * Number of queued mails, and of mails that were skipped, for example because they were sent
 * before. `batch` is the id of the mail batch with its progress, or null.
 */
export const queuedResponse = z.object({
  queued: z.int(),
  skipped: z.int(),
  batch: z.uuid().nullable(),
})

export type Queued = z.infer<typeof queuedResponse>

/** `ids` are the ids of the queued mails, in the order of the request. */
export const queuedMailsResponse = queuedResponse.extend({ ids: z.array(z.uuid()) })

export type QueuedMails = z.infer<typeof queuedMailsResponse>

/**
 * `stopped` counts those of the skipped guests whose mail waits in a stopped batch.
 * `withoutAddress` counts guests that have neither an e-mail address nor a JMBAG.
 */
export const queuedRangeResponse = queuedResponse.extend({
  stopped: z.int(),
  withoutAddress: z.int(),
})

export type QueuedRange = z.infer<typeof queuedRangeResponse>

/** Message for invalid positions of `mailRangeBody` (rule 7.7). */
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

/**
 * Range of positions among all guests with a ticket, counted from 1. Start and end are included.
 */
export const mailRangeBody = z
  .object({ start: position, end: position }, BAD_RANGE)
  .refine(({ start, end }) => start <= end, BAD_RANGE)

export type MailRange = z.output<typeof mailRangeBody>

/** Mail without HTML and text (rule 7.9). Times are ISO instants in UTC. */
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
  /** Whether an admin sent the mail again. */
  resend: z.boolean(),
})

export type Mail = z.infer<typeof mailResponse>

/** A mail with its content. HTML and text are null until the mail has been rendered. */
export const wholeMailResponse = mailResponse.extend({
  html: z.string().nullable(),
  text: z.string().nullable(),
  /** Time of the next attempt of a queued mail. */
  nextTryAt: instantResponse.nullable(),
  /** Whether a queued mail waits because its batch is stopped. */
  isStopped: z.boolean(),
  /**
   * Whether the mail may be sent again: it is not queued, its person is not erased, and its
   * confirmation code (if any) is valid.
   */
  resendable: z.boolean(),
})

export type WholeMail = z.infer<typeof wholeMailResponse>

export const mailCountsResponse = z.record(z.enum(MAIL_STATES), z.int())

export type MailCounts = z.infer<typeof mailCountsResponse>

// Schemas of mail batches, and of the events of the mail provider.

export const batchId = z.object({ id: z.uuid('Neispravna oznaka slanja') })

/**
 * Stops or continues a mail batch. Queued mails of a stopped batch stay queued; claimed mails are
 * still sent.
 */
export const batchChange = z.object({ stopped: flagInput })

export const batchListQuery = z.object({
  limit: wholeNumber(1, 100).default(20),
  offset: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0),
})

export const mailBatchResponse = z.object({
  id: z.uuid(),
  /** Kind of the batch: `range`, `list`, `failed`, or a kind that another module defines. */
  kind: z.string(),
  total: z.int(),
  /** Number of mails that are queued or being sent. */
  waiting: z.int(),
  failed: z.int(),
  createdAt: instantResponse,
  createdBy: z.string().nullable(),
  stoppedAt: instantResponse.nullable(),
  endedAt: instantResponse.nullable(),
  perMinute: z.int(),
  /**
   * Estimated time until the last mail of the batch is sent. Null while no mail of the batch is
   * sent.
   */
  secondsLeft: z.int().nullable(),
})

export type MailBatch = z.infer<typeof mailBatchResponse>

/**
 * Whether a mail provider is configured, and a pause that the provider has requested, with its
 * reason.
 */
export const mailServiceResponse = z.object({
  isSet: z.boolean(),
  pausedUntil: instantResponse.nullable(),
  reason: z.string().nullable(),
})

export type MailServiceState = z.infer<typeof mailServiceResponse>

const optionalText = z.string().optional()

/** The fields of Resend's events that are used. */
export const mailEventBody = z.looseObject({
  type: z.string(),
  data: z.looseObject({
    email_id: z.string().max(200).optional(),
    tags: z.record(z.string(), z.string()).optional(),
    bounce: z.looseObject({ message: optionalText, type: optionalText }).optional(),
    failed: z.looseObject({ reason: optionalText }).optional(),
    suppressed: z.looseObject({ message: optionalText }).optional(),
  }),
})

export type MailEventBody = z.output<typeof mailEventBody>
