import { GUEST_TEXT_FIELDS, guestColumnOf } from '@/db/catalogue/guests'
import { type Db, getDb } from '@/db/client'
import { hasCommitHook } from '@/db/commit-hook'
import { violates } from '@/db/errors'
import { changesBetween } from '@/db/queries/activities'
import { type GuestRow, getGuest } from '@/db/queries/guests'
import { changeTicketWithPayment, type GuestPatch, patchGuest } from '@/db/queries/guests-write'
import { decideAndRecord, type ScanCommand } from '@/db/queries/passages'
import type { UserRow } from '@/db/queries/users'
import { randomUuidV1 } from '@/db/uuid'
import { lowestAvailability, occupancySentence } from '@/lib/admission/capacity'
import { hasCapacityLimit } from '@/lib/admission/occupancy'
import { newPassageId } from '@/lib/admission/rules'
import type { Caller } from '@/lib/api/caller'
import { hasPermission, NO_PRIVILEGES, type Permission } from '@/lib/auth/rules'
import {
  describePayment,
  lockTill,
  paidOutFromShift,
  paymentFor,
  receiptOf,
  type TicketPayment,
} from '@/lib/cash/payment'
import type { Receipt } from '@/lib/cash/schema'
import { isSendingMail } from '@/lib/config/settings'
import { notFound, requireFound, ServiceError } from '@/lib/http/errors'
import { requireUnchanged } from '@/lib/http/precondition'
import { signal } from '@/lib/jobs/signals'
import { confirmationMail } from '@/lib/mail/ticket-mail'
import { getMetrics } from '@/lib/metrics/registry'
import { noteShown, openByNumber } from './access-log'
import { jmbagTakenError, requireList } from './create-delete-restore'
import { canBuy, GUEST_MESSAGES, readConfirmationCode, tagLabel } from './rules'
import type { ChangedGuest, CheckIn, CheckInInput, Guest, GuestChange } from './schema'
import { gateViewerOf, toActivityFields, toGuestResponse, viewerOf } from './viewers'

/**
 * Changes a guest: name, ticket, presence, and for an admin the rest. A ticket makes code,
 * time, mail and job in one statement; marking what is marked already changes nothing and
 * sends nothing. Whoever finds the guest changed meanwhile looks again, so of many at once
 * each sees the truth. Throws forbidden, not_found, invalid (a ticket lacks a name, no such
 * tag), or conflict (the JMBAG is taken, a field is not as it was seen).
 */
export async function changeGuest(
  id: number,
  change: GuestChange,
  user: Caller,
): Promise<ChangedGuest> {
  requireDuties(change, user)
  await openByNumber(id, user)
  const eyes = viewerOf(user)
  const isMailSet = isSendingMail()
  const answer = (guest: GuestRow, changed: boolean, mailedTo: string | null = null) => ({
    ...toGuestResponse(guest, eyes),
    mailedTo,
    isMailSet,
    changed,
  })
  if (isMoveAlone(change)) {
    const { guest, hasMoved } = await moveByName(getDb(), id, change, user)
    return answer(guest, hasMoved)
  }
  for (;;) {
    const before = requireFound(await getGuest(getDb(), id), GUEST_MESSAGES.notThere)
    requireFresher(before, change, user)
    requireUnchanged(change.seen, toGuestResponse(before, eyes))
    const patch = { ...patchFor(before, change), ...(await listFor(before, change)) }
    const moves = change.entered !== undefined && change.entered !== Boolean(before.enteredAt)
    const isPatched = Object.keys(patch).length > 0
    if (!isPatched && !moves) return answer(before, false)
    const mail = patch.confCode ? confirmationMail({ ...before, ...patch }) : undefined
    const trade = await paymentFor(before, patch, change.payment, user)
    const write = async (db: Db) => {
      const done = isPatched
        ? await writeChange(db, { before, patch, mail, trade }, user)
        : { guest: before }
      return done && moves
        ? { ...done, guest: (await moveByName(db, id, change, user)).guest }
        : done
    }
    const isWhole =
      (isPatched && moves) ||
      (trade !== null && paidOutFromShift(trade) !== null) ||
      hasCommitHook()
    const after = await (isWhole ? getDb().transaction(write) : write(getDb())).catch(
      (error: unknown) => {
        throw violates(error, 'guests_live_jmbag_key') ? jmbagTakenError() : error
      },
    )
    if (!after) continue
    if (mail) signal('mails')
    const { guest, ...paid } = after
    return { ...answer(guest, true, mail?.toMail), ...paid }
  }
}

