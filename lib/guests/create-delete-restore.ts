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
 * Returns the list of a tag. `jmbag` is the JMBAG that the guest would have there, which only freshers may
 * have. Throws invalid, naming an unknown tag.
 */
export async function requireList(db: Db, tag: string, jmbag?: string | null): Promise<GuestList> {
  const list = (await findLists(db, [tag])).get(tag)
  if (!list) throw invalid('tag', unknownTag(tag), 'unknown_tag')
  if (!mayHaveJmbag(jmbag, list)) throw invalid('jmbag', jmbagElsewhere)
  return list
}

/**
 * Adds a guest to a list. The deadline and the cap of a sponsor do not bind an admin. A ticket sets code
 * and time, and queues a mail if there is an address. Throws invalid (unknown tag) or conflict (the JMBAG
 * is on the list).
 */
export function createGuest(
  { tag, bought, ...guest }: NewGuestInput,
  user: UserRow,
): Promise<NewGuest> {
  return withMail(async (tx) => {
    const { listId } = await requireList(tx, tag, guest.jmbag)
    const confCode = bought ? randomUuidV1() : null
    const id = await insertGuest(tx, { ...guest, listId, confCode }, user.id)
    const row = id === null ? null : await getGuest(tx, id)
    if (!row) throw jmbagTakenError()
    const mail = { ...confirmationMail(row), confCode, guestId: row.id }
    const isMailed = confCode !== null && mail.toMail !== ''
    if (isMailed) await insertMail(tx, mail)
    const view = toGuestResponse(row, 'admin')
    await logActivity(tx, user, 'guests', [null, toActivityFields(row)])
    const isMailSet = isSendingMail()
    return { ...view, mailedTo: isMailed ? mail.toMail : null, isMailSet }
  })
}

/**
 * Marks a guest as deleted and removes the name from the activity log. The guest appears nowhere, and the
 * code admits no one. The row stays for an undo. Throws not_found.
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
 * Undoes a deletion. A guest who is not deleted stays as is. Throws not_found, invalid (unknown tag), or
 * conflict when another guest has the JMBAG by then, or the list was deleted and no other is named.
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
