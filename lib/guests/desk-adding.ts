import { getDb } from '@/db/pool'
import { mayDeskAdd } from '@/db/queries/festival'
import { getGuest } from '@/db/queries/guests'
import { insertGuest } from '@/db/queries/guests-write'
import { getSignup } from '@/db/queries/signups'
import type { UserRow } from '@/db/queries/users'
import { logActivity } from '@/lib/activities/record'
import type { Caller } from '@/lib/api/caller'
import { hasPermission } from '@/lib/auth/rules'
import { requireFound, ServiceError } from '@/lib/http/errors'
import { recordOf } from '@/lib/text/keys'
import { recordFoundGuests } from './access-log'
import { jmbagTakenError, requireList } from './create-delete-restore'
import { OPTIONAL_TEXT_FIELDS } from './fields'
import { DESK_MESSAGES } from './rules'
import type { Guest } from './schema'
import { toActivityFields, toGuestResponse, viewerOf } from './viewers'

/** Whether a user may put a student who signed up on the freshers' list (rule 3.14). */
export const mayAddSignedUp = async ({ privilege }: UserRow): Promise<boolean> =>
  hasPermission(privilege, 'admin') ||
  (hasPermission(privilege, 'tickets') && (await mayDeskAdd(getDb())))

/**
 * Puts a student who signed up on the freshers' list, without a ticket. Throws forbidden if the
 * user may not add students, not_found without the sign-up, conflict if a guest has the JMBAG.
 */
export async function addSignedUp(signupId: number, user: Caller): Promise<Guest> {
  if (!(await mayAddSignedUp(user)))
    throw new ServiceError('forbidden', DESK_MESSAGES.adminAdds, { code: 'admin_adds' })
  const row = await getDb().transaction(async (tx) => {
    const signup = requireFound(await getSignup(tx, signupId), DESK_MESSAGES.signupGone)
    const { name, surname, jmbag, email } = signup
    const { listId } = await requireList(tx, '', jmbag)
    const guest = { ...recordOf(OPTIONAL_TEXT_FIELDS, () => null), name, surname, jmbag, email }
    const id = await insertGuest(tx, { ...guest, listId, confCode: null })
    const row = id === null ? null : await getGuest(tx, id)
    if (!row) throw jmbagTakenError()
    await logActivity(tx, user, 'guests', [null, toActivityFields(row)])
    return row
  })
  // Lets the desk open the new guest by id, because the desk sells a ticket to the student next.
  await recordFoundGuests(user, [row])
  return toGuestResponse(row, viewerOf(user))
}
