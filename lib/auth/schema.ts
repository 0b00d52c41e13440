import { z } from 'zod'
import { instantAnswer } from '@/lib/http/fields'

export const googleSignIn = z.object({
  token: z.string('Nedostaje token').min(1, 'Nedostaje token').max(10_000),
})

export const tokenRefresh = z.object({
  refresh: z.string('Nedostaje token').min(1, 'Nedostaje token').max(10_000),
})

/** A signed-in person as the API shows one. */
export const accountAnswer = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  privilege: z.int().min(0).max(4),
})

export type Account = z.infer<typeof accountAnswer>

export const tokensAnswer = z.object({ access: z.string(), refresh: z.string() })

export const signInAnswer = tokensAnswer.extend({ user: accountAnswer })

/** One place where a person is signed in, by browser or by program. */
export const signInRow = z.object({
  id: z.uuid(),
  /** Browser and system in words; empty where unknown. */
  device: z.string(),
  /** The one that asks. */
  current: z.boolean(),
  createdAt: instantAnswer,
  /** To the minute. */
  lastUsedAt: instantAnswer,
  expiresAt: instantAnswer,
})

export type SignIn = z.infer<typeof signInRow>

export const signInsEndedAnswer = z.object({ ended: z.int() })