interface Writing {
  before: GuestRow
  patch: GuestPatch
  mail: ReturnType<typeof confirmationMail> | undefined
  trade: TicketPayment | null
}

/** Writes a change with the money that its ticket moves; null when it must be looked at again. */
async function writeChange(
  db: Db,
  { before, patch, mail, trade }: Writing,
  user: UserRow,
): Promise<{ guest: GuestRow; payment?: Receipt } | null> {
  const paid = trade && { paid: [null, describePayment(trade)] satisfies [null, string] }
  const changes = { ...recordOf(before, patch), ...paid }
  const record = { userId: user.id, action: actionOf(patch), changes, mail }
  if (!trade) {
    const guest = await patchGuest(db, before, patch, record)
    return guest && { guest }
  }
  const { move, said } = trade
  const till = paidOutFromShift(trade)
  if (till !== null && !(await lockTill(db, till, said.cents))) return null
  const done = await changeTicketWithPayment(db, before, patch, record, { move, receipt: said })
  return done && { guest: done.guest, payment: receiptOf(said, done) }
}

/** The catalogue says whose work the change of a column is; how a guest is paid for is the desk's. */
const dutyOf = (field: string): Permission =>
  field === 'payment' ? 'tickets' : (guestColumnOf(field)?.changedBy ?? 'admin')

function requireDuties({ seen: _, ...change }: GuestChange, user: UserRow) {
  for (const [field, value] of Object.entries(change))
    if (value !== undefined && !hasPermission(user.privilege, dutyOf(field)))
      throw new ServiceError('forbidden', NO_PRIVILEGES)
}

/** Whoever is no admin sells tickets to freshers, and names no others. */
function requireFresher(guest: GuestRow, change: GuestChange, { privilege }: UserRow) {
  if (guest.isBrucosi || hasPermission(privilege, 'admin')) return
  const { bought, name, surname, email } = change
  const isDeskWork = [bought, name, surname, email].some((set) => set !== undefined)
  if (isDeskWork || !hasPermission(privilege, 'entry'))
    throw new ServiceError('forbidden', GUEST_MESSAGES.freshersOnly, { code: 'freshers_only' })
}

/** Nothing but letting in or out, which the gate does all night: one statement, as for a code. */
const isMoveAlone = ({ entered, override: _, ...rest }: GuestChange) =>
  entered !== undefined && Object.values(rest).every((value) => value === undefined)

/** Only what would be different afterwards. */
function patchFor(before: GuestRow, change: GuestChange): GuestPatch {
  const texts = GUEST_TEXT_FIELDS.filter((f) => change[f] !== undefined && change[f] !== before[f])
  const patch: GuestPatch = Object.fromEntries(texts.map((field) => [field, change[field]]))
  if (change.bought === true && !before.boughtAt) {
    if (!canBuy({ ...before, ...patch }))
      throw new ServiceError('invalid', GUEST_MESSAGES.nameMissing, { code: 'name_missing' })
    patch.confCode = randomUuidV1()
  }
  if (change.bought === false && before.boughtAt) patch.confCode = null
  if (change.banned === false && before.banReason) patch.banReason = null
  const { banReason } = { ...before, ...patch }
  if (change.banned === true && !banReason)
    throw new ServiceError('invalid', BAN_NEEDS_REASON, {
      fields: { banReason: [BAN_NEEDS_REASON] },
    })
  return patch
}

/** A move to another list; also sees to it that only freshers are given a JMBAG. */
async function listFor(before: GuestRow, { tag, jmbag }: GuestChange): Promise<GuestPatch> {
  const isNewJmbag = Boolean(jmbag) && jmbag !== before.jmbag
  if ((tag === undefined || tag === before.tag) && !isNewJmbag) return {}
  const list = await requireList(getDb(), tag ?? before.tag, isNewJmbag ? jmbag : null)
  return list.tag === before.tag ? {} : { list }
}

