import { createHash } from 'node:crypto'
import { PHONE_TEXTS } from '@/db/catalogue/guests'
import { getDb } from '@/db/client'
import type { GuestRow } from '@/db/queries/guests'
import type { Occupancy } from '@/db/queries/night'
import { decideAndRecord } from '@/db/queries/passages'
import { hasCapacityLimit } from '@/lib/admission/occupancy'
import { needsAdminOverride } from '@/lib/admission/rules'
import { type Device, mayOverride } from '@/lib/auth/devices'
import { GUEST_MESSAGES, readConfirmationCode } from '@/lib/guests/rules'
import { ServiceError } from '@/lib/http/errors'
import { getMeters } from '@/lib/metrics/registry'
import { keysOf, recordOf } from '@/lib/text/keys'
import type { RosterGuest, Scan, ScanInput } from './schema'
import { HASH_BYTES } from './ticket-hash'

const hashOf = (code: string) =>
  createHash('sha256')
    .update(Buffer.from(code.replaceAll('-', ''), 'hex'))
    .digest()
    .subarray(0, HASH_BYTES)

function viewRosterGuest(row: GuestRow): RosterGuest {
  const { id, name, surname, listId, enteredAt, confCode } = row
  return {
    ...recordOf(keysOf(PHONE_TEXTS), (field) => row[PHONE_TEXTS[field]]),
    id,
    name,
    surname,
    list: listId,
    since: enteredAt,
    hash: confCode && hashOf(confCode).toString('base64'),
  }
}

const BAN_IS_FOR_ADMINS = 'Zabranu ulaska smije zanemariti samo administrator.'
const FULL_IS_FOR_ADMINS = 'Kad je puno, ipak pustiti smije samo administrator.'

/**
 * Decides a scan or a guest found by name, and records it, refusals too. Throws invalid (no
 * confirmation code at all) or forbidden (what only an admin overrides).
 */
export async function scan(
  { id, code, guestId, direction, override }: ScanInput,
  device: Device,
): Promise<Scan> {
  if (needsAdminOverride(override) && !mayOverride(device))
    throw new ServiceError(
      'forbidden',
      override === 'full' ? FULL_IS_FOR_ADMINS : BAN_IS_FOR_ADMINS,
    )
  const read = code === undefined ? undefined : readConfirmationCode(code)
  if (read === null)
    throw new ServiceError('invalid', GUEST_MESSAGES.invalidCode, { code: 'invalid_qr' })
  const passed = await decideAndRecord(getDb(), {
    id,
    direction,
    who: read === undefined ? { id: guestId as number } : { code: read },
    despite: {
      ban: override === 'banned',
      noTicket: override === 'no_ticket' || override === 'full',
      full: override === 'full',
    },
    isLimited: direction === 'in' && (await hasCapacityLimit()),
    by: { userId: device.userId, deviceId: device.id, gateId: device.gateId },
  })
  const verdict = passed?.verdict ?? 'unknown'
  getMeters().scans.inc({ direction, verdict, decided: 'server' })
  return {
    verdict,
    guest: passed?.guest ? viewRosterGuest(passed.guest) : null,
    at: passed?.at ?? new Date().toISOString(),
    ...(passed?.fill && {
      fill: passed.verdict === 'admitted' ? oneMore(passed.fill) : passed.fill,
    }),
  }
}

/** Counted before the admission, of the house and the gate it was at. */
const oneMore = ({ gates, ...house }: Occupancy): Occupancy => ({
  ...house,
  inside: house.inside + 1,
  gates: gates.map((gate) => ({ ...gate, inside: gate.inside + 1 })),
})
