import { z } from 'zod'
import { idParams, instantResponse, requiredText } from '@/lib/http/fields'
import { DEFAULT_KEY_DAYS, KEY_DAYS } from './rules'

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

/** Sign-in of a user on one device: a browser, a program, a gate device, or a key of a program. */
export const signInRow = z.object({
  id: z.uuid(),
  /** Browser and operating system in Croatian; '' if unknown. */
  device: z.string(),
  /**
   * Whether the sign-in opens the admin area. A gate device with an expired session opens only its
   * gate, and a key opens no screen.
   */
  isOffice: z.boolean(),
  /** Name of a key, and the privilege with which it was made. Null for other sign-ins. */
  keyName: z.string().nullable(),
  keyPrivilege: z.int().min(1).max(4).nullable(),
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

/** Active key, with which a program works for its maker (rule 9.18). */
export const keyRow = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Privilege with which the key was made. */
  privilege: z.int().min(1).max(4),
  /** Privilege that the key has now, which is never above that of its maker. */
  effectivePrivilege: z.int().min(0).max(4),
  /** Maker of the key. */
  user: accountResponse,
  createdAt: instantResponse,
  /** Time of the last use, accurate to the minute. Equals `createdAt` before the first use. */
  lastUsedAt: instantResponse,
  expiresAt: instantResponse,
})

export type Key = z.infer<typeof keyRow>

const privilegeMessage = 'Odaberite privilegiju ključa: Admin, Ulaz + karte, Karte ili Ulaz.'
const daysMessage = `Ključ može vrijediti ${KEY_DAYS.join(', ')} dana. Odaberite jedno od toga.`
const DAYS_AS_TEXT = KEY_DAYS.map(String)

export const newKeyBody = z.object({
  name: requiredText(100, 'Upišite čemu ključ služi.'),
  privilege: z
    .union(
      [
        z.int(privilegeMessage).min(1, privilegeMessage).max(4, privilegeMessage),
        z.enum(['1', '2', '3', '4'], privilegeMessage),
      ],
      privilegeMessage,
    )
    .transform(Number),
  /** Days until the end of the key. */
  days: z
    .union([z.literal(KEY_DAYS, daysMessage), z.enum(DAYS_AS_TEXT, daysMessage)], daysMessage)
    .transform((days) => Number(days) as (typeof KEY_DAYS)[number])
    .default(DEFAULT_KEY_DAYS),
})

export type NewKey = z.output<typeof newKeyBody>

export const newKeyResponse = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Bearer token of the key, which is in this response only. */
  token: z.string(),
  expiresAt: instantResponse,
})

export type NewKeyToken = z.infer<typeof newKeyResponse>

const signInId = z.uuid('Neispravan broj prijave')

export const signInParams = z.object({ id: signInId })

/** Path parameters: the id of a user, and the id of one of its sign-ins. */
export const signInOfUserParams = z.object({ ...idParams.shape, signIn: signInId })
