import { createHash } from 'node:crypto'
import { PHONE_TEXTS } from '@/db/catalogue/guests'
import { getDb } from '@/db/pool'
import type { GuestRow } from '@/db/queries/guests'
import type { Occupancy } from '@/db/queries/night'
import { decideAndRecord } from '@/db/queries/passages'
import { hasCapacityLimit } from '@/lib/admission/occupancy'
import { liftedBy, needsAdminOverride } from '@/lib/admission/rules'
import { type Device, mayOverride } from '@/lib/auth/devices'
import { GUEST_MESSAGES, readConfirmationCode } from '@/lib/guests/rules'
import { ServiceError } from '@/lib/http/errors'
import { getMetrics } from '@/lib/metrics/registry'
import { keysOf, recordOf } from '@/lib/text/keys'
import type { RosterGuest, Scan, ScanInput } from './schema'
import { HASH_BYTES } from './ticket-hash'

const ticketHashOf = (code: string) =>
  createHash('sha256')
    .update(Buffer.from(code.replaceAll('-', ''), 'hex'))
    .digest()
    .subarray(0, HASH_BYTES)

function toRosterGuest(row: GuestRow): RosterGuest {
  const { id, name, surname, listId, enteredAt, confCode } = row
  return {
    ...recordOf(keysOf(PHONE_TEXTS), (field) => row[PHONE_TEXTS[field]]),
    id,
    name,
    surname,
    list: listId,
    since: enteredAt,
    hash: confCode && ticketHashOf(confCode).toString('base64'),
  }
}

const BAN_NEEDS_ADMIN = 'Zabranu ulaska smije zanemariti samo administrator.'
const FULL_NEEDS_ADMIN = 'Kad je puno, ipak pustiti smije samo administrator.'

/**
 * Decides on a scanned ticket or a guest found by name, and records the passage, refusals included.
 * Throws invalid (not a confirmation code) or forbidden (only an admin may override).
 */
export async function scan(
  { id, code, guestId, direction, override }: ScanInput,
  device: Device,
): Promise<Scan> {
  const overrides = [override ?? []].flat()
  if (overrides.some(needsAdminOverride) && !mayOverride(device)) {
    const sentence = overrides.includes('full') ? FULL_NEEDS_ADMIN : BAN_NEEDS_ADMIN
    throw new ServiceError('forbidden', sentence)
  }
  const confirmationCode = code === undefined ? undefined : readConfirmationCode(code)
  if (confirmationCode === null)
    throw new ServiceError('invalid', GUEST_MESSAGES.invalidCode, { code: 'invalid_qr' })
  const passage = await decideAndRecord(getDb(), {
    id,
    direction,
    who: confirmationCode === undefined ? { id: guestId as number } : { code: confirmationCode },
    despite: liftedBy(overrides),
    isLimited: direction === 'in' && (await hasCapacityLimit()),
    by: { userId: device.userId, deviceId: device.id, gateId: device.gateId },
  })
  const verdict = passage?.verdict ?? 'unknown'
  getMetrics().scans.inc({ direction, verdict, decided: 'server' })
  return {
    verdict,
    guest: passage?.guest ? toRosterGuest(passage.guest) : null,
    at: passage?.at ?? new Date().toISOString(),
    ...(passage?.fill && {
      fill: passage.verdict === 'admitted' ? withOneMore(passage.fill) : passage.fill,
    }),
  }
}

/** Adds one guest to an occupancy that was counted before the admission. */
const withOneMore = ({ gates, inside, capacity }: Occupancy): Occupancy => ({
  inside: inside + 1,
  capacity,
  gates: gates.map((gate) => ({ ...gate, inside: gate.inside + 1 })),
})
