import { violates } from '@/db/errors'
import { type Db, getDb } from '@/db/pool'
import { insertActivity, redactActivities } from '@/db/queries/activities'
import { getGuest, lockGuest } from '@/db/queries/guests'
import { findLists, type GuestList } from '@/db/queries/guests-lists'
import {
  getGuestTrace,
  insertGuest,
  markGuestDeleted,
  unmarkGuestDeleted,
} from '@/db/queries/guests-write'
import { insertMail } from '@/db/queries/mails'
import type { UserRow } from '@/db/queries/users'
import { randomUuidV1 } from '@/db/uuid'
import { logActivity } from '@/lib/activities/record'
import { isSendingMail } from '@/lib/config/settings'
import { notFound, requireFound, ServiceError } from '@/lib/http/errors'
import { withMail } from '@/lib/jobs/with-mail'
import { confirmationMail } from '@/lib/mail/ticket-mail'
import { recordPassageOf } from './admit-guest'
import { GUEST_MESSAGES, mayHaveJmbag } from './rules'
import type { Guest, NewGuest, NewGuestInput } from './schema'
import { toActivityFields, toGuestResponse } from './viewers'

const { jmbagTaken, jmbagElsewhere, unknownTag, listGone, notThere } = GUEST_MESSAGES

/** Error for a JMBAG that another guest has (rule 4.8). */
export const jmbagTakenError = () =>
  new ServiceError('conflict', jmbagTaken, { code: 'jmbag_taken' })

const invalid = (field: string, sentence: string, code?: string) =>
  new ServiceError('invalid', sentence, { code, fields: { [field]: [sentence] } })

/**
 * Returns the guest list of a tag. Throws invalid for an unknown tag. Also throws invalid if
 * `jmbag` is set and the list is not the freshers' list, because only freshers have a JMBAG (rule
 * 4.8).
 */
export async function requireList(db: Db, tag: string, jmbag?: string | null): Promise<GuestList> {
  const list = (await findLists(db, [tag])).get(tag)
  if (!list) throw invalid('tag', unknownTag(tag), 'unknown_tag')
  if (!mayHaveJmbag(jmbag, list)) throw invalid('jmbag', jmbagElsewhere)
  return list
}

/**
 * Adds a guest to a list. The deadline and the guest cap of a sponsor do not apply to an admin. A
 * guest with a ticket gets a code and a purchase time, and a confirmation mail if there is an
 * address. Throws invalid (unknown tag) or conflict (another guest has the JMBAG, or the venue is
 * full and the guest is to be inside).
 */
export function createGuest(
  { tag, bought, entered, ...guest }: NewGuestInput,
  user: UserRow,
): Promise<NewGuest> {
  return withMail(async (tx) => {
    const { listId } = await requireList(tx, tag, guest.jmbag)
    const confCode = bought ? randomUuidV1() : null
    const id = await insertGuest(tx, { ...guest, listId, confCode })
    const row = id === null ? null : await getGuest(tx, id)
    if (!row) throw jmbagTakenError()
    const mail = { ...confirmationMail(row), confCode, guestId: row.id }
    const isMailed = confCode !== null && mail.toMail !== ''
    if (isMailed) await insertMail(tx, mail)
    await logActivity(tx, user, 'guests', [null, toActivityFields(row)])
    // Recorded like any admission, so that it obeys the capacity (rule 6.22).
    const guestRow = entered ? (await recordPassageOf(tx, row.id, { entered }, user)).guest : row
    const view = toGuestResponse(guestRow, 'admin')
    const isMailSet = isSendingMail()
    return { ...view, mailedTo: isMailed ? mail.toMail : null, isMailSet }
  })
}

/**
 * Marks a guest as deleted and redacts its personal data in the activity log. The guest no longer
 * appears anywhere, and its code is invalid at the gate (rule 4.17). The row is kept, so that an
 * admin can undo the deletion. Throws not_found.
 */
export function deleteGuest(id: number, user: UserRow): Promise<void> {
  return getDb().transaction(async (tx) => {
    const guest = requireFound(await lockGuest(tx, id), notThere)
    await markGuestDeleted(tx, id)
    await logActivity(tx, user, 'guests', [toActivityFields(guest), null])
    await redactActivities(tx, 'guests', id)
  })
}

/**
 * Undoes the deletion of a guest. A guest who is not deleted is left unchanged. Throws not_found,
 * invalid (unknown tag), or conflict if another guest has the JMBAG now, or if the list of the
 * guest was deleted and no other list is named.
 */
export async function restoreGuest(
  id: number,
  tag: string | undefined,
  user: UserRow,
): Promise<Guest> {
  const undo = getDb().transaction(async (tx) => {
    const trace = await getGuestTrace(tx, id)
    if (!trace || trace.isErased) throw notFound('Gost ne postoji.')
    const list = tag === undefined ? null : await requireList(tx, tag)
    if (await unmarkGuestDeleted(tx, id, list))
      await insertActivity(tx, {
        userId: user.id,
        entity: 'guests',
        entityId: id,
        action: 'restored',
      })
    else if (trace.isDeleted && !trace.hasList)
      throw new ServiceError('conflict', listGone, { code: 'list_gone' })
    const row = requireFound(await getGuest(tx, id), notThere)
    return toGuestResponse(row, 'admin')
  })
  return undo.catch((error: unknown) => {
    throw violates(error, 'guests_live_jmbag_key') ? jmbagTakenError() : error
  })
}
