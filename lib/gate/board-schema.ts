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

/** End of the gate shift of the device to be paired. */
export const newPairingBody = z.object({ until: z.iso.datetime('Neispravno vrijeme') })

/** The pairing code is returned only here; the database stores its hash. */
export const newPairingResponse = z.object({
  id: z.int(),
  code: z.string(),
  /** Content of the QR code. */
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
  /** When the device was revoked or unregistered. */
  goneAt: instantResponse.nullable(),
  isRevoked: z.boolean(),
  /** Time of the last heartbeat. */
  lastSeenAt: instantResponse.nullable(),
  /** Correction of the device's clock in milliseconds. */
  clockOffset: z.int(),
  /** Whether the device has recorded any passage. */
  hasScanned: z.boolean(),
  /** Number of guests that it has admitted. */
  admitted: z.int(),
  status: deviceStatus.nullable(),
})

export type BoardDevice = z.output<typeof boardDevice>

/** Where a passage was recorded, and by whom. */
export const passageOrigin = z.object({
  /** Id of the passage. */
  id: z.uuid(),
  at: instantResponse,
  /** Null for passages recorded in the admin area. */
  gate: z.string().nullable(),
  device: z.string().nullable(),
  user: z.string().nullable(),
})

const disputedAdmissionResponse = passageOrigin.extend({
  /** Null if no guest has the scanned code. */
  guest: z.object({ id: z.int(), name: z.string(), surname: z.string() }).nullable(),
  /** Admission or exit. */
  verdict: z.enum(['admitted', 'left']),
  /** Refusal that the server would have given, or why the passage of the phone is in doubt. */
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

/** A pairing code that is valid, or that was tried after it was used or had expired. */
const pairingResponse = z.object({
  id: z.int(),
  gate: z.string(),
  expiresAt: instantResponse,
  usedAt: instantResponse.nullable(),
  /** Name of the device that was registered with the code. */
  device: z.string().nullable(),
  tries: z.int(),
  lastTryAt: instantResponse.nullable(),
  /** Type of the device that tried the code last. */
  lastTryBy: z.string().nullable(),
})

export type Pairing = z.output<typeof pairingResponse>

/** Gate board: all data are of the same time. */
export const boardResponse = z.object({
  now: instantResponse,
  /** Build id of the server. */
  release: z.string(),
  gates: z.array(gateResponse.extend({ devices: z.array(boardDevice) })),
  /** Unresolved ones first, then those resolved within the last day. */
  doubles: z.array(doubleResponse),
  objections: z.array(disputedAdmissionResponse),
  pairings: z.array(pairingResponse),
})

export type Board = z.output<typeof boardResponse>
export type Double = Board['doubles'][number]
