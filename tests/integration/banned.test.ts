import { beforeEach, describe, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import { randomUuidV1 } from '@/db/uuid'
import { admitGuest } from '@/lib/guests/admit-guest'
import { changeGuest, readGuest } from '@/lib/guests/change-guest'
import { readGuestHistory } from '@/lib/guests/history'
import { checkInBody, guestChange } from '@/lib/guests/schema'
import { check } from '@/lib/http/request'
import { makeGuest, staff } from '../support/factories'

const admin = await staff(1)
const volunteer = await staff(2)
const reason = 'Tučnjava prošle godine'
const change = (id: number, fields: object, user = admin) =>
  changeGuest(id, check(guestChange, fields), user)
const scan = (confCode: string, user = volunteer, more: object = {}) =>
  admitGuest(check(checkInBody, { confCode, ...more }), user)

let guest = { id: 0 }
const confCode = randomUuidV1()

beforeEach(async () => {
  await getSql()`delete from guests`
  guest = await makeGuest({
    name: 'Ana',
    surname: 'Anić',
    conf_code: confCode,
    bought_at: new Date().toISOString(),
  })
  await change(guest.id, { banReason: reason })
})

const refusal = { status: 409, code: 'banned', message: `Ana Anić ne smije ući: ${reason}` }

describe('a banned guest', () => {
  it('is shown with the reason and time of the ban until the ban is lifted', async () => {
    const banned = { banned: '1', banReason: reason, bannedTime: expect.any(String), entered: '0' }
    expect(await readGuest(guest.id, admin)).toMatchObject(banned)
    await expect(change(guest.id, { banReason: '', banned: '1' })).rejects.toMatchObject({
      status: 400,
    })
    expect(await change(guest.id, { banned: '0' })).toMatchObject({
      banned: '0',
      banReason: null,
      bannedTime: null,
    })
    await expect(change(guest.id, { banned: '1' })).rejects.toMatchObject({ status: 400 })
    expect(await scan(confCode)).toMatchObject({ verdict: 'admitted' })
  })

  it('is refused by code and by name, and each refusal gives the reason', async () => {
    await expect(scan(confCode)).rejects.toMatchObject(refusal)
    await expect(change(guest.id, { entered: '1' }, volunteer)).rejects.toMatchObject(refusal)
    await expect(change(guest.id, { entered: '1' })).rejects.toMatchObject(refusal)
    await expect(change(guest.id, { entered: '1', phone: '091 234 567' })).rejects.toMatchObject(
      refusal,
    )
    expect(await readGuest(guest.id, admin)).toMatchObject({ entered: '0', phone: null })
  })

  it('who is already inside is refused as banned, not as already inside', async () => {
    await change(guest.id, { entered: '1', override: 'banned' })
    await expect(scan(confCode)).rejects.toMatchObject(refusal)
    expect(await scan(confCode, admin, { override: 'banned' })).toMatchObject({
      verdict: 'already_inside',
    })
  })

  // Rule 6.9: only an admin may override a ban, and the override is recorded.
  it('is admitted only by an admin with an override, which is logged', async () => {
    for (const user of [volunteer, await staff(4)]) {
      await expect(scan(confCode, user, { override: 'banned' })).rejects.toMatchObject({
        status: 403,
      })
      await expect(
        change(guest.id, { entered: '1', override: 'banned' }, user),
      ).rejects.toMatchObject({ status: 403 })
    }
    expect(await scan(confCode, admin, { override: 'banned' })).toMatchObject({
      verdict: 'admitted',
      guest: { entered: '1', banned: '1' },
    })
    expect((await readGuestHistory(guest.id)).activities[0]).toMatchObject({
      action: 'admitted',
      changes: { entered: ['0', '1'], override: [null, 'zabrana ulaska'] },
      user: { id: admin.id },
    })
  })

  // Rule 4.19: only an admin bans.
  it('stays banned unless an admin lifts the ban', async () => {
    for (const privilege of [2, 3, 4])
      await expect(change(guest.id, { banned: '0' }, await staff(privilege))).rejects.toMatchObject(
        { status: 403 },
      )
  })
})
