import { expect } from 'vitest'
import { getSql } from '@/db/pool'
import { newPassageId } from '@/lib/admission/rules'
import { getConfig } from '@/lib/config/settings'
import { gateBoardEndpoints } from '@/lib/gate/board-endpoints'
import { gateEndpoints } from '@/lib/gate/endpoints'
import { credentials, makeToken, openSession } from './api-fixture'
import { staff } from './factories'

const devicesRoute = gateEndpoints['gate/devices']
const joinRoute = gateEndpoints['gate/join']
const pairingsRoute = gateBoardEndpoints['gates/[id]/pairings']

type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>

const origin = () => new URL(getConfig().PUBLIC_URL).origin

/** Calls a handler with a request as our own pages send it, with their Origin. */
export function call(
  handler: Handler,
  method: string,
  {
    body,
    headers,
    params = {},
    query = '',
  }: {
    body?: unknown
    headers?: Record<string, string>
    params?: Record<string, string>
    query?: string
  } = {},
): Promise<Response> {
  const request = new Request(`http://x/api/gate/${query}`, {
    method,
    headers: { origin: origin(), 'content-type': 'application/json', ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  return handler(request, { params: Promise.resolve(params) })
}

/** Returns the headers of a staff member with this privilege, signed in with a browser. */
export async function signedIn(privilege: number, userId?: number) {
  const id = userId ?? (await staff(privilege)).id
  const sid = await openSession(getSql(), id)
  return credentials('cookie', await makeToken('cookie', { sid }), origin())
}

export interface TestDevice {
  id: string
  headers: Record<string, string>
}

async function deviceOf(response: Response): Promise<TestDevice> {
  expect(response.status).toBe(200)
  const cookie = response.headers.get('set-cookie')?.split(';')[0] as string
  const { id } = (await response.json()).device
  // Backdates the device by two days, so that it may deliver passages of earlier hours.
  await getSql()`update gate_devices set created_at = now() - interval '2 days' where id = ${id}`
  return { id, headers: { cookie } }
}

const firstGate = async () =>
  (await getSql()`select id from gates where deleted_at is null order by id limit 1`)[0]
    ?.id as number

export async function newPairing(): Promise<{ code: string; url: string }> {
  const until = new Date(Date.now() + 6 * 3_600_000).toISOString()
  const response = await call(pairingsRoute.POST, 'POST', {
    headers: await signedIn(1),
    params: { id: String(await firstGate()) },
    body: { until },
  })
  expect(response.status).toBe(200)
  return response.json()
}

/** Pairs a phone by a QR code and returns it as a gate device. */
export async function pairPhone(name = 'Vrata 1'): Promise<TestDevice> {
  const { code } = await newPairing()
  return deviceOf(await call(joinRoute.POST, 'POST', { body: { code, name } }))
}

/** Registers the browser of a staff member as a gate device. */
export const registerStaffPhone = async (privilege: number, userId?: number): Promise<TestDevice> =>
  deviceOf(
    await call(devicesRoute.POST, 'POST', { headers: await signedIn(privilege, userId), body: {} }),
  )

/**
 * Builds a passage that a phone decided offline, at the current time unless `more` sets another.
 */
export const offlinePassage = (guestId: number, more: object = {}) => ({
  id: newPassageId(),
  guestId,
  direction: 'in',
  verdict: 'admitted',
  decided: 'alone',
  at: new Date().toISOString(),
  ...more,
})
