import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import * as signIns from '@/app/api/auth/sign-ins/route'
import { getDb, getSql } from '@/db/pool'
import { anonymizeDeviceLabels } from '@/db/queries/gate-devices'
import { newPassageId } from '@/lib/admission/rules'
import { endGateShift, linkDeviceToSignIn } from '@/lib/auth/devices'
import { authOptions } from '@/lib/auth/options'
import { createGate } from '@/lib/gate/board'
import { gateBoardEndpoints } from '@/lib/gate/board-endpoints'
import { gateEndpoints } from '@/lib/gate/endpoints'
import { guestEndpoints } from '@/lib/guests/endpoints'
import { userEndpoints } from '@/lib/users/endpoints'
import { updateUser } from '@/lib/users/service'
import { openSession } from '../support/api-fixture'
import { makeGuest, staff } from '../support/factories'
import {
  call,
  newPairing,
  offlinePassage,
  pairPhone,
  registerStaffPhone,
  signedIn,
  type TestDevice,
} from '../support/gate'

const devicesRoute = gateEndpoints['gate/devices']
const joinRoute = gateEndpoints['gate/join']
const meRoute = gateEndpoints['gate/me']
const passagesRoute = gateEndpoints['gate/passages']
const signInsRoute = signIns as unknown as Record<'GET' | 'DELETE', typeof meRoute.GET>
const userSignIns = userEndpoints['users/[id]/sign-ins']
const userSignIn = userEndpoints['users/[id]/sign-ins/[signIn]']
const scanRoute = gateEndpoints['gate/scan']
const boardRoute = gateBoardEndpoints['gates/board']
const deviceBoard = gateBoardEndpoints['gates/devices/[id]']
const guestsRoute = guestEndpoints.guests

const sql = getSql()

beforeEach(async () => {
  await sql`delete from guests`
})

const errorOf = async (response: Promise<Response>) => {
  const { status } = await response
  return [status, (await (await response).json()).code]
}

const deliver = (headers: Record<string, string>, ...passages: unknown[]) =>
  call(passagesRoute.POST, 'POST', {
    headers,
    body: { sentAt: new Date().toISOString(), passages },
  })

