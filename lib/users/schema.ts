import { z } from 'zod'
import { accountResponse } from '@/lib/auth/schema'
import {
  EMAIL_META,
  instantResponse,
  requiredMessages,
  requiredText,
  requiredVisibleText,
} from '@/lib/http/fields'
import { listQuery } from '@/lib/http/list-params'
import { patchBody } from '@/lib/http/precondition'

export const USER_MESSAGES = {
  incomplete: 'Unesite sve podatke',
  badEmail: 'Neispravna e-mail adresa',
  badPrivilege: 'Privilegija mora biti broj od 0 do 4',
  foreignEmail: (domain: string | undefined) =>
    `E-mail mora biti adresa organizacije${domain ? ` (@${domain})` : ''}, jer se drugom nije moguće prijaviti.`,
  taken: 'Korisnik s tom e-mail adresom već postoji.',
  notThere: 'Korisnik ne postoji ili je obrisan.',
  importStays:
    'Ovaj se uvoz više ne može poništiti: prošao je sat vremena, ili su se njegovi korisnici otad prijavili ili promijenili.',
  lastAdmin: 'Ovo je posljednji admin. Prvo dodijelite privilegiju Admin nekom drugom.',
}

/**
 * Whether a user with this address can ever sign in: staff have addresses of the organisation
 * (rules 9.6 and 9.12). If no domain is configured, as in a demo, any address can.
 */
export const isStaffEmail = (email: string, domain: string | undefined) =>
  !domain || email.toLowerCase().endsWith(`@${domain}`)

const { incomplete, badEmail, badPrivilege } = USER_MESSAGES

/**
 * Messages of the privilege field. A form shows the message of a member of the union, so every
 * member needs them.
 */
const privilegeMessages = requiredMessages(incomplete, badPrivilege)

/**
 * Privilege as a number or as text: 0 nothing, 1 admin, 2 entry, 3 tickets, 4 entry and tickets.
 */
const privilegeInput = z
  .union(
    [
      z.int(privilegeMessages).min(0, badPrivilege).max(4, badPrivilege),
      z.enum(['0', '1', '2', '3', '4'], privilegeMessages),
    ],
    privilegeMessages,
  )
  .transform(Number)

/** E-mail address in lower case, because the sign-in compares addresses in lower case. */
export const emailInput = requiredVisibleText(254, incomplete)
  .toLowerCase()
  .pipe(z.email(badEmail))
  .meta(EMAIL_META)

export const newUserBody = z.object(
  { name: requiredText(100, incomplete), email: emailInput, privilege: privilegeInput },
  incomplete,
)

export type NewUser = z.output<typeof newUserBody>

/** Change of a user. The e-mail address identifies the user, so it cannot change. */
export const userChange = patchBody({
  name: requiredText(100, incomplete),
  privilege: privilegeInput,
})

export type UserChange = z.output<typeof userChange>

export const userListQuery = listQuery.extend({
  privilege: z.enum(['0', '1', '2', '3', '4'], badPrivilege).optional(),
})

export const userResponse = accountResponse

export type User = z.infer<typeof userResponse>

/** Privilege as text, as in the query parameters of the user list. */
export type PrivilegeText = NonNullable<z.input<typeof userListQuery>['privilege']>

/** Number of users with each privilege, and of all users. */
export const userCountsResponse = z.object({
  counts: z.array(z.object({ privilege: z.int().min(0).max(4), count: z.int() })),
  total: z.int(),
})

export type UserCounts = z.infer<typeof userCountsResponse>

/** An import of users that can still be undone. */
export const userImportResponse = z.object({
  id: z.int(),
  at: instantResponse,
  undoUntil: instantResponse,
  createdBy: z.string().nullable(),
  /** Number of users that the import added, and of those whom an undo would delete. */
  added: z.int(),
  unchanged: z.int(),
})

export type UserImport = z.infer<typeof userImportResponse>

/** Number of users that an undo deleted, and of those that stayed. */
export const userImportUndoneResponse = z.object({ undone: z.int(), kept: z.int() })

export type UserImportUndone = z.infer<typeof userImportUndoneResponse>
