import { z } from 'zod'
import { idParams, instantResponse } from '@/lib/http/fields'

export const googleSignIn = z.object({
  token: z.string('Nedostaje token').min(1, 'Nedostaje token').max(10_000),
})

export const tokenRefresh = z.object({
  refresh: z.string('Nedostaje token').min(1, 'Nedostaje token').max(10_000),
})

/** Signed-in user in a response. */
export const accountResponse = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  privilege: z.int().min(0).max(4),
})

export type Account = z.infer<typeof accountResponse>

export const tokensResponse = z.object({ access: z.string(), refresh: z.string() })

export const signInResponse = tokensResponse.extend({ user: accountResponse })

/** Sign-in of a user on one device: a browser, a program, or a gate device. */
export const signInRow = z.object({
  id: z.uuid(),
  /** Browser and operating system in Croatian; '' if unknown. */
  device: z.string(),
  /**
   * Whether the sign-in opens the admin area. A gate device with an expired session opens only its
   * gate.
   */
  isOffice: z.boolean(),
  /** Name of the gate at which the device admits guests. */
  gate: z.string().nullable(),
  /** Whether this is the sign-in that sends the request. */
  current: z.boolean(),
  createdAt: instantResponse,
  /** Time of the last use, accurate to the minute. */
  lastUsedAt: instantResponse,
  expiresAt: instantResponse,
})

export type SignIn = z.infer<typeof signInRow>

export const signInsEndedResponse = z.object({ ended: z.int() })

const signInId = z.uuid('Neispravan broj prijave')

export const signInParams = z.object({ id: signInId })

/** Path parameters: the id of a user, and the id of one of its sign-ins. */
export const signInOfUserParams = z.object({ ...idParams.shape, signIn: signInId })