describe('a phone', () => {
  // Rule 6.20: a QR code pairs one phone, once.
  it('is paired only once by a QR code, and the board shows later attempts', async () => {
    const { code, url } = await newPairing()
    expect(url).toMatch(new RegExp(`/ulaz#${code}$`))
    const join = (pairingCode: string) =>
      call(joinRoute.POST, 'POST', {
        body: { code: pairingCode, name: 'Vrata 1' },
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
    expect(await errorOf(join(code))).toEqual([409, 'pairing_used'])
    expect(await errorOf(join('izmišljen'))).toEqual([404, 'pairing_unknown'])
    const late = await newPairing()
    await sql`update gate_pairings set expires_at = now() where used_at is null`
    expect(await errorOf(join(late.code))).toEqual([410, 'pairing_expired'])
    const board = await (await call(boardRoute.GET, 'GET', { headers: await signedIn(1) })).json()
    expect(board.pairings).toMatchObject([
      { device: null, tries: 1, lastTryBy: 'Firefox na Androidu' },
      { device: 'Vrata 1', tries: 1, lastTryBy: 'Firefox na Androidu' },
    ])
  })

  it('pairs one device when ten scan the same QR code at once', async () => {
    const { code } = await newPairing()
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        call(joinRoute.POST, 'POST', { body: { code, name: `Vrata ${i}` } }),
      ),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  // Rule 6.20: a phone may repeat a pairing whose response was lost.
  it('stays one device when it repeats its pairing, for ten minutes and until it leaves', async () => {
    const { code } = await newPairing()
    const { headers } = await pairPhone()
    const attempt = randomBytes(32).toString('hex')
    const join = (more: object) =>
      call(joinRoute.POST, 'POST', { headers, body: { code, name: 'Vrata 1', ...more } })
    const responses = await Promise.all(Array.from({ length: 5 }, () => join({ attempt })))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const cookies = new Set(
      responses.map((response) => response.headers.get('set-cookie')?.split(';')[0]),
    )
    const ids = new Set(
      await Promise.all(responses.map(async (response) => (await response.json()).device.id)),
    )
    expect([cookies.size, ids.size]).toEqual([1, 1])
    const phone = { headers: { cookie: [...cookies][0] as string } }
    expect((await (await call(meRoute.GET, 'GET', phone)).json()).device.id).toBe([...ids][0])
    const used = [409, 'pairing_used']
    expect(await errorOf(join({ attempt: randomBytes(32).toString('hex') }))).toEqual(used)
    expect(await errorOf(join({}))).toEqual(used)
    const usedAgo = (minutes: number) =>
      sql`update gate_pairings set used_at = now() - make_interval(mins => ${minutes})
        where device_id = ${[...ids][0]}`
    await usedAgo(11)
    expect(await errorOf(join({ attempt }))).toEqual(used)
    await usedAgo(9)
    expect((await join({ attempt })).status).toBe(200)
    await call(meRoute.DELETE, 'DELETE', phone)
    expect(await errorOf(join({ attempt }))).toEqual(used)
  })

  // Rule 6.26: the boards must not report a device as missing after its phone was paired again.
  it('marks its previous device as left when it is paired again, but not when the code is refused', async () => {
    const { headers, id } = await pairPhone()
    const join = (code: string) =>
      call(joinRoute.POST, 'POST', { headers, body: { code, name: 'Vrata 2' } })
    const hasLeft = async () =>
      (await sql`select left_at is not null as "hasLeft" from gate_devices where id = ${id}`)[0]
        ?.hasLeft
    expect(await errorOf(join('izmišljen'))).toEqual([404, 'pairing_unknown'])
    expect(await hasLeft()).toBe(false)
    const joined = await join((await newPairing()).code)
    expect(joined.status).toBe(200)
    expect((await joined.json()).device.id).not.toBe(id)
    expect(await hasLeft()).toBe(true)
    expect(await errorOf(call(meRoute.GET, 'GET', { headers }))).toEqual([401, 'no_device'])
  })

  // Rule 6.20: a paired phone opens nothing but the gate.
  it('has no permissions outside the gate, and is refused writes from another origin', async () => {
    const { headers } = await pairPhone()
    expect((await call(guestsRoute.GET, 'GET', { headers })).status).toBe(401)
    expect((await call(boardRoute.GET, 'GET', { headers })).status).toBe(401)
    expect((await call(devicesRoute.POST, 'POST', { headers, body: {} })).status).toBe(401)
    expect((await call(meRoute.GET, 'GET', { headers })).status).toBe(200)
    const foreign = { ...headers, origin: 'https://zlo.example' }
    const scan = { id: newPassageId(), guestId: 1, direction: 'in' }
    expect(await errorOf(call(scanRoute.POST, 'POST', { headers: foreign, body: scan }))).toEqual([
      403,
      'foreign_origin',
    ])
    const forged = { cookie: `gate-device=00000000-0000-4000-8000-000000000000.${'x'.repeat(43)}` }
    expect(await errorOf(call(meRoute.GET, 'GET', { headers: forged }))).toEqual([401, 'no_device'])
    expect(await errorOf(call(meRoute.GET, 'GET'))).toEqual([401, 'no_device'])
  })

  // Rule 6.21: passages that a revoked device decided before still count.
  it('uploads earlier passages after it was revoked, and is refused after its shift ends', async () => {
    const guest = await makeGuest()
    const phone = await pairPhone()
    const before = offlinePassage(guest.id)
    const [revoked] = [
      await call(deviceBoard.DELETE, 'DELETE', {
        headers: await signedIn(1),
        params: { id: phone.id },
      }),
    ]
    expect(revoked.status).toBe(204)
    const refusal = [403, 'device_revoked']
    expect(await errorOf(call(meRoute.GET, 'GET', phone))).toEqual(refusal)
    expect(await errorOf(deliver(phone.headers))).toEqual(refusal)
    const after = offlinePassage(guest.id, { at: new Date(Date.now() + 20_000).toISOString() })
    const { results } = await (await deliver(phone.headers, before, after)).json()
    expect(results).toMatchObject([
      { outcome: 'counted' },
      { outcome: 'refused', code: 'device_revoked' },
    ])
    const other = await pairPhone()
    await sql`update gate_devices set ends_at = now() where id = ${other.id}`
    expect(await errorOf(call(meRoute.GET, 'GET', other))).toEqual([403, 'shift_over'])
    // Its heartbeat is stored all the same, so that the board no longer shows it as missing.
    await sql`update gate_devices set last_seen_at = null where id = ${other.id}`
    expect(await errorOf(deliver(other.headers))).toEqual([403, 'shift_over'])
    const [stored] = await sql`select last_seen_at from gate_devices where id = ${other.id}`
    expect(stored?.last_seen_at).not.toBeNull()
    const third = await pairPhone()
    expect((await call(meRoute.DELETE, 'DELETE', third)).status).toBe(204)
    expect(await errorOf(call(meRoute.GET, 'GET', third))).toEqual([401, 'no_device'])
  })

  it('of staff is listed among the sign-ins of the user, and is revoked with its own sign-in', async () => {
    const [user] =
      await sql`insert into users (name, email, privilege) values ('Mia', 'mia@x.hr', 2) returning id`
    const { cookie } = await signedIn(2, user?.id)
    const join = async (headers: Record<string, string>) => {
      const response = await call(devicesRoute.POST, 'POST', { headers, body: {} })
      return response.headers.get('set-cookie')?.split(';')[0] as string
    }
    const phone = await join({ cookie: cookie as string })
    const both = { headers: { cookie: `${cookie}; ${phone}` } }
    const listSignIns = async (options: { headers: Record<string, string> }) =>
      (await call(signInsRoute.GET, 'GET', options)).json()
    expect(await listSignIns(both)).toMatchObject([{ current: true, isOffice: true, gate: 'Ulaz' }])

    // Ending the other sign-ins keeps this browser's session and gate device, and signs the other
    // browser out.
    const elsewhere = { headers: await signedIn(2, user?.id) }
    expect(await (await call(signInsRoute.DELETE, 'DELETE', both)).json()).toEqual({ ended: 1 })
    expect((await call(meRoute.GET, 'GET', { headers: { cookie: phone } })).status).toBe(200)
    expect((await call(signInsRoute.GET, 'GET', elsewhere)).status).toBe(401)

    const params = { id: String(user?.id) }
    const admin = await signedIn(1)
    const [listed] = await (await call(userSignIns.GET, 'GET', { headers: admin, params })).json()
    const ended = await call(userSignIn.DELETE, 'DELETE', {
      headers: admin,
      params: { ...params, signIn: listed.id },
    })
    expect(ended.status).toBe(204)
    expect((await call(signInsRoute.GET, 'GET', both)).status).toBe(401)
    expect(await errorOf(call(meRoute.GET, 'GET', { headers: { cookie: phone } }))).toEqual([
      403,
      'device_revoked',
    ])
    const [activity] = await sql`
      select changes from activities where action = 'device_signed_out' order by id desc limit 1`
    expect(activity?.changes).toEqual({ device: ['Nepoznat uređaj', null], gate: ['Ulaz', null] })
  })

  // Rule 6.21: a staff phone whose gate access is revoked must not register again by its sign-in.
  it('of staff is signed out when it is revoked on the board, so that it cannot register again', async () => {
    const [user] =
      await sql`insert into users (name, email, privilege) values ('Ema', 'ema@x.hr', 2) returning id`
    const { cookie } = await signedIn(2, user?.id)
    const registered = await call(devicesRoute.POST, 'POST', {
      headers: { cookie: cookie as string },
      body: {},
    })
    const phone = registered.headers.get('set-cookie')?.split(';')[0]
    const { id } = (await registered.json()).device
    const elsewhere = { headers: await signedIn(2, user?.id) }
    const revoked = await call(deviceBoard.DELETE, 'DELETE', {
      headers: await signedIn(1),
      params: { id },
    })
    expect(revoked.status).toBe(204)
    const headers = { cookie: `${cookie}; ${phone}` }
    expect(await errorOf(call(meRoute.GET, 'GET', { headers }))).toEqual([403, 'device_revoked'])
    const second = await call(devicesRoute.POST, 'POST', { headers, body: {} })
    expect(second.status).toBe(401)
    expect((await call(signInsRoute.GET, 'GET', elsewhere)).status).toBe(200)
    const activities = await sql`
      select action, changes from activities where action in ('revoked', 'device_signed_out')
      order by id desc limit 2`
    expect(activities).toMatchObject([
      { action: 'device_signed_out', changes: { device: ['Nepoznat uređaj', null] } },
      { action: 'revoked', changes: { device: [expect.stringMatching(/^Uređaj /), null] } },
    ])
  })

  it('is listed after its sign-in expired, and can be ended alone or with all others', async () => {
    const [user] =
      await sql`insert into users (name, email, privilege) values ('Eva', 'eva@x.hr', 2) returning id`
    const params = { id: String(user?.id) }
    const headers = await signedIn(1)
    const list = async () => (await call(userSignIns.GET, 'GET', { headers, params })).json()
    const [first, second, third] = [
      await registerStaffPhone(2, user?.id),
      await registerStaffPhone(2, user?.id),
      await registerStaffPhone(2, user?.id),
    ]
    const volunteer = await pairPhone('Eva')
    await sql`update auth_sessions set expires_at = now() where user_id = ${user?.id}
      and id in (select sign_in_id from gate_devices where id in ${sql([first.id, second.id])})`
    const gateOnly = (id: string) => ({ id, isOffice: false, gate: 'Ulaz', current: false })
    expect(await list()).toMatchObject([
      { isOffice: true, gate: 'Ulaz' },
      gateOnly(second.id),
      gateOnly(first.id),
    ])
    const signIn = { ...params, signIn: first.id }
    const end = () => call(userSignIn.DELETE, 'DELETE', { headers, params: signIn })
    expect((await Promise.all([end(), end()])).map(({ status }) => status).sort()).toEqual([
      204, 404,
    ])
    expect(await errorOf(call(meRoute.GET, 'GET', first))).toEqual([403, 'device_revoked'])
    expect((await call(meRoute.GET, 'GET', second)).status).toBe(200)
    const all = await call(userSignIns.DELETE, 'DELETE', { headers, params })
    expect(await all.json()).toEqual({ ended: 2 })
    for (const phone of [second, third])
      expect(await errorOf(call(meRoute.GET, 'GET', phone))).toEqual([403, 'device_revoked'])
    expect(await list()).toEqual([])
    expect((await call(meRoute.GET, 'GET', volunteer)).status).toBe(200)
  })

  it('is linked to the current sign-in of its browser', async () => {
    const [user] =
      await sql`insert into users (name, email, privilege) values ('Lea', 'lea@x.hr', 2) returning id`
    const phone = await registerStaffPhone(2, user?.id)
    const { cookie } = await signedIn(2, user?.id)
    const headers = { cookie: `${cookie}; ${phone.headers.cookie}` }
    const linked = async () =>
      (await sql`select sign_in_id as id from gate_devices where id = ${phone.id}`)[0]?.id
    const before = await linked()
    await call(devicesRoute.POST, 'POST', { headers, body: {} })
    const current = await linked()
    expect(current).not.toBe(before)
    const sid = await openSession(sql, user?.id)
    await linkDeviceToSignIn(new Headers({ cookie: phone.headers.cookie as string }), -1, sid)
    expect(await linked()).toBe(current)
    await linkDeviceToSignIn(new Headers({ cookie: phone.headers.cookie as string }), user?.id, sid)
    expect(await linked()).toBe(sid)
  })

  // Rule 6.17: the shift of a staff phone lasts as long as a sign-in, counted from the last one.
  it('has 24 hours again after a new sign-in, and is notified, unless its shift is over', async () => {
    const [user] =
      await sql`insert into users (name, email, privilege) values ('Pia', 'pia@x.hr', 2) returning id`
    const phone = await registerStaffPhone(2, user?.id)
    const { cookie } = await signedIn(2, user?.id)
    const register = () =>
      call(devicesRoute.POST, 'POST', {
        headers: { cookie: `${cookie}; ${phone.headers.cookie}` },
        body: {},
      })
    const setHoursLeft = (hours: number) =>
      sql`update gate_devices set ends_at = now() + make_interval(hours => ${hours}) where id = ${phone.id}`
    const hoursLeft = async () =>
      (
        await sql`select round(extract(epoch from ends_at - now()) / 3600)::int as left
          from gate_devices where id = ${phone.id}`
      )[0]?.left
    const countNotifications = async () =>
      (await sql`select from gate_changes where entity = 'device' and entity_id = ${phone.id}`)
        .length
    await setHoursLeft(1)
    const before = await countNotifications()
    const { device } = await (await register()).json()
    expect(device.id).toBe(phone.id)
    expect(Date.parse(device.endsAt)).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    expect([await hoursLeft(), await countNotifications()]).toEqual([24, before + 1])
    // A request with the same sign-in does not extend the shift.
    await setHoursLeft(1)
    await register()
    expect(await hoursLeft()).toBe(1)
    await setHoursLeft(-1)
    const headers = new Headers({ cookie: phone.headers.cookie as string })
    await linkDeviceToSignIn(headers, user?.id, await openSession(sql, user?.id))
    expect(await hoursLeft()).toBe(-1)
  })

  it('ends its shift when its user signs out, or another user signs in', async () => {
    const [user] =
      await sql`insert into users (name, email, privilege) values ('Ida', 'ida@x.hr', 2) returning id`
    const headersOf = ({ headers: { cookie } }: TestDevice) =>
      new Headers({ cookie: cookie as string })
    const [signedOut, takenOver, volunteer] = [
      await registerStaffPhone(2, user?.id),
      await registerStaffPhone(2, user?.id),
      await pairPhone('Ida'),
    ]
    // Simulates a sign-out on a page that could not unregister the device.
    const sid = await openSession(sql, user?.id)
    const request = new Request('http://x/', { headers: headersOf(signedOut) })
    await authOptions(request).events?.signOut?.({ token: { sid } } as never)
    await linkDeviceToSignIn(headersOf(takenOver), -1, await openSession(sql, user?.id))
    for (const phone of [signedOut, takenOver])
      expect(await errorOf(call(meRoute.GET, 'GET', phone))).toEqual([403, 'shift_over'])
    // A paired phone keeps its gate when a user signs in on it.
    await endGateShift(headersOf(volunteer))
    expect((await call(meRoute.GET, 'GET', volunteer)).status).toBe(200)
  })

  it('of staff exists once per browser, can change gates, and is refused without the privilege', async () => {
    const [user] =
      await sql`insert into users (name, email, privilege) values ('Iva', 'iva@x.hr', 2) returning id`
    const phone = await registerStaffPhone(2, user?.id)
    const second = await call(devicesRoute.POST, 'POST', {
      headers: {
        ...(await signedIn(2, user?.id)),
        cookie: `${(await signedIn(2, user?.id)).cookie}; ${phone.headers.cookie}`,
      },
      body: {},
    })
    expect(second.headers.get('set-cookie')).toBeNull()
    expect((await second.json()).device).toMatchObject({
      id: phone.id,
      label: 'Iva',
      isStaff: true,
    })
    const { id: gateId } = await createGate(
      { name: 'Sjever', unknownPolicy: 'stop', capacity: null },
      await staff(1),
    )
    const changeGate = (headers: Record<string, string>) =>
      call(meRoute.PUT, 'PUT', { headers, body: { gateId } })
    expect((await changeGate(phone.headers)).status).toBe(204)
    expect((await changeGate((await pairPhone()).headers)).status).toBe(403)
    expect((await (await call(meRoute.GET, 'GET', phone)).json()).device.gate).toBe('Sjever')
    await updateUser(user?.id, { privilege: 3 }, await staff(1))
    expect(await errorOf(call(meRoute.GET, 'GET', phone))).toEqual([403, 'no_rights'])
    await sql`delete from users where id = ${user?.id}`
    expect(await errorOf(call(meRoute.GET, 'GET', phone))).toEqual([403, 'no_rights'])
  })

  // Rule 9.9: a changed privilege applies at once, also if the user keeps the gate.
  it('of staff is notified to read its permissions again when the privilege of its user changes', async () => {
    const [user] =
      await sql`insert into users (name, email, privilege) values ('Una', 'una@x.hr', 1) returning id`
    const { id } = await registerStaffPhone(1, user?.id)
    const countNotifications = async () =>
      (await sql`select from gate_changes where entity = 'device' and entity_id = ${id}`).length
    const before = await countNotifications()
    await updateUser(user?.id, { privilege: 2 }, await staff(1))
    await updateUser(user?.id, { name: 'Una Unić' }, await staff(1))
    expect(await countNotifications()).toBe(before + 1)
  })

  it('loses its name a week after its shift, and stays distinguishable', async () => {
    const phones = [await pairPhone('Iva Ivić'), await pairPhone('Iva Ivić')]
    const label = async (id = '') =>
      (await sql`select label from gate_devices where id = ${id}`)[0]?.label
    const [ended, recent] = phones.map(({ id }) => id)
    const endShift = (id = '', days = 0) =>
      sql`update gate_devices set ends_at = now() - make_interval(days => ${days}) where id = ${id}`
    await endShift(ended, 8)
    await endShift(recent, 6)
    expect(await anonymizeDeviceLabels(getDb())).toBe(1)
    expect(await label(ended)).toBe(`Uređaj ${ended?.slice(0, 4).toUpperCase()}`)
    expect(await label(recent)).toBe('Iva Ivić')
    expect(await anonymizeDeviceLabels(getDb())).toBe(0)
  })
})
