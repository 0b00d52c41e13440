import { expect } from 'vitest'
import { getSql } from '@/db/pool'
import { newPassageId } from '@/lib/admission/rules'
import { getConfig } from '@/lib/config/settings'
import { gateBoardEndpoints } from '@/lib/gate/board-endpoints'
import { gateEndpoints } from '@/lib/gate/endpoints'
import { credentials, makeToken, openSession } from './api-world'
import { staff } from './factories'

const devicesRoute = gateEndpoints['gate/devices']
const joinRoute = gateEndpoints['gate/join']
const pairingsRoute = gateBoardEndpoints['gates/[id]/pairings']

type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>

const origin = () => new URL(getConfig().PUBLIC_URL).origin

/** A call of a handler as it comes from our own pages. */
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

/** The headers of a staff member of this privilege, signed in by a browser. */
export async function signedIn(privilege: number, userId?: number) {
  const id = userId ?? (await staff(privilege)).id
  const sid = await openSession(getSql(), id)
  return credentials('cookie', await makeToken('cookie', { sid }), origin())
}

export interface TestDevice {
  id: string
  headers: Record<string, string>
}

async function deviceOf(answer: Response): Promise<TestDevice> {
  expect(answer.status).toBe(200)
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] as string
  const { id } = (await answer.json()).device
  // It joined days ago: what it tells of the hours before is its own.
  await getSql()`update gate_devices set created_at = now() - interval '2 days' where id = ${id}`
  return { id, headers: { cookie } }
}

const firstGate = async () =>
  (await getSql()`select id from gates where deleted_at is null order by id limit 1`)[0]
    ?.id as number

export async function newPairing(): Promise<{ code: string; url: string }> {
  const until = new Date(Date.now() + 6 * 3_600_000).toISOString()
  const answer = await call(pairingsRoute.POST, 'POST', {
    headers: await signedIn(1),
    params: { id: String(await firstGate()) },
    body: { until },
  })
  expect(answer.status).toBe(200)
  return answer.json()
}

/** A phone that joined by a QR code. */
export async function joinedPhone(name = 'Vrata 1'): Promise<TestDevice> {
  const { code } = await newPairing()
  return deviceOf(await call(joinRoute.POST, 'POST', { body: { code, name } }))
}

/** The browser of one of the staff, as a device. */
export const staffPhone = async (privilege: number, userId?: number): Promise<TestDevice> =>
  deviceOf(
    await call(devicesRoute.POST, 'POST', { headers: await signedIn(privilege, userId), body: {} }),
  )

/** A passage that a phone decided alone, just now unless told otherwise. */
export const alone = (guestId: number, more: object = {}) => ({
  id: newPassageId(),
  guestId,
  direction: 'in',
  verdict: 'admitted',
  decided: 'alone',
  at: new Date().toISOString(),
  ...more,
})
