import { guestColumnOf } from '@/db/catalogue/guests'
import type { GuestRow } from '@/db/queries/guests'
import type { UserRow } from '@/db/queries/users'
import { hasPermission, NO_PRIVILEGES, type Permission } from '@/lib/auth/rules'
import { ServiceError } from '@/lib/http/errors'
import { GUEST_MESSAGES } from './rules'
import type { GuestChange } from './schema'

/**
 * Returns the permission for changing a field, as the catalogue says. Unknown fields need admin,
 * `payment` and `ticket` need tickets.
 */
const permissionFor = (field: string): Permission =>
  field === 'payment' || field === 'ticket'
    ? 'tickets'
    : (guestColumnOf(field)?.changedBy ?? 'admin')

/** Throws forbidden unless the user may change every field that the change sets. */
export function requireFieldPermissions(
  { seen: _, ...change }: Partial<GuestChange>,
  { privilege }: UserRow,
): void {
  for (const [field, value] of Object.entries(change))
    if (value !== undefined && !hasPermission(privilege, permissionFor(field)))
      throw new ServiceError('forbidden', NO_PRIVILEGES)
}

/**
 * Throws forbidden if a user below admin changes a field of the desk (ticket, name, e-mail) of a
 * guest who is not a fresher. Without the entry permission, any change of such a guest is forbidden.
 */
export function requireFresher(guest: GuestRow, change: GuestChange, { privilege }: UserRow): void {
  if (guest.isBrucosi || hasPermission(privilege, 'admin')) return
  const isDeskWork = Object.entries(change).some(
    ([field, value]) => value !== undefined && permissionFor(field) === 'tickets',
  )
  if (isDeskWork || !hasPermission(privilege, 'entry'))
    throw new ServiceError('forbidden', GUEST_MESSAGES.freshersOnly, { code: 'freshers_only' })
}
