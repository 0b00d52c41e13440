import type { PassageVerdict } from '@/db/catalogue/verdicts'
import { type Db, getDb } from '@/db/pool'
import type { GuestRow } from '@/db/queries/guests'
import { decideAndRecord, type ScanCommand } from '@/db/queries/passages'
import type { UserRow } from '@/db/queries/users'
import { lowestAvailability, occupancySentence } from '@/lib/admission/capacity'
import { hasCapacityLimit } from '@/lib/admission/occupancy'
import { liftedBy, newPassageId } from '@/lib/admission/rules'
import type { Caller } from '@/lib/api/caller'
import { notFound, ServiceError } from '@/lib/http/errors'
import { getMetrics } from '@/lib/metrics/registry'
import { recordShownGuests, requireShownGuest } from './access-log'
import { requireFieldPermissions } from './permissions'
import { GUEST_MESSAGES, readConfirmationCode } from './rules'
import type { ChangedGuest, CheckIn, CheckInInput, GuestChange } from './schema'
import { gateViewerOf, toChangedGuest, toGuestResponse } from './viewers'

/**
 * Admits the guest with a scanned code. A guest who is inside is not admitted again; the response
 * contains the time of the admission. Throws forbidden (override by a user below admin), invalid
 * (not a confirmation code), conflict (banned, full, ticket returned) or not_found (unknown code).
 */
export async function admitGuest(
  { confCode, override }: CheckInInput,
  user: Caller,
): Promise<CheckIn> {
  requireFieldPermissions({ override }, user)
  const code = readConfirmationCode(confCode)
  if (code === null)
    throw new ServiceError('invalid', GUEST_MESSAGES.invalidCode, { code: 'invalid_qr' })
  const passage = await recordPassage(getDb(), { who: { code }, direction: 'in' }, override, user)
  if (passage?.guest) {
    await recordShownGuests(user, [passage.guest])
    return {
      verdict: toCheckInVerdict(passage.verdict),
      guest: toGuestResponse(passage.guest, gateViewerOf(user)),
    }
  }
  if (passage?.verdict === 'returned')
    throw new ServiceError('conflict', GUEST_MESSAGES.ticketReturned, { code: 'ticket_returned' })
  throw new ServiceError('not_found', GUEST_MESSAGES.unknownCode, { code: 'unknown_qr' })
}

/**
 * Returns the verdict of a check-in. Throws for a refusal, because `recordPassage` has thrown for
 * each that a guest with a ticket can get.
 */
function toCheckInVerdict(verdict: PassageVerdict): CheckIn['verdict'] {
  if (verdict === 'admitted') return 'admitted'
  if (verdict === 'inside') return 'already_inside'
  throw new Error(`A check-in has no response for the verdict ${verdict}.`)
}

/**
 * Records the admission or exit of a guest found by name. Throws forbidden, not_found or conflict
 * (banned, full).
 */
export async function setPresence(
  id: number,
  change: GuestChange,
  user: Caller,
): Promise<ChangedGuest> {
  requireFieldPermissions(change, user)
  await requireShownGuest(id, user)
  const { guest, hasMoved } = await recordPassageOf(getDb(), id, change, user)
  return toChangedGuest(guest, user, { changed: hasMoved })
}

/** Records the passage of a guest found by name. Throws not_found or conflict (banned, full). */
export async function recordPassageOf(
  db: Db,
  id: number,
  { entered, override }: GuestChange,
  user: UserRow,
): Promise<{ guest: GuestRow; hasMoved: boolean }> {
  const direction = entered ? 'in' : 'out'
  const passage = await recordPassage(db, { who: { id }, direction }, override, user)
  if (!passage?.guest) throw notFound(GUEST_MESSAGES.notThere)
  return { guest: passage.guest, hasMoved: ['admitted', 'left'].includes(passage.verdict) }
}

const WHEN_FULL = 'Sljedeći može ući kad netko izađe.'

/**
 * Decides the verdict of a passage and records the passage. Returns null for an unknown guest.
 * Throws conflict for a banned guest or a full venue, with a message for the screen.
 */
async function recordPassage(
  db: Db,
  command: Pick<ScanCommand, 'who' | 'direction'>,
  override: GuestChange['override'],
  user: UserRow,
) {
  const passage = await decideAndRecord(db, {
    ...command,
    id: newPassageId(),
    // `noTicket` is always overridden: a guest found by name is admitted without a ticket too, and
    // a guest found by code has a ticket.
    despite: { ...liftedBy([override ?? []].flat()), noTicket: true },
    isLimited: command.direction === 'in' && (await hasCapacityLimit()),
    by: { userId: user.id },
  })
  const { direction } = command
  getMetrics().scans.inc({ direction, verdict: passage?.verdict ?? 'unknown', decided: 'server' })
  const guest = passage?.guest
  const full = passage?.verdict === 'full' && passage.fill && lowestAvailability(passage.fill)
  if (full)
    throw new ServiceError('conflict', `Puno je. ${occupancySentence(full)} ${WHEN_FULL}`, {
      code: 'full',
    })
  if (passage?.verdict !== 'banned' || !guest) return passage
  const name = `${guest.name} ${guest.surname}`.trim() || 'Ovaj gost'
  const sentence = `${name} ne smije ući: ${guest.banReason}`
  throw new ServiceError('conflict', sentence, { code: 'banned' })
}
