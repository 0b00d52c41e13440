import { z } from 'zod'
import { idParams, instantResponse } from '@/lib/http/fields'

export const googleSignIn = z.object({
  token: z.string('Nedostaje token').min(1, 'Nedostaje token').max(10_000),
})

export const tokenRefresh = z.object({
  refresh: z.string('Nedostaje token').min(1, 'Nedostaje token').max(10_000),
})

/** A signed-in person as the API shows one. */
export const accountResponse = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  privilege: z.int().min(0).max(4),
})

export type Account = z.infer<typeof accountResponse>

export const tokensResponse = z.object({ access: z.string(), refresh: z.string() })

export const signInResponse = tokensResponse.extend({ user: accountResponse })

/** One place where a person is signed in: a browser, a program, or a phone at a gate. */
export const signInRow = z.object({
  id: z.uuid(),
  /** Browser and system in words; empty where unknown. */
  device: z.string(),
  /** Whether it opens the office; a phone whose sign-in has run out opens its gate alone. */
  isOffice: z.boolean(),
  /** The gate at which it lets guests in. */
  gate: z.string().nullable(),
  /** The one that asks. */
  current: z.boolean(),
  createdAt: instantResponse,
  /** To the minute. */
  lastUsedAt: instantResponse,
  expiresAt: instantResponse,
})

export type SignIn = z.infer<typeof signInRow>

export const signInsEndedResponse = z.object({ ended: z.int() })

const signInId = z.uuid('Neispravan broj prijave')

export const signInParams = z.object({ id: signInId })

/** A sign-in of a person of the staff. */
export const signInOfUserParams = z.object({ ...idParams.shape, signIn: signInId })
