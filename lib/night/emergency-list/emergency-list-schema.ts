import { z } from 'zod'
import { idParams, instantResponse } from '@/lib/http/fields'

const SHORTEST = 10

const password = z
  .string('Upišite lozinku.')
  .min(SHORTEST, `Lozinka ima najmanje ${SHORTEST} znakova.`)
  .max(200, 'Lozinka ima najviše 200 znakova.')

/** What packs are sealed with from now on. */
export const packPasswordBody = z.object({ password })

/** The same typed twice: nobody is told what it was. */
export const packPasswordForm = z
  .object({ password, again: z.string() })
  .refine(({ password, again }) => password === again, {
    error: 'Lozinke nisu iste.',
    path: ['again'],
  })

/** The newest one unless named. */
export const packQuery = z.object({ id: idParams.shape.id.optional() })

export const packResponse = z.object({
  id: z.int(),
  /** The moment that the list is of. */
  madeAt: instantResponse,
  guests: z.int(),
  /** How large it is, sealed. */
  bytes: z.int(),
})

export type EmergencyList = z.output<typeof packResponse>

export const packsResponse = z.object({
  hasPassword: z.boolean(),
  /** Whether the night is on, so that one is made every hour. */
  isOn: z.boolean(),
  /** Newest first. */
  packs: z.array(packResponse),
})
