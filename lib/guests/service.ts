import { getDb } from '@/db/client'
import { changesBetween } from '@/db/queries/activities'
import { admitByCode, type GuestPatch, getGuest, patchGuest } from '@/db/queries/gate'
import type { GuestRow } from '@/db/queries/guests'
import { getMailedCode } from '@/db/queries/mail'
import type { UserRow } from '@/db/queries/users'
import { type Duty, may, NO_PRIVILEGES } from '@/lib/auth/permissions'
import { getConfig } from '@/lib/config'
import { notFound, ServiceError } from '@/lib/http/errors'
import { studentEmail } from '@/lib/signups/rules'
import { randomUuidV1 } from './conf-code'
import { GUEST_MESSAGES } from './messages'
import { canBuy, isConfirmationCode } from './rules'
import type { ChangedGuest, CheckIn, Guest, GuestChange } from './schema'
import { viewGuest } from './view'

/**
 * Changes a guest: name, ticket, presence. A ticket makes code, time, mail and job in one
 * statement; marking what is marked already changes nothing and sends nothing. Whoever
 * finds the guest changed meanwhile looks again, so of many at once each sees the truth.
 * Throws forbidden, not_found, or invalid when a ticket lacks a name.
 */
export async function changeGuest(
  id: number,
  change: GuestChange,
  user: UserRow,
): Promise<ChangedGuest> {
  requireDuties(change, user)
  for (;;) {
    const before = await getGuest(getDb(), id)
    if (!before) throw notFound('Gost ne postoji ili je obrisan.')
    const patch = patchFor(before, change)
    if (Object.keys(patch).length === 0)
      return { ...viewGuest(before), mailedTo: null, changed: false }
    const mail = patch.confCode ? confirmation({ ...before, ...patch }) : undefined
    const after = await patchGuest(getDb(), before, patch, {
      userId: user.id,
      action: actionOf(patch),
      changes: recordOf(before, patch),
      mail,
    })
    if (after) return { ...viewGuest(after), mailedTo: mail?.toMail ?? null, changed: true }
  }
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
  }
  if (change.bought === false && before.boughtAt) patch.confCode = null
  if (change.entered !== undefined && change.entered !== Boolean(before.enteredAt))
    patch.entered = change.entered
  return patch
}

/** What the record tells of a change: the code itself is nobody's to read there. */
const recordOf = (before: GuestRow, { name, surname, confCode, entered }: GuestPatch) =>
  changesBetween<Record<string, unknown>>(
    {
      name: before.name,
      surname: before.surname,
      bought: Boolean(before.boughtAt),
      entered: Boolean(before.enteredAt),
    },
    {
      ...(name !== undefined && { name }),
      ...(surname !== undefined && { surname }),
      ...(confCode !== undefined && { bought: confCode !== null }),
      ...(entered !== undefined && { entered }),
    },
  )

function actionOf(patch: GuestPatch): string {
  if (patch.confCode) return 'sold'
  if (patch.confCode === null) return 'returned'
  if (patch.entered !== undefined) return patch.entered ? 'admitted' : 'let_out'
  return 'changed'
}

/** The guest's own address, otherwise the one the university gives (decisions.md, Tickets). */
export function confirmationAddress(guest: GuestRow): string {
  if (guest.email) return guest.email
  if (!guest.jmbag) return ''
  return studentEmail({ ...guest, jmbag: guest.jmbag }, getConfig().STUDENT_EMAIL_DOMAIN)
}

const confirmation = (guest: GuestRow) => ({
  template: 'ticket-confirmation',
  toMail: confirmationAddress(guest),
  name: `${guest.name} ${guest.surname}`,
})

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
