import { getDb } from '@/db/pool'
import { getGuest } from '@/db/queries/guests'
import type { Caller } from '@/lib/api/caller'
import { hasPermission } from '@/lib/auth/rules'
import { notFound } from '@/lib/http/errors'
import { openByNumber } from './access-log'
import { setPresence } from './admit-guest'
import { returnTicket } from './return-ticket'
import { GUEST_MESSAGES } from './rules'
import type { ChangedGuest, Guest, GuestChange } from './schema'
import { sellTicket } from './sell-ticket'
import { toGuestResponse, viewerOf } from './viewers'
import { writeGuest } from './write-guest'

/** Decides which write a change of a guest means. Fields that are as they were change nothing. */
export function changeGuest(id: number, change: GuestChange, user: Caller): Promise<ChangedGuest> {
  if (isPresenceAlone(change)) return setPresence(id, change, user)
  if (change.bought === true) return sellTicket(id, change, user)
  if (change.bought === false) return returnTicket(id, change, user)
  return updateGuest(id, change, user)
}

/** The gate changes presence alone all night, so it is one statement, as for a scanned code. */
const isPresenceAlone = ({ entered, override: _, ...rest }: GuestChange) =>
  entered !== undefined && Object.values(rest).every((value) => value === undefined)

/** Changes texts, list, ban or presence of a guest. Throws what `writeGuest` throws. */
const updateGuest = (id: number, change: GuestChange, user: Caller): Promise<ChangedGuest> =>
  writeGuest(id, change, user, (_, edits) => ({ patch: edits, action: 'changed' }))

/** Throws not_found, also when staff of the desk alone ask for a guest who is no fresher. */
export async function readGuest(id: number, user: Caller): Promise<Guest> {
  await openByNumber(id, user)
  const row = await getGuest(getDb(), id)
  if (!row || (!row.isBrucosi && !hasPermission(user.privilege, 'entry')))
    throw notFound(GUEST_MESSAGES.notThere)
  return toGuestResponse(row, viewerOf(user))
}
