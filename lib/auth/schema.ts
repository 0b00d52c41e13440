import { z } from 'zod'

export const googleSignIn = z.object({
  token: z.string('Nedostaje token').min(1, 'Nedostaje token').max(10_000),
})

export const tokenRefresh = z.object({
  refresh: z.string('Nedostaje token').min(1, 'Nedostaje token').max(10_000),
})

/** A signed-in person as the API shows one. */
export interface Account {
  id: number
  name: string
  email: string
  privilege: number
}
