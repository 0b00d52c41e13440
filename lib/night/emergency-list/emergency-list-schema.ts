import { z } from 'zod'
import { idParams, instantResponse } from '@/lib/http/fields'

const MIN_PASSWORD_LENGTH = 10

const password = z
  .string('Upišite lozinku.')
  .min(MIN_PASSWORD_LENGTH, `Lozinka ima najmanje ${MIN_PASSWORD_LENGTH} znakova.`)
  .max(200, 'Lozinka ima najviše 200 znakova.')

/** Password that encrypts all later emergency lists. */
export const emergencyPasswordBody = z.object({ password })

/** Form with the password typed twice, since it is never shown. */
export const emergencyPasswordForm = z
  .object({ password, again: z.string() })
  .refine(({ password, again }) => password === again, {
    error: 'Lozinke nisu iste.',
    path: ['again'],
  })

/** Id of the requested list. Without an id, the newest list is returned. */
export const emergencyListQuery = z.object({ id: idParams.shape.id.optional() })

export const emergencyListResponse = z.object({
  id: z.int(),
  /** Time at which the guests were read. */
  madeAt: instantResponse,
  guests: z.int(),
  /** Size of the encrypted list in bytes. */
  bytes: z.int(),
})

export type EmergencyList = z.output<typeof emergencyListResponse>

export const emergencyListsResponse = z.object({
  hasPassword: z.boolean(),
  /** Whether the night is on. A list is then created every hour. */
  isOn: z.boolean(),
  /** Stored emergency lists, newest first. */
  packs: z.array(emergencyListResponse),
})
