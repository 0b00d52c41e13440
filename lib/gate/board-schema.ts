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

/** Until when whoever joins by the code is at the gate. */
export const newPairingBody = z.object({ until: z.iso.datetime('Neispravno vrijeme') })

/** The one time that the code is told; only its hash is kept. */
export const newPairingResponse = z.object({
  id: z.int(),
  code: z.string(),
  /** What the QR code holds. */
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

/** What a person says: it stays as it is, the guest was led out again, or it never happened. */
const OBJECTION_ENDS = ['stays', 'led_out', 'taken_back'] as const
export const passageParams = z.object({ passage: z.uuid('Neispravan broj prolaza') })
export const settleObjectionBody = z.object({ settled: z.enum(OBJECTION_ENDS) })

const boardDevice = z.object({
  id: z.uuid(),
  gateId: z.int(),
  label: z.string(),
  isStaff: z.boolean(),
  joinedAt: instantResponse,
  /** End of the shift. */
  endsAt: instantResponse,
  /** When it was revoked or left, whichever it was. */
  goneAt: instantResponse.nullable(),
  isRevoked: z.boolean(),
  /** The last sign of life. */
  lastSeenAt: instantResponse.nullable(),
  /** Milliseconds by which its clock is set right. */
  clockOffset: z.int(),
  /** Whether it has ever told of anybody at the door. */
  hasScanned: z.boolean(),
  /** How many it has let in during this shift. */
  admitted: z.int(),
  status: deviceStatus.nullable(),
})

export type BoardDevice = z.output<typeof boardDevice>

/** Where something happened at the door, and by whom. */
export const toldResponse = z.object({
  /** The passage. */
  id: z.uuid(),
  at: instantResponse,
  /** Null for what the office did at no gate. */
  gate: z.string().nullable(),
  device: z.string().nullable(),
  user: z.string().nullable(),
})

const objectionResponse = toldResponse.extend({
  /** Null where nobody has the code. */
  guest: z.object({ id: z.int(), name: z.string(), surname: z.string() }).nullable(),
  /** Let in, or let out. */
  verdict: z.enum(['admitted', 'left']),
  /** What the server would have said, or why the phone's word alone does not do. */
  objection: z.enum([
    'banned',
    'no_ticket',
    'unknown',
    'returned',
    'gone',
    'revoked',
    'before_joining',
  ] as const),
  settled: z.enum(OBJECTION_ENDS).nullable(),
  settledBy: z.string().nullable(),
  settledAt: instantResponse.nullable(),
})

export type DisputedAdmission = z.output<typeof objectionResponse>

/** A QR code that still holds, or that somebody tried when it held no more. */
const pairingResponse = z.object({
  id: z.int(),
  gate: z.string(),
  expiresAt: instantResponse,
  usedAt: instantResponse.nullable(),
  /** Which device came of it. */
  device: z.string().nullable(),
  tries: z.int(),
  lastTryAt: instantResponse.nullable(),
  /** The kind of device that tried. */
  lastTryBy: z.string().nullable(),
})

export type Pairing = z.output<typeof pairingResponse>

/** All that somebody who runs the night has to see, as of one moment. */
export const boardResponse = z.object({
  now: instantResponse,
  /** The build of the server. */
  release: z.string(),
  gates: z.array(gateResponse.extend({ devices: z.array(boardDevice) })),
  /** Those that nobody has settled, then those of the last day. */
  doubles: z.array(doubleResponse),
  objections: z.array(objectionResponse),
  pairings: z.array(pairingResponse),
})

export type Board = z.output<typeof boardResponse>
export type Double = Board['doubles'][number]
