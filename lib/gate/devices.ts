import { createHash, randomBytes } from 'node:crypto'
import { type Db, getDb } from '@/db/client'
import { listGates } from '@/db/queries/board'
import { getRunningDrill } from '@/db/queries/drills'
import * as queries from '@/db/queries/gates'
import type { UserRow } from '@/db/queries/users'
import { deviceOf, may } from '@/lib/auth/rules'
import { sidOfRequest } from '@/lib/auth/sessions'
import { readCookie } from '@/lib/auth/tokens'
import { RELEASE } from '@/lib/config/release'
import { getConfig } from '@/lib/config/settings'
import { notFound, ServiceError } from '@/lib/http/errors'
import { currentFill } from '@/lib/night/limits'
import type { GateMe } from './schema'

/** A device that asks; what it may do is what its gate does, and nothing else. */
export type Device = queries.DeviceRow

const isSecure = () => getConfig().PUBLIC_URL.startsWith('https:')

/** `__Host-` where the site is served over https, so that no other host can set it. */
const cookieName = () => `${isSecure() ? '__Host-' : ''}gate-device`

const cookie = (value: string, seconds: number) =>
  `${cookieName()}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${Math.round(seconds)}${isSecure() ? '; Secure' : ''}`

/** What is kept of a device's secret, and of the code of a pairing. */
export const hashOfSecret = (secret: string) => createHash('sha256').update(secret).digest()

const COOKIE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/

/** The device whose cookie comes with a request, whether or not it still may; null without one. */
export async function findDevice({ headers }: Pick<Request, 'headers'>): Promise<Device | null> {
  const [, id, secret] = COOKIE.exec(readCookie(headers.get('cookie'), cookieName()) ?? '') ?? []
  return id && secret ? queries.getDevice(getDb(), id, hashOfSecret(secret)) : null
}

const forbidden = (code: string, detail: string) => new ServiceError('forbidden', detail, { code })

/** Why a device may not, in words for whoever holds it; null when it may. */
export function refusalOf(device: Device | null): ServiceError | null {
  if (!device)
    return new ServiceError(
      'not_signed_in',
      'Ovaj uređaj nije povezan s ulazom. Skenirajte QR kod koji vam pokaže voditelj ili se prijavite.',
      { code: 'no_device' },
    )
  if (device.isStaff && !may(device.privilege ?? 0, 'entry'))
    return forbidden('no_rights', 'Više nemate prava za rad na ulazu. Javite se voditelju.')
  if (device.revokedAt)
    return forbidden('device_revoked', 'Ovom je uređaju ukinut pristup ulazu. Javite se voditelju.')
  if (device.isOver)
    return forbidden('shift_over', 'Smjena je završila i uređaj više nije povezan s ulazom.')
  return null
}

/** Of a ban, and of a full house, only an admin may say that it is not to hold. */
export const mayOverride = ({ privilege }: Device) => may(privilege ?? 0, 'admin')

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
      maySell: isStaff && may(device.privilege ?? 0, 'tickets'),
    },
    gates: await listGates(getDb()),
    drill: await getRunningDrill(getDb()),
    fill: await currentFill(true),
    now: new Date(device.now).toISOString(),
    release: RELEASE,
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

async function welcome(device: Device, secret: string): Promise<Response> {
  const left = (Date.parse(device.endsAt) - Date.now()) / 1000 + DELIVERY
  const headers = {
    'set-cookie': cookie(`${device.id}.${secret}`, left),
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
export async function joinAsStaff(
  { gateId }: { gateId?: number },
  user: UserRow,
  request: Request,
): Promise<Response> {
  const known = await findDevice(request)
  const signInId = await sidOfRequest(request)
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
  return welcome(device, secret)
}

/**
 * A browser that is a device of this person goes, from this sign-in on, with that; the device of
 * another person ends.
 */
export async function takeAlong(headers: Headers, userId: number, signInId: string): Promise<void> {
  const known = await findDevice({ headers })
  if (known?.userId === userId) await queries.linkToSignIn(getDb(), known.id, signInId)
  else await endGateOf(headers)
}

/**
 * Ends the shift of a browser whose person signs out, also where the page itself could not. What
 * the device decided before is still taken. A phone that joined by a code stays: its shift is
 * nobody's sign-in.
 */
export async function endGateOf(headers: Headers): Promise<void> {
  const known = await findDevice({ headers })
  if (known?.isStaff) await queries.endShift(getDb(), known.id)
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
export async function joinByPairing(
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
  if (device) return welcome(device, secret)
  const by = deviceOf(request.headers.get('user-agent') ?? '')
  throw refusedPairing(await queries.noteTry(getDb(), codeHash, by))
}

/** Only staff go to another gate; a joined phone stays at its own. Throws forbidden, not_found. */
export async function moveToGate(device: Device, gateId: number): Promise<void> {
  if (!device.isStaff)
    throw forbidden('joined_for_one_gate', 'Uređaj je povezan samo s ovim ulazom.')
  await queries.moveDevice(getDb(), device.id, await requireGate(gateId))
}

/** The device leaves, and its cookie goes. */
export async function leave({ id }: Device): Promise<Response> {
  await queries.leaveGate(getDb(), id)
  return new Response(null, {
    status: 204,
    headers: { 'set-cookie': cookie('', 0), 'cache-control': 'no-store' },
  })
}
