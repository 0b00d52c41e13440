import { z } from 'zod'

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
