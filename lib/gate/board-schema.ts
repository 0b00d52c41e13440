import { z } from 'zod'
import { capacityInput } from '@/lib/admission/schema'
import { instantResponse, requiredText } from '@/lib/http/fields'
import { patchBody } from '@/lib/http/precondition'
import { deviceStatus, doubleResponse, gateResponse, resolution, unknownPolicy } from './schema'

const gateName = requiredText(60, 'Upišite naziv ulaza.')

export const newGateBody = z.object({
  name: gateName,
  unknownPolicy: unknownPolicy.default('stop'),
  capacity: capacityInput.default(null),
})

export const gateChange = patchBody({
  name: gateName,
  unknownPolicy,
  capacity: capacityInput,
})

export type GateChange = z.output<typeof gateChange>
export type GateView = z.output<typeof gateResponse>

/**
 * Request body for a new pairing code. `until` is the end of the gate shift of the paired device.
 */
export const newPairingBody = z.object({ until: z.iso.datetime('Neispravno vrijeme') })

/**
 * Response with a new pairing code. No other response contains the code, because the database
 * stores only its hash.
 */
export const newPairingResponse = z.object({
  id: z.int(),
  code: z.string(),
  /** Content of the QR code that the volunteer scans. */
  url: z.string(),
  expiresAt: instantResponse,
  endsAt: instantResponse,
})

export const deviceParams = z.object({ id: z.uuid('Neispravan broj uređaja') })
export const doubleParams = z.object({
  first: z.uuid('Neispravan broj prolaza'),
  second: z.uuid('Neispravan broj prolaza'),
})
export const settleDoubleBody = z.object({ settled: resolution })

/** Resolution of a disputed admission: the guest stays, was led out, or the admission is void. */
const DISPUTE_RESOLUTIONS = ['stays', 'led_out', 'taken_back'] as const
export const passageParams = z.object({ passage: z.uuid('Neispravan broj prolaza') })
export const settleObjectionBody = z.object({ settled: z.enum(DISPUTE_RESOLUTIONS) })

const boardDevice = z.object({
  id: z.uuid(),
  gateId: z.int(),
  label: z.string(),
  isStaff: z.boolean(),
  joinedAt: instantResponse,
  /** End of the gate shift. */
  endsAt: instantResponse,
  /** When the device was revoked or unregistered; null if neither happened. */
  goneAt: instantResponse.nullable(),
  isRevoked: z.boolean(),
  /** Time of the last heartbeat. */
  lastSeenAt: instantResponse.nullable(),
  /** Milliseconds to add to a time by the device's clock to get the time of the server. */
  clockOffset: z.int(),
  /** Whether the device has recorded any passage. */
  hasScanned: z.boolean(),
  /** Number of admissions by this device. A guest who comes back counts again. */
  admitted: z.int(),
  status: deviceStatus.nullable(),
})

export type BoardDevice = z.output<typeof boardDevice>

/** Origin of a passage: its time, and the gate, device and user that recorded it. */
export const passageOrigin = z.object({
  /** Id of the passage. */
  id: z.uuid(),
  at: instantResponse,
  /** Name of the gate; null for a passage recorded in the admin area. */
  gate: z.string().nullable(),
  device: z.string().nullable(),
  user: z.string().nullable(),
})

const disputedAdmissionResponse = passageOrigin.extend({
  /** Guest of the passage; null if no guest has the scanned code. */
  guest: z.object({ id: z.int(), name: z.string(), surname: z.string() }).nullable(),
  /** Verdict of the device: an admission or an exit. `outside` counts as an exit. */
  verdict: z.enum(['admitted', 'left', 'outside']),
  /**
   * Reason of the dispute: `revoked` and `before_joining` doubt the device. The other values are
   * refusals that the server would have given.
   */
  objection: z.enum([
    'banned',
    'no_ticket',
    'unknown',
    'returned',
    'gone',
    'revoked',
    'before_joining',
  ] as const),
  settled: z.enum(DISPUTE_RESOLUTIONS).nullable(),
  settledBy: z.string().nullable(),
  settledAt: instantResponse.nullable(),
})

export type DisputedAdmission = z.output<typeof disputedAdmissionResponse>

/**
 * Pairing code on the gate board: a valid code, or a used or expired code that a phone still tried.
 */
const pairingResponse = z.object({
  id: z.int(),
  gate: z.string(),
  expiresAt: instantResponse,
  usedAt: instantResponse.nullable(),
  /** Name of the device that was registered with the code; null if there is none. */
  device: z.string().nullable(),
  tries: z.int(),
  lastTryAt: instantResponse.nullable(),
  /** Browser and operating system of the last phone whose attempt to use the code was refused. */
  lastTryBy: z.string().nullable(),
})

export type Pairing = z.output<typeof pairingResponse>

/** Response with the whole gate board. */
export const boardResponse = z.object({
  now: instantResponse,
  /** Build id of the server. */
  release: z.string(),
  gates: z.array(gateResponse.extend({ devices: z.array(boardDevice) })),
  /** Deleted gates with devices that are still shown, since they may have unsent passages. */
  deletedGates: z.array(
    gateResponse.pick({ id: true, name: true }).extend({ devices: z.array(boardDevice) }),
  ),
  /**
   * Duplicate admissions: unresolved ones, then duplicates that were resolved within the last day.
   */
  doubles: z.array(doubleResponse),
  objections: z.array(disputedAdmissionResponse),
  pairings: z.array(pairingResponse),
})

export type Board = z.output<typeof boardResponse>
export type Double = Board['doubles'][number]
