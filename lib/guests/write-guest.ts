import { GUEST_TEXT_FIELDS } from '@/db/catalogue/guests'
import { hasCommitHook } from '@/db/commit-hook'
import { violates } from '@/db/errors'
import { type Db, getDb } from '@/db/pool'
import { changesBetween } from '@/db/queries/activities'
import { type GuestRow, getGuest } from '@/db/queries/guests'
import { changeTicketWithPayment, type GuestPatch, patchGuest } from '@/db/queries/guests-write'
import type { UserRow } from '@/db/queries/users'
import type { Caller } from '@/lib/api/caller'
import type { TicketPayment } from '@/lib/cash/payment'
import type { Receipt } from '@/lib/cash/schema'
import { requireFound, ServiceError } from '@/lib/http/errors'
import { requireUnchanged } from '@/lib/http/precondition'
import { signal } from '@/lib/jobs/signals'
import type { confirmationMail } from '@/lib/mail/ticket-mail'
import { requireShownGuest } from './access-log'
import { recordPassageOf } from './admit-guest'
import { jmbagTakenError, requireList } from './create-delete-restore'
import { requireFieldPermissions, requireFresher } from './permissions'
import { GUEST_MESSAGES, tagLabel } from './rules'
import type { ChangedGuest, GuestChange } from './schema'
import { toActivityFields, toChangedGuest, toGuestResponse, viewerOf } from './viewers'

/**
 * A change of a guest. One statement writes the columns, the activity, the mail and the payment.
 */
interface GuestWrite {
  patch: GuestPatch
  action: 'changed' | 'sold' | 'returned'
  mail?: ReturnType<typeof confirmationMail>
  payment?: TicketPayment | null
}

/**
 * Decides the write from the guest as it was read. `edits` are the texts, the ban and the list that
 * differ from the guest.
 */
type Decide = (before: GuestRow, edits: GuestPatch) => GuestWrite | Promise<GuestWrite>

/**
 * Changes a guest: checks the permissions, validates the fields, writes guest and activity in one
 * statement, notifies the mail worker after the commit, and returns the response.
 *
 * The statement writes only if the guest has not changed since it was read (optimistic lock).
 * Otherwise the guest is read again and the write is decided again. A change that also admits the
 * guest is one transaction.
 *
 * Throws forbidden, not_found, invalid (unknown tag, ban without a reason) or conflict (the JMBAG
 * is taken, a field differs from the value that the client last saw).
 */
export async function writeGuest(
  id: number,
  change: GuestChange,
  user: Caller,
  decide: Decide,
): Promise<ChangedGuest> {
  requireFieldPermissions(change, user)
  await requireShownGuest(id, user)
  for (;;) {
    const before = requireFound(await getGuest(getDb(), id), GUEST_MESSAGES.notThere)
    requireFresher(before, change, user)
    // A sale to a guest who has a ticket changes nothing, so it is no conflict (rule 3.9).
    if (!(change.bought && before.boughtAt))
      requireUnchanged(change.seen, toGuestResponse(before, viewerOf(user)))
    const write = await decide(before, await editsOf(before, change))
    const isPatched = Object.keys(write.patch).length > 0
    const moves = change.entered !== undefined && change.entered !== Boolean(before.enteredAt)
    if (!isPatched && !moves) return toChangedGuest(before, user, { changed: false })

    const commit = async (db: Db): Promise<Written | null> => {
      const written = isPatched ? await runWrite(db, before, write, user) : { guest: before }
      if (!written || !moves) return written
      return { ...written, guest: (await recordPassageOf(db, id, change, user)).guest }
    }
    const needsTransaction =
      (isPatched && moves) || Boolean(write.payment?.lockTill) || hasCommitHook()
    const after = await (needsTransaction ? inTransaction(commit) : commit(getDb())).catch(
      (error: unknown) => {
        throw violates(error, 'guests_live_jmbag_key') ? jmbagTakenError() : error
      },
    )
    if (!after) continue
    if (write.mail) signal('mails')
    const { guest, payment } = after
    const response = toChangedGuest(guest, user, { changed: true, mailedTo: write.mail?.toMail })
    return payment ? { ...response, payment } : response
  }
}

interface Written {
  guest: GuestRow
  payment?: Receipt
}

const NOTHING_WRITTEN = new Error('nothing was written')

/**
 * Runs a write in a transaction, and rolls the transaction back if the write returns null. A commit
 * would mark the Idempotency-Key of the request as done, although nothing has been written yet.
 */
const inTransaction = (write: (tx: Db) => Promise<Written | null>): Promise<Written | null> =>
  getDb()
    .transaction(async (tx) => {
      const written = await write(tx)
      if (!written) throw NOTHING_WRITTEN
      return written
    })
    .catch((error: unknown) => {
      if (error === NOTHING_WRITTEN) return null
      throw error
    })

/**
 * Writes the change in the database. Returns null if the guest has changed since it was read, or if
 * the cash shift has ended.
 */
async function runWrite(
  db: Db,
  before: GuestRow,
  { patch, action, mail, payment }: GuestWrite,
  user: UserRow,
): Promise<Written | null> {
  const changes = activityChanges(before, patch)
  if (!payment) {
    const guest = await patchGuest(db, before, patch, { userId: user.id, action, changes, mail })
    return guest && { guest }
  }
  if (payment.lockTill && !(await payment.lockTill(db))) return null
  const paid: [null, string] = [null, payment.description]
  const activity = { userId: user.id, action, changes: { ...changes, paid }, mail }
  const written = await changeTicketWithPayment(db, before, patch, activity, payment)
  return written && { guest: written.guest, payment: payment.completeReceipt(written) }
}

/**
 * Returns the new values of a change that differ from the guest's stored ones, without the ticket
 * and the presence. Throws invalid
 * for a ban without a reason, an unknown tag, or a new JMBAG outside the freshers' list.
 */
async function editsOf(before: GuestRow, change: GuestChange): Promise<GuestPatch> {
  const texts = GUEST_TEXT_FIELDS.filter((f) => change[f] !== undefined && change[f] !== before[f])
  const edits: GuestPatch = Object.fromEntries(texts.map((field) => [field, change[field]]))
  if (change.banned === false && before.banReason) edits.banReason = null
  const { banReason } = { ...before, ...edits }
  if (change.banned === true && !banReason)
    throw new ServiceError('invalid', BAN_NEEDS_REASON, {
      fields: { banReason: [BAN_NEEDS_REASON] },
    })
  return { ...edits, ...(await listChange(before, change)) }
}

const BAN_NEEDS_REASON = 'Upišite zašto gost ne smije ući.'

/**
 * Returns the list that a change moves the guest to; empty if the list stays. Throws invalid for an
 * unknown tag, or for a new JMBAG outside the freshers' list.
 */
async function listChange(before: GuestRow, { tag, jmbag }: GuestChange): Promise<GuestPatch> {
  const isNewJmbag = Boolean(jmbag) && jmbag !== before.jmbag
  if ((tag === undefined || tag === before.tag) && !isNewJmbag) return {}
  const list = await requireList(getDb(), tag ?? before.tag, isNewJmbag ? jmbag : null)
  return list.tag === before.tag ? {} : { list }
}

/** Returns the changed fields for the activity log. The log never contains the code of a ticket. */
function activityChanges(before: GuestRow, { list, confCode, ...texts }: GuestPatch) {
  return changesBetween<Record<string, unknown>>(toActivityFields(before), {
    ...texts,
    ...(list && { tag: tagLabel(list.tag) }),
    ...(confCode !== undefined && { bought: confCode === null ? '0' : '1' }),
  })
}