/** What the record tells of a change: the code itself is nobody's to read there. */
function recordOf(before: GuestRow, { list, confCode, ...texts }: GuestPatch) {
  return changesBetween<Record<string, unknown>>(toActivityFields(before), {
    ...texts,
    ...(list && { tag: tagLabel(list.tag) }),
    ...(confCode !== undefined && { bought: confCode === null ? '0' : '1' }),
  })
}

function actionOf({ confCode }: GuestPatch): string {
  if (confCode) return 'sold'
  return confCode === null ? 'returned' : 'changed'
}

const WHEN_FULL = 'Sljedeći može ući kad netko izađe.'
const BAN_NEEDS_REASON = 'Upišite zašto gost ne smije ući.'

/**
 * Lets in or out by one of the staff, and says so in words where a ban or the limit is against it;
 * null where there is no such guest.
 */
async function moveOf(
  db: Db,
  asked: Pick<ScanCommand, 'who' | 'direction'>,
  override: GuestChange['override'],
  user: UserRow,
) {
  const passed = await decideAndRecord(db, {
    ...asked,
    id: newPassageId(),
    // By name, the gate lets in whom it sees fit; who shows a code has a ticket.
    despite: { ban: override === 'banned', noTicket: true, full: override === 'full' },
    isLimited: asked.direction === 'in' && (await hasCapacityLimit()),
    by: { userId: user.id },
  })
  const { direction } = asked
  getMetrics().scans.inc({ direction, verdict: passed?.verdict ?? 'unknown', decided: 'server' })
  const guest = passed?.guest
  const full = passed?.verdict === 'full' && passed.fill && lowestAvailability(passed.fill)
  if (full)
    throw new ServiceError('conflict', `Puno je. ${occupancySentence(full)} ${WHEN_FULL}`, {
      code: 'full',
    })
  if (passed?.verdict !== 'banned' || !guest) return passed
  const name = `${guest.name} ${guest.surname}`.trim() || 'Ovaj gost'
  const sentence = `${name} ne smije ući: ${guest.banReason}`
  throw new ServiceError('conflict', sentence, { code: 'banned' })
}

async function moveByName(
  db: Db,
  id: number,
  { entered, override }: GuestChange,
  user: UserRow,
): Promise<{ guest: GuestRow; hasMoved: boolean }> {
  const direction = entered ? 'in' : 'out'
  const passed = await moveOf(db, { who: { id }, direction }, override, user)
  if (!passed?.guest) throw notFound(GUEST_MESSAGES.notThere)
  return { guest: passed.guest, hasMoved: ['admitted', 'left'].includes(passed.verdict) }
}

/**
 * Admits the bearer of a scanned code, once: later scans say since when they are inside.
 * Throws forbidden (only an admin overrides), invalid (no code at all), conflict (banned, full,
 * ticket returned) or not_found (unknown code).
 */
export async function admitGuest(
  { confCode, override }: CheckInInput,
  user: Caller,
): Promise<CheckIn> {
  requireDuties({ override }, user)
  const code = readConfirmationCode(confCode)
  if (code === null)
    throw new ServiceError('invalid', GUEST_MESSAGES.invalidCode, { code: 'invalid_qr' })
  const passed = await moveOf(getDb(), { who: { code }, direction: 'in' }, override, user)
  if (passed?.guest) {
    await noteShown(user, [passed.guest])
    return {
      verdict: passed.verdict === 'admitted' ? 'admitted' : 'already_inside',
      guest: toGuestResponse(passed.guest, gateViewerOf(user)),
    }
  }
  if (passed?.verdict === 'returned')
    throw new ServiceError('conflict', GUEST_MESSAGES.ticketReturned, { code: 'ticket_returned' })
  throw new ServiceError('not_found', GUEST_MESSAGES.unknownCode, { code: 'unknown_qr' })
}

/** Throws not_found, also for whoever works at the desk alone and asks for no fresher. */
export async function readGuest(id: number, user: Caller): Promise<Guest> {
  await openByNumber(id, user)
  const row = await getGuest(getDb(), id)
  if (!row || (!row.isBrucosi && !hasPermission(user.privilege, 'entry')))
    throw notFound(GUEST_MESSAGES.notThere)
  return toGuestResponse(row, viewerOf(user))
}
