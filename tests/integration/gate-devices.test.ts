import { beforeEach, describe, expect, it } from 'vitest'
import { GATE_CALLS } from '@/app/api/gate'
import { GATES_CALLS } from '@/app/api/gates'
import { GUESTS_CALLS } from '@/app/api/guests'
import { getDb, getSql } from '@/db/client'
import { forgetDeviceNames } from '@/db/queries/gates'
import { createGate } from '@/lib/gate/board'
import { newPassageId } from '@/lib/gate/rules'
import { updateUser } from '@/lib/users/service'
import { makeGuest, staff } from '../support/factories'
import { alone, call, joinedPhone, newPairing, signedIn, staffPhone } from '../support/gate'

const devicesRoute = GATE_CALLS['gate/devices']
const joinRoute = GATE_CALLS['gate/join']
const meRoute = GATE_CALLS['gate/me']
const passagesRoute = GATE_CALLS['gate/passages']
const scanRoute = GATE_CALLS['gate/scan']
const boardRoute = GATES_CALLS['gates/board']
const deviceBoard = GATES_CALLS['gates/devices/[id]']
const guestsRoute = GUESTS_CALLS.guests

const sql = getSql()

beforeEach(async () => {
  await sql`delete from guests`
})

const refused = async (answer: Promise<Response>) => {
  const { status } = await answer
  return [status, (await (await answer).json()).code]
}

const deliver = (headers: Record<string, string>, ...passages: unknown[]) =>
  call(passagesRoute.POST, 'POST', {
    headers,
    body: { sentAt: new Date().toISOString(), passages },
  })

