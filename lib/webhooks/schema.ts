import { z } from 'zod'
import { idParams, instantResponse, requiredText, visibleText } from '@/lib/http/fields'
import { listQuery } from '@/lib/http/list-params'
import { patchBody } from '@/lib/http/precondition'
import { DELIVERY_STATES, RECEIVER_STATES, WEBHOOK_EVENTS } from './rules'

export const WEBHOOK_MESSAGES = {
  notThere: 'Prijemnik ne postoji ili je obrisan.',
  noDelivery: 'Dojave više nema: čuvaju se sedam dana.',
  wrongUrl: 'Upišite cijelu adresu koja počinje s https://, bez korisničkog imena i lozinke.',
  isPrivate: 'Ta je adresa u privatnoj mreži. Dojave idu samo na javne adrese.',
  noEvents: 'Odaberite barem jedan događaj.',
  tooMany: 'Prijemnika može biti najviše 20. Obrišite one koji više ne trebaju.',
  notOn: 'Prijemnik je pauziran ili isključen. Najprije ga uključite.',
  onItsWay: 'Ta dojava je već na putu.',
}

const { wrongUrl, noEvents } = WEBHOOK_MESSAGES

const url = visibleText(500, wrongUrl)
  .refine((text) => {
    const read = URL.canParse(text) ? new URL(text) : null
    return read !== null && /^https?:$/.test(read.protocol) && !read.username && !read.password
  }, wrongUrl)
  .meta({ format: 'uri' })

const events = z
  .array(z.enum(WEBHOOK_EVENTS, 'Nepoznat događaj'), noEvents)
  .min(1, noEvents)
  .max(50)
  .transform((chosen) => WEBHOOK_EVENTS.filter((event) => chosen.includes(event)))

const description = requiredText(100, 'Upišite čemu prijemnik služi.')

export const newReceiverBody = z.object({ description, url, events })

/**
 * Schema of the form for a receiver: the events are one text, so that the form can compare them.
 */
export const receiverForm = newReceiverBody.extend({
  events: z
    .string()
    .transform((text) => text.split(',').filter(Boolean) as z.input<typeof events>)
    .pipe(events),
})

/**
 * Change of a receiver. An admin sets only `on` or `paused`. The state `off` follows from failed
 * deliveries.
 */
export const receiverChange = patchBody({
  description,
  url,
  events,
  state: z.enum(['on', 'paused'], 'Stanje može biti samo on ili paused'),
})

/** A receiver without its secret. The API returns a secret only when it is created. */
export const receiverResponse = z.object({
  id: z.int(),
  description: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  state: z.enum(RECEIVER_STATES),
  createdAt: instantResponse,
  lastSuccessAt: instantResponse.nullable(),
  /** Start of the current series of failed attempts, and their number. */
  failingSince: instantResponse.nullable(),
  failures: z.int(),
  /** Number of messages that are queued or being sent. */
  waiting: z.int(),
  /** Time until which the previous secret signs messages too; null without one. */
  oldSecretUntil: instantResponse.nullable(),
})

export const secretResponse = z.object({ secret: z.string(), receiver: receiverResponse })

export const deliveryQuery = listQuery.extend({
  receiver: idParams.shape.id.optional(),
  state: z.enum(DELIVERY_STATES, 'Nepoznato stanje dojave').optional(),
})

export const deliveryId = z.object({ id: z.uuid('Neispravna oznaka dojave') })

/** One message to one receiver, with the result of its last attempt. */
export const deliveryResponse = z.object({
  id: z.uuid(),
  receiverId: z.int(),
  /** Description of the receiver; null if the receiver was deleted. */
  receiver: z.string().nullable(),
  type: z.string(),
  happenedAt: instantResponse,
  createdAt: instantResponse,
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  /** Time of the next attempt; null if none is planned. */
  dueAt: instantResponse.nullable(),
  settledAt: instantResponse.nullable(),
  /**
   * Result of the last attempt: HTTP status, duration in ms, and start of the response body. Status
   * and body are null if there was no response.
   */
  status: z.int().nullable(),
  ms: z.int().nullable(),
  answer: z.string().nullable(),
  lastError: z.string().nullable(),
})

export type NewReceiver = z.output<typeof newReceiverBody>
export type ReceiverChange = z.output<typeof receiverChange>
export type Receiver = z.infer<typeof receiverResponse>
export type Delivery = z.infer<typeof deliveryResponse>
