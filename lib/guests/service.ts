import { type Db, getDb, now } from '@/db/client'
import { insertActivity } from '@/db/queries/activities'
import {
  admitByCode,
  type GuestPatch,
  type GuestRow,
  getGuest,
  lockGuest,
  updateGuest,
} from '@/db/queries/guests'
import { getMailedCode } from '@/db/queries/mail'
import type { UserRow } from '@/db/queries/users'
import { type Duty, may, NO_PRIVILEGES } from '@/lib/auth/permissions'
import { getConfig } from '@/lib/config'
import { notFound, ServiceError } from '@/lib/http/errors'
import { queueMail } from '@/lib/mail/service'
import { studentEmail } from '@/lib/signups/rules'
import { randomUuidV1 } from './conf-code'
import { GUEST_MESSAGES } from './messages'
import { canBuy, isConfirmationCode } from './rules'
import type { ChangedGuest, CheckIn, Guest, GuestChange } from './schema'
import { viewGuest } from './view'

/**
 * Changes a guest: name, ticket, presence. A ticket makes code, time and mail in this one
 * transaction; marking what is marked already changes nothing and sends nothing.
 * Throws forbidden, not_found, or invalid when a ticket lacks a name.
 */
export async function changeGuest(
  id: number,
  change: GuestChange,
  user: UserRow,
): Promise<ChangedGuest> {
  requireDuties(change, user)
  return getDb().transaction(async (tx) => {
    const before = await lockGuest(tx, id)
    if (!before) throw notFound('Gost ne postoji ili je obrisan.')
    const patch = patchFor(before, change)
    if (Object.keys(patch).length === 0) return { ...viewGuest(before), mailedTo: null }

    const moments = await updateGuest(tx, id, patch)
    await insertActivity(tx, {
      userId: user.id,
      entity: 'guests',
      entityId: id,
      action: actionOf(patch),
      changes: change,
    })
    const after: GuestRow = { ...before, ...patch, ...moments }
    const mailedTo = patch.confCode ? await confirmTicket(tx, after) : null
    return { ...viewGuest(after), mailedTo }
  })
}

/** Ticket and names are the desk's to change, presence is the gate's (decisions.md). */
function requireDuties(change: GuestChange, user: UserRow) {
  const needed = new Set<Duty>()
  if (change.entered !== undefined) needed.add('entry')
  if (change.bought !== undefined || change.name !== undefined || change.surname !== undefined)
    needed.add('tickets')
  for (const duty of needed)
    if (!may(user.privilege, duty)) throw new ServiceError('forbidden', NO_PRIVILEGES)
}

/** Only what would be different afterwards. */
function patchFor(before: GuestRow, change: GuestChange): GuestPatch {
  const patch: GuestPatch = {}
  if (change.name !== undefined && change.name !== before.name) patch.name = change.name
  if (change.surname !== undefined && change.surname !== before.surname)
    patch.surname = change.surname

  if (change.bought === true && !before.boughtAt) {
    if (!canBuy({ ...before, ...patch }))
      throw new ServiceError('invalid', GUEST_MESSAGES.nameMissing, { code: 'name_missing' })
    patch.confCode = randomUuidV1()
    patch.boughtAt = now
  }
  if (change.bought === false && before.boughtAt) {
    patch.confCode = null
    patch.boughtAt = null
  }
  if (change.entered === true && !before.enteredAt) patch.enteredAt = now
  if (change.entered === false && before.enteredAt) patch.enteredAt = null
  return patch
}

function actionOf(patch: GuestPatch): string {
  if (patch.confCode) return 'sold'
  if (patch.confCode === null) return 'returned'
  if (patch.enteredAt) return 'admitted'
  if (patch.enteredAt === null) return 'let_out'
  return 'changed'
}

/** The guest's own address, otherwise the one the university gives (decisions.md, Tickets). */
export function confirmationAddress(guest: GuestRow): string {
  if (guest.email) return guest.email
  if (!guest.jmbag) return ''
  return studentEmail({ ...guest, jmbag: guest.jmbag }, getConfig().STUDENT_EMAIL_DOMAIN)
}

/** Queues the confirmation of a ticket and says where it goes. */
export async function confirmTicket(tx: Db, guest: GuestRow, resend = false): Promise<string> {
  const toMail = confirmationAddress(guest)
  await queueMail(tx, {
    template: 'ticket-confirmation',
    toMail,
    name: `${guest.name} ${guest.surname}`,
    confCode: guest.confCode,
    guestId: guest.id,
    resend,
  })
  return toMail
}

/**
 * Admits the bearer of a scanned code, once: later scans say since when they are inside.
 * Throws invalid (no code at all), conflict (ticket returned) or not_found (unknown code).
 */
export async function admitGuest(scanned: string, user: UserRow): Promise<CheckIn> {
  const code = scanned.trim().toLowerCase()
  if (!isConfirmationCode(code))
    throw new ServiceError('invalid', GUEST_MESSAGES.invalidCode, { code: 'invalid_qr' })
  let found = await admitByCode(getDb(), code, user.id)
  // Whoever lost a race was shown the guest as it was before; a second look shows the winner's time.
  if (found && !found.guest.enteredAt) found = await admitByCode(getDb(), code, user.id)
  if (found)
    return {
      verdict: found.admitted ? 'admitted' : 'already_inside',
      guest: viewGuest(found.guest),
    }
  const mailed = await getMailedCode(getDb(), code)
  if (mailed)
    throw new ServiceError('conflict', GUEST_MESSAGES.ticketReturned, { code: 'ticket_returned' })
  throw new ServiceError('not_found', GUEST_MESSAGES.unknownCode, { code: 'unknown_qr' })
}

export async function readGuest(id: number): Promise<Guest> {
  const row = await getGuest(getDb(), id)
  if (!row) throw notFound('Gost ne postoji ili je obrisan.')
  return viewGuest(row)
}
