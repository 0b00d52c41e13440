import { createHash } from 'node:crypto'
import { getDb } from '@/db/pool'
import * as queries from '@/db/queries/gate-devices'
import { hasPermission } from '@/lib/auth/rules'
import { readCookie } from '@/lib/auth/tokens'
import { getConfig } from '@/lib/config/settings'
import { ServiceError } from '@/lib/http/errors'

/** Gate device that sends a request. It may only do the work of its gate. */
export type Device = queries.DeviceRow

const isSecure = () => getConfig().PUBLIC_URL.startsWith('https:')

/** Name of the device cookie. Over https it has the prefix `__Host-`, so that no other host can set it. */
const cookieName = () => `${isSecure() ? '__Host-' : ''}gate-device`

export const deviceCookie = (value: string, seconds: number) =>
  `${cookieName()}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${Math.round(seconds)}${isSecure() ? '; Secure' : ''}`

/** Hash under which the secret of a device and the code of a pairing are stored. */
export const hashOfSecret = (secret: string) => createHash('sha256').update(secret).digest()

const COOKIE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/

/** Returns the device of the cookie of a request, even if its shift is over, or null without a cookie. */
export async function findDevice({ headers }: Pick<Request, 'headers'>): Promise<Device | null> {
  const [, id, secret] = COOKIE.exec(readCookie(headers.get('cookie'), cookieName()) ?? '') ?? []
  return id && secret ? queries.getDevice(getDb(), id, hashOfSecret(secret)) : null
}

export const forbidden = (code: string, detail: string) =>
  new ServiceError('forbidden', detail, { code })

/** Returns the error for a device that may not work, with a message for its user; null if it may. */
export function refusalOf(device: Device | null): ServiceError | null {
  if (!device)
    return new ServiceError(
      'not_signed_in',
      'Ovaj uređaj nije povezan s ulazom. Skenirajte QR kod koji vam pokaže voditelj ili se prijavite.',
      { code: 'no_device' },
    )
  if (device.isStaff && !hasPermission(device.privilege ?? 0, 'entry'))
    return forbidden('no_rights', 'Više nemate prava za rad na ulazu. Javite se voditelju.')
  if (device.revokedAt)
    return forbidden('device_revoked', 'Ovom je uređaju ukinut pristup ulazu. Javite se voditelju.')
  if (device.isOver)
    return forbidden('shift_over', 'Smjena je završila i uređaj više nije povezan s ulazom.')
  return null
}

/** Whether the user of a device may override a ban or a full venue: only admins may. */
export const mayOverride = ({ privilege }: Device) => hasPermission(privilege ?? 0, 'admin')

/**
 * Links the gate device of a browser to the new session of the same user. Ends the gate shift of the
 * device if it belongs to another user.
 */
export async function linkDeviceToSignIn(
  headers: Headers,
  userId: number,
  signInId: string,
): Promise<void> {
  const device = await findDevice({ headers })
  if (device?.userId === userId) await queries.linkToSignIn(getDb(), device.id, signInId)
  else await endGateShift(headers)
}

/**
 * Ends the gate shift of a browser whose user signs out. Passages that the device recorded before are
 * still accepted. The shift of a phone paired by a code continues, because it belongs to no
 * session.
 */
export async function endGateShift(headers: Headers): Promise<void> {
  const device = await findDevice({ headers })
  if (device?.isStaff) await queries.endShift(getDb(), device.id)
}
