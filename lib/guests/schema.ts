import { z } from 'zod'
import { flagAnswer, flagInput, instantAnswer } from '@/lib/http/fields'
import { listQuery } from '@/lib/http/list-params'

const personName = z.string().trim().max(100, 'Ime je predugačko')

/**
 * What a change of a guest may hold. Code and purchase time are the server's to make, so
 * a client's own `confCode` and `boughtTicketTime` are read over.
 */
export const guestChange = z
  .object({
    name: personName.optional(),
    surname: personName.optional(),
    bought: flagInput.optional(),
    entered: flagInput.optional(),
  })
  .refine((change) => Object.values(change).some((v) => v !== undefined), 'Nema što promijeniti')

export type GuestChange = z.output<typeof guestChange>

export const guestListQuery = listQuery.extend({
  tag: z.string().max(200).optional(),
  total: z.enum(['0', '1']).default('1'),
})

export const brucosiSearchQuery = z.object({
  jmbag: z
    .string()
    .trim()
    .regex(/^\d{1,10}$/, 'JMBAG smije sadržavati samo znamenke, najviše 10'),
})

export const checkInBody = z.object({ confCode: z.string().max(2000) })

/** A guest as the API shows one (spec section 3). Times are ISO instants in UTC. */
export const guestAnswer = z.object({
  id: z.int(),
  name: z.string(),
  surname: z.string(),
  jmbag: z.string(),
  tag: z.string(),
  bought: flagAnswer,
  entered: flagAnswer,
  confCode: z.string().nullable(),
  boughtTicketTime: instantAnswer.nullable(),
  enteredTime: instantAnswer.nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
})

export type Guest = z.infer<typeof guestAnswer>

/** What was sent in with a JMBAG, for the desk to choose from. */
const signupChoice = z.object({
  id: z.int(),
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  jmbag: z.string(),
  submitted_at: instantAnswer,
})

export type SignupChoice = z.infer<typeof signupChoice>

export const brucosiSearchAnswer = z.object({
  guests: z.array(guestAnswer),
  submissions: z.array(signupChoice),
})

export type BrucosiSearch = z.infer<typeof brucosiSearchAnswer>

/**
 * The guest after a change; `mailedTo` is where the confirmation of this very sale goes.
 * `changed` is false for whoever came second and changed nothing.
 */
export const changedGuestAnswer = guestAnswer.extend({
  mailedTo: z.string().nullable(),
  changed: z.boolean(),
})

export type ChangedGuest = z.infer<typeof changedGuestAnswer>

export const checkInAnswer = z.object({
  verdict: z.enum(['admitted', 'already_inside']),
  guest: guestAnswer,
})

export type CheckIn = z.infer<typeof checkInAnswer>

/** Tickets sold on one day of Zagreb; `date` is dd.mm.yyyy. */
export const todayStatsAnswer = z.object({
  date: z.string(),
  totalEntries: z.int(),
  ticketsBefore12: z.int(),
  ticketsAfter12: z.int(),
})

export type TodayStats = z.infer<typeof todayStatsAnswer>