describe('a phone', () => {
  it('joins by a QR code once, and the board shows who tried it again', async () => {
    const { code, url } = await newPairing()
    expect(url).toMatch(new RegExp(`/ulaz#${code}$`))
    const join = (given: string) =>
      call(joinRoute.POST, 'POST', {
        body: { code: given, name: 'Vrata 1' },
        headers: { 'user-agent': 'Mozilla/5.0 (Android 15) Firefox/140.0' },
      })
    const joined = await join(code)
    expect(joined.status).toBe(200)
    expect(joined.headers.get('set-cookie')).toMatch(
      /; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+/,
    )
    expect(await joined.json()).toMatchObject({
      device: { label: 'Vrata 1', gate: 'Ulaz', isStaff: false, mayOverride: false },
      gates: [{ name: 'Ulaz', unknownPolicy: 'stop' }],
    })
    expect(await refused(join(code))).toEqual([409, 'pairing_used'])
    expect(await refused(join('izmišljen'))).toEqual([404, 'pairing_unknown'])
    const late = await newPairing()
    await sql`update gate_pairings set expires_at = now() where used_at is null`
    expect(await refused(join(late.code))).toEqual([410, 'pairing_expired'])
    const board = await (await call(boardRoute.GET, 'GET', { headers: await signedIn(1) })).json()
    expect(board.pairings).toMatchObject([
      { device: null, tries: 1, lastTryBy: 'Firefox, Android' },
      { device: 'Vrata 1', tries: 1, lastTryBy: 'Firefox, Android' },
    ])
  })

  it('of ten that scan the same code at once is one', async () => {
    const { code } = await newPairing()
    const joins = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        call(joinRoute.POST, 'POST', { body: { code, name: `Vrata ${i}` } }),
      ),
    )
    expect(joins.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('is nobody anywhere else, and writes from our own pages alone', async () => {
    const { headers } = await joinedPhone()
    expect((await call(guestsRoute.GET, 'GET', { headers })).status).toBe(401)
    expect((await call(boardRoute.GET, 'GET', { headers })).status).toBe(401)
    expect((await call(devicesRoute.POST, 'POST', { headers, body: {} })).status).toBe(401)
    expect((await call(meRoute.GET, 'GET', { headers })).status).toBe(200)
    const foreign = { ...headers, origin: 'https://zlo.example' }
    const scan = { id: newPassageId(), guestId: 1, direction: 'in' }
    expect(await refused(call(scanRoute.POST, 'POST', { headers: foreign, body: scan }))).toEqual([
      403,
      'foreign_origin',
    ])
    const made = { cookie: `gate-device=00000000-0000-4000-8000-000000000000.${'x'.repeat(43)}` }
    expect(await refused(call(meRoute.GET, 'GET', { headers: made }))).toEqual([401, 'no_device'])
    expect(await refused(call(meRoute.GET, 'GET'))).toEqual([401, 'no_device'])
  })

  it('that is revoked, over or gone is told so, and delivers what it did before', async () => {
    const guest = await makeGuest()
    const phone = await joinedPhone()
    const before = alone(guest.id)
    const [revoked] = [
      await call(deviceBoard.DELETE, 'DELETE', {
        headers: await signedIn(1),
        params: { id: phone.id },
      }),
    ]
    expect(revoked.status).toBe(204)
    const gone = [403, 'device_revoked']
    expect(await refused(call(meRoute.GET, 'GET', phone))).toEqual(gone)
    expect(await refused(deliver(phone.headers))).toEqual(gone)
    const after = alone(guest.id, { at: new Date(Date.now() + 20_000).toISOString() })
    const { results } = await (await deliver(phone.headers, before, after)).json()
    expect(results).toMatchObject([
      { outcome: 'counted' },
      { outcome: 'refused', code: 'device_revoked' },
    ])
    const other = await joinedPhone()
    await sql`update gate_devices set ends_at = now() where id = ${other.id}`
    expect(await refused(call(meRoute.GET, 'GET', other))).toEqual([403, 'shift_over'])
    const third = await joinedPhone()
    expect((await call(meRoute.DELETE, 'DELETE', third)).status).toBe(204)
    expect(await refused(call(meRoute.GET, 'GET', third))).toEqual([401, 'no_device'])
  })

  it('of staff is one at a time, changes gates, and ends with the privilege', async () => {
    const [user] =
      await sql`insert into users (name, email, privilege) values ('Iva', 'iva@x.hr', 2) returning id`
    const phone = await staffPhone(2, user?.id)
    const again = await call(devicesRoute.POST, 'POST', {
      headers: {
        ...(await signedIn(2, user?.id)),
        cookie: `${(await signedIn(2, user?.id)).cookie}; ${phone.headers.cookie}`,
      },
      body: {},
    })
    expect(again.headers.get('set-cookie')).toBeNull()
    expect((await again.json()).device).toMatchObject({ id: phone.id, label: 'Iva', isStaff: true })
    const { id: gateId } = await createGate(
      { name: 'Sjever', unknownPolicy: 'stop', capacity: null },
      await staff(1),
    )
    const move = (headers: Record<string, string>) =>
      call(meRoute.PUT, 'PUT', { headers, body: { gateId } })
    expect((await move(phone.headers)).status).toBe(204)
    expect((await move((await joinedPhone()).headers)).status).toBe(403)
    expect((await (await call(meRoute.GET, 'GET', phone)).json()).device.gate).toBe('Sjever')
    await updateUser(user?.id, { privilege: 3 }, await staff(1))
    expect(await refused(call(meRoute.GET, 'GET', phone))).toEqual([403, 'no_rights'])
    await sql`delete from users where id = ${user?.id}`
    expect(await refused(call(meRoute.GET, 'GET', phone))).toEqual([403, 'no_rights'])
  })

  it('is nobody by name a week after its shift, and still one device and no other', async () => {
    const phones = [await joinedPhone('Iva Ivić'), await joinedPhone('Iva Ivić')]
    const label = async (id = '') =>
      (await sql`select label from gate_devices where id = ${id}`)[0]?.label
    const [old, recent] = phones.map(({ id }) => id)
    const end = (id = '', days = 0) =>
      sql`update gate_devices set ends_at = now() - make_interval(days => ${days}) where id = ${id}`
    await end(old, 8)
    await end(recent, 6)
    expect(await forgetDeviceNames(getDb())).toBe(1)
    expect(await label(old)).toBe(`Uređaj ${old?.slice(0, 4).toUpperCase()}`)
    expect(await label(recent)).toBe('Iva Ivić')
    expect(await forgetDeviceNames(getDb())).toBe(0)
  })
})
