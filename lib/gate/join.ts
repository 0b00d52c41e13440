import { randomBytes } from 'node:crypto'
import { type Db, getDb } from '@/db/client'
import { listGates } from '@/db/queries/gates'
import { getRunningDrill } from '@/db/queries/drills'
import * as queries from '@/db/queries/gate-devices'
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

/** How long a queue of before may still be delivered, in seconds: so long the cookie stays. */
const DELIVERY = 48 * 3600

/** Makes a device of whoever asks; the answer bears its cookie. */
async function makeDevice(
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

async function deviceResponse(device: Device, secret: string): Promise<Response> {
  const left = (Date.parse(device.endsAt) - Date.now()) / 1000 + DELIVERY
  const headers = {
    'set-cookie': deviceCookie(`${device.id}.${secret}`, left),
    'cache-control': 'no-store',
  }
  return Response.json(await readMe(device), { headers })
}

/** A live gate: the one that is asked for, else the first. Throws not_found. */
async function requireGate(gateId?: number): Promise<number> {
  const gates = await listGates(getDb())
  const gate = gateId === undefined ? gates[0] : gates.find(({ id }) => id === gateId)
  if (!gate) throw notFound('Ulaz ne postoji ili je obrisan.')
  return gate.id
}

/** Makes the browser of a signed-in person a device, or finds that it is one. Throws not_found. */
export async function registerStaffDevice(
  { gateId }: { gateId?: number },
  user: UserRow,
  request: Request,
): Promise<Response> {
  const known = await findDevice(request)
  const signInId = await sessionIdOfRequest(request)
  if (known?.userId === user.id && !refusalOf(known)) {
    await queries.linkToSignIn(getDb(), known.id, signInId)
    if (gateId !== undefined && gateId !== known.gateId) await moveToGate(known, gateId)
    return Response.json(await readMe((await findDevice(request)) as Device))
  }
  const secret = newSecret()
  const device = await makeDevice(getDb(), {
    gateId: await requireGate(gateId),
    label: user.name || user.email,
    userId: user.id,
    signInId,
    endsAt: null,
    secret,
  })
  return deviceResponse(device, secret)
}

const refusedPairing = (found: { isUsed: boolean } | null) => {
  if (!found)
    return new ServiceError(
      'not_found',
      'Ovaj QR kod ne vrijedi. Skenirajte ga ponovno ili zatražite novi.',
      { code: 'pairing_unknown' },
    )
  return found.isUsed
    ? new ServiceError('conflict', 'Ovaj QR kod je već iskorišten. Zatražite novi.', {
        code: 'pairing_used',
      })
    : new ServiceError('gone', 'Ovaj QR kod je istekao. Zatražite novi.', {
        code: 'pairing_expired',
      })
}

/**
 * Joins a phone by the code of a pairing, which is good once. Throws not_found, conflict (used)
 * or gone (expired), and notes the try for the board.
 */
export async function registerPairedDevice(
  { code, name }: { code: string; name: string },
  request: Request,
): Promise<Response> {
  const codeHash = hashOfSecret(code)
  const secret = newSecret()
  const device = await getDb().transaction(async (tx) => {
    const pairing = await queries.usePairing(tx, codeHash)
    if (!pairing) return null
    const { gateId, endsAt } = pairing
    const made = await makeDevice(tx, { gateId, endsAt, label: name, userId: null, secret })
    await queries.nameDeviceOfPairing(tx, pairing.id, made.id)
    return made
  })
  if (device) return deviceResponse(device, secret)
  const by = describeUserAgent(request.headers.get('user-agent') ?? '')
  throw refusedPairing(await queries.recordPairingAttempt(getDb(), codeHash, by))
}

/** Only staff go to another gate; a joined phone stays at its own. Throws forbidden, not_found. */
export async function moveToGate(device: Device, gateId: number): Promise<void> {
  if (!device.isStaff)
    throw forbidden('joined_for_one_gate', 'Uređaj je povezan samo s ovim ulazom.')
  await queries.moveDevice(getDb(), device.id, await requireGate(gateId))
}

/** The device leaves, and its cookie goes. */
export async function unregisterDevice({ id }: Device): Promise<Response> {
  await queries.markDeviceLeft(getDb(), id)
  return new Response(null, {
    status: 204,
    headers: { 'set-cookie': deviceCookie('', 0), 'cache-control': 'no-store' },
  })
}
