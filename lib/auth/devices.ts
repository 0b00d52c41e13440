import { createHash } from 'node:crypto'
import { getDb } from '@/db/client'
import * as queries from '@/db/queries/gate-devices'
import { hasPermission } from '@/lib/auth/rules'
import { readCookie } from '@/lib/auth/tokens'
import { getConfig } from '@/lib/config/settings'
import { ServiceError } from '@/lib/http/errors'

/** A device that asks; what it may do is what its gate does, and nothing else. */
export type Device = queries.DeviceRow

const isSecure = () => getConfig().PUBLIC_URL.startsWith('https:')

/** `__Host-` where the site is served over https, so that no other host can set it. */
const cookieName = () => `${isSecure() ? '__Host-' : ''}gate-device`

export const deviceCookie = (value: string, seconds: number) =>
  `${cookieName()}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${Math.round(seconds)}${isSecure() ? '; Secure' : ''}`

/** What is kept of a device's secret, and of the code of a pairing. */
export const hashOfSecret = (secret: string) => createHash('sha256').update(secret).digest()

const COOKIE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/

/** The device whose cookie comes with a request, whether or not it still may; null without one. */
export async function findDevice({ headers }: Pick<Request, 'headers'>): Promise<Device | null> {
  const [, id, secret] = COOKIE.exec(readCookie(headers.get('cookie'), cookieName()) ?? '') ?? []
  return id && secret ? queries.getDevice(getDb(), id, hashOfSecret(secret)) : null
}

export const forbidden = (code: string, detail: string) =>
  new ServiceError('forbidden', detail, { code })

/** Why a device may not, in words for whoever holds it; null when it may. */
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

/** Of a ban, and of a full house, only an admin may say that it is not to hold. */
export const mayOverride = ({ privilege }: Device) => hasPermission(privilege ?? 0, 'admin')

/**
 * A browser that is a device of this person goes, from this sign-in on, with that; the device of
 * another person ends.
 */
export async function linkDeviceToSignIn(
  headers: Headers,
  userId: number,
  signInId: string,
): Promise<void> {
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
