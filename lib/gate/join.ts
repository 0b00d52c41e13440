import { randomBytes } from 'node:crypto'
import { type Db, getDb } from '@/db/pool'
import { getRunningDrill } from '@/db/queries/drills'
import * as queries from '@/db/queries/gate-devices'
import { listGates } from '@/db/queries/gates'
import type { UserRow } from '@/db/queries/users'
import { cachedOccupancy } from '@/lib/admission/occupancy'
import {
  type Device,
  deviceCookie,
  findDevice,
  forbidden,
  hashOfSecret,
  mayOverride,
  refusalOf,
} from '@/lib/auth/devices'
import { describeUserAgent, hasPermission } from '@/lib/auth/rules'
import { sessionIdOfRequest } from '@/lib/auth/sessions'
import { BUILD_ID } from '@/lib/config/release'
import { notFound, ServiceError } from '@/lib/http/errors'
import type { GateMe } from './schema'

export async function readMe(device: Device): Promise<GateMe> {
  const { id, label, gateId, gate, endsAt, isStaff } = device
  return {
    device: {
      id,
      label,
      gateId,
      gate,
      endsAt,
      isStaff,
      mayOverride: mayOverride(device),
      maySell: isStaff && hasPermission(device.privilege ?? 0, 'tickets'),
    },
    gates: await listGates(getDb()),
    drill: await getRunningDrill(getDb()),
    fill: await cachedOccupancy(true),
    now: new Date(device.now).toISOString(),
    release: BUILD_ID,
  }
}

/**
 * Seconds after the gate shift in which the device may still upload passages. The device cookie
 * expires at the end of this time.
 */
const UPLOAD_GRACE_S = 48 * 3600

/** Stores a new gate device with the hash of its secret, and returns it. */
async function createDevice(
  db: Db,
  {
    secret,
    ...device
  }: Omit<Parameters<typeof queries.createDevice>[1], 'secretHash'> & { secret: string },
): Promise<Device> {
  const secretHash = hashOfSecret(secret)
  const id = await queries.createDevice(db, { ...device, secretHash })
  return (await queries.getDevice(db, id, secretHash)) as Device
}

const newSecret = () => randomBytes(32).toString('base64url')

/** Derives the secret of a paired device, so that a repeated request gets the same cookie. */
const secretOfAttempt = (code: string, attempt: string) =>
  hashOfSecret(`${code} ${attempt}`).toString('base64url')

async function deviceResponse(device: Device, secret: string): Promise<Response> {
  const cookieLifetimeS = (Date.parse(device.endsAt) - Date.now()) / 1000 + UPLOAD_GRACE_S
  const headers = {
    'set-cookie': deviceCookie(`${device.id}.${secret}`, cookieLifetimeS),
    'cache-control': 'no-store',
  }
  return Response.json(await readMe(device), { headers })
}

/**
 * Returns the id of the requested gate, or of the first gate if none is requested. Throws not_found
 * for a missing or deleted gate.
 */
async function requireGate(gateId?: number): Promise<number> {
  const gates = await listGates(getDb())
  const gate = gateId === undefined ? gates[0] : gates.find(({ id }) => id === gateId)
  if (!gate) throw notFound('Ulaz ne postoji ili je obrisan.')
  return gate.id
}

/**
 * Registers the browser of a signed-in user as a gate device, unless it is already a valid device
 * of this user. Throws not_found for a missing or deleted gate.
 */
export async function registerStaffDevice(
  { gateId }: { gateId?: number },
  user: UserRow,
  request: Request,
): Promise<Response> {
  const current = await findDevice(request)
  const signInId = await sessionIdOfRequest(request)
  if (current?.userId === user.id && !refusalOf(current)) {
    await queries.linkToSignIn(getDb(), current.id, signInId)
    if (gateId !== undefined && gateId !== current.gateId) await moveToGate(current, gateId)
    return Response.json(await readMe((await findDevice(request)) as Device))
  }
  const secret = newSecret()
  const device = await createDevice(getDb(), {
    gateId: await requireGate(gateId),
    label: user.name || user.email,
    userId: user.id,
    signInId,
    endsAt: null,
    secret,
  })
  return deviceResponse(device, secret)
}

const pairingRefusal = (pairing: { isUsed: boolean } | null) => {
  if (!pairing)
    return new ServiceError(
      'not_found',
      'Ovaj QR kod ne vrijedi. Skenirajte ga ponovno ili zatražite novi.',
      { code: 'pairing_unknown' },
    )
  return pairing.isUsed
    ? new ServiceError('conflict', 'Ovaj QR kod je već iskorišten. Zatražite novi.', {
        code: 'pairing_used',
      })
    : new ServiceError('gone', 'Ovaj QR kod je istekao. Zatražite novi.', {
        code: 'pairing_expired',
      })
}

/**
 * Registers a phone with a pairing code, which is valid once, and unregisters the device that the
 * phone was before. A repeat with the same `attempt` returns the same device, because the first
 * response may have been lost. Throws pairing_unknown, pairing_used or pairing_expired, and records
 * the refusal for the gate board.
 */
export async function registerPairedDevice(
  { code, name, attempt }: { code: string; name: string; attempt?: string },
  request: Request,
): Promise<Response> {
  const codeHash = hashOfSecret(code)
  const secret = attempt === undefined ? newSecret() : secretOfAttempt(code, attempt)
  const previous = await findDevice(request)
  const created = await getDb().transaction(async (tx) => {
    const pairing = await queries.usePairing(tx, codeHash)
    if (!pairing) return null
    const { gateId, endsAt } = pairing
    const registered = await createDevice(tx, { gateId, endsAt, label: name, userId: null, secret })
    await queries.setPairingDevice(tx, pairing.id, registered.id)
    // The new cookie replaces that of the previous device, from which nothing more can come.
    if (previous && !refusalOf(previous)) await queries.markDeviceLeft(tx, previous.id)
    return registered
  })
  const device = created ?? (await queries.getPairedDevice(getDb(), codeHash, hashOfSecret(secret)))
  if (device && !refusalOf(device)) return deviceResponse(device, secret)
  const by = describeUserAgent(request.headers.get('user-agent') ?? '')
  throw pairingRefusal(await queries.recordPairingAttempt(getDb(), codeHash, by))
}

/**
 * Moves a staff device to another gate. Throws forbidden for a paired phone, and not_found for a
 * missing or deleted gate.
 */
export async function moveToGate(device: Device, gateId: number): Promise<void> {
  if (!device.isStaff)
    throw forbidden('joined_for_one_gate', 'Uređaj je povezan samo s ovim ulazom.')
  await queries.moveDevice(getDb(), device.id, await requireGate(gateId))
}

/** Unregisters the device and deletes its cookie. */
export async function unregisterDevice({ id }: Device): Promise<Response> {
  await queries.markDeviceLeft(getDb(), id)
  return new Response(null, {
    status: 204,
    headers: { 'set-cookie': deviceCookie('', 0), 'cache-control': 'no-store' },
  })
}
