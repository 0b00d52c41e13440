import { z } from 'zod'
import { listQuery } from '@/lib/http/list-params'

/** Flags travel as '0' and '1'; numbers and booleans are accepted too (decisions.md). */
export const flagInput = z
  .union(
    [z.enum(['0', '1']), z.literal(0), z.literal(1), z.boolean()],
    'Vrijednost mora biti 0 ili 1',
  )
  .transform((v) => v === '1' || v === 1 || v === true)

export type Flag = '0' | '1'

export const guestId = z.object({
  id: z.coerce.number('Neispravan broj gosta').int().min(1).max(2_147_483_647),
})

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
export interface Guest {
  id: number
  name: string
  surname: string
  jmbag: string
  tag: string
  bought: Flag
  entered: Flag
  confCode: string | null
  boughtTicketTime: string | null
  enteredTime: string | null
  email: string | null
  phone: string | null
}

export interface SignupChoice {
  id: number
  name: string
  surname: string
  email: string
  jmbag: string
  submitted_at: string
}

export interface BrucosiSearch {
  guests: Guest[]
  submissions: SignupChoice[]
}

/**
 * The guest after a change; `mailedTo` is where the confirmation of this very sale goes.
 * `changed` is false for whoever came second and changed nothing.
 */
export interface ChangedGuest extends Guest {
  mailedTo: string | null
  changed: boolean
}

export interface CheckIn {
  verdict: 'admitted' | 'already_inside'
  guest: Guest
}

export interface TodayStats {
  date: string
  totalEntries: number
  ticketsBefore12: number
  ticketsAfter12: number
}
