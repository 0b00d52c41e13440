import { guestColumnOf } from '@/db/catalogue/guests'
import type { GuestRow } from '@/db/queries/guests'
import type { UserRow } from '@/db/queries/users'
import { hasPermission, NO_PRIVILEGES, type Permission } from '@/lib/auth/rules'
import { ServiceError } from '@/lib/http/errors'
import { GUEST_MESSAGES } from './rules'
import type { GuestChange } from './schema'

/** The permission that a field of a change needs, by the catalogue. The desk decides on the payment. */
const permissionFor = (field: string): Permission =>
  field === 'payment' ? 'tickets' : (guestColumnOf(field)?.changedBy ?? 'admin')

/** Throws forbidden unless the user may change every field that the change sets. */
export function requireFieldPermissions(
  { seen: _, ...change }: Partial<GuestChange>,
  { privilege }: UserRow,
): void {
  for (const [field, value] of Object.entries(change))
    if (value !== undefined && !hasPermission(privilege, permissionFor(field)))
      throw new ServiceError('forbidden', NO_PRIVILEGES)
}

/** Throws forbidden when staff below admin sell to, or name, a guest who is no fresher. */
export function requireFresher(guest: GuestRow, change: GuestChange, { privilege }: UserRow): void {
  if (guest.isBrucosi || hasPermission(privilege, 'admin')) return
  const { bought, name, surname, email } = change
  const isDeskWork = [bought, name, surname, email].some((set) => set !== undefined)
  if (isDeskWork || !hasPermission(privilege, 'entry'))
    throw new ServiceError('forbidden', GUEST_MESSAGES.freshersOnly, { code: 'freshers_only' })
}
