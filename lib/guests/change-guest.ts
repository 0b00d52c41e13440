import { getDb } from '@/db/pool'
import { getGuest } from '@/db/queries/guests'
import type { Caller } from '@/lib/api/caller'
import { hasPermission } from '@/lib/auth/rules'
import { notFound } from '@/lib/http/errors'
import { requireShownGuest } from './access-log'
import { setPresence } from './admit-guest'
import { returnTicket } from './return-ticket'
import { GUEST_MESSAGES } from './rules'
import type { ChangedGuest, Guest, GuestChange } from './schema'
import { sellTicket } from './sell-ticket'
import { toGuestResponse, viewerOf } from './viewers'
import { writeGuest } from './write-guest'

/**
 * Runs a change of a guest: as a change of presence, a sale, a return of the ticket, or a change of
 * other fields. Fields that keep their value change nothing.
 */
export function changeGuest(id: number, change: GuestChange, user: Caller): Promise<ChangedGuest> {
  if (isPresenceAlone(change)) return setPresence(id, change, user)
  if (change.bought === true) return sellTicket(id, change, user)
  if (change.bought === false) return returnTicket(id, change, user)
  return updateGuest(id, change, user)
}

/**
 * Whether a change sets only the presence. The gate sends such changes all night, so they run as a
 * single statement, like the scan of a code.
 */
const isPresenceAlone = ({ entered, override: _, ...rest }: GuestChange) =>
  entered !== undefined && Object.values(rest).every((value) => value === undefined)

/** Changes the texts, list, ban or presence of a guest. Throws the same errors as `writeGuest`. */
const updateGuest = (id: number, change: GuestChange, user: Caller): Promise<ChangedGuest> =>
  writeGuest(id, change, user, (_, edits) => ({ patch: edits, action: 'changed' }))

/**
 * Returns a guest. Throws forbidden if no search has shown the guest to the user, not_found if the
 * guest does not exist. Users with only the desk permission also get not_found for guests who are
 * not freshers.
 */
export async function readGuest(id: number, user: Caller): Promise<Guest> {
  await requireShownGuest(id, user)
  const row = await getGuest(getDb(), id)
  if (!row || (!row.isBrucosi && !hasPermission(user.privilege, 'entry')))
    throw notFound(GUEST_MESSAGES.notThere)
  return toGuestResponse(row, viewerOf(user))
}
