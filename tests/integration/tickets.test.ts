import { beforeEach, describe, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import { admitGuest } from '@/lib/guests/admit-guest'
import { changeGuest, readGuest } from '@/lib/guests/change-guest'
import { isConfirmationCode } from '@/lib/guests/rules'
import { onWork } from '@/lib/jobs/signals'
import { makeGuest, staff } from '../support/factories'

const mailsOf = (id: number) =>
  getSql()`select * from mails where guest_id = ${id} order by created_at`
let signals = 0
await onWork('mails', () => {
  signals++
})
beforeEach(() => {
  signals = 0
})

describe('selling a ticket', () => {
  // Rule 3.7: a sale is one step, whole or not at all.
  it('creates code, sale time and mail together, and notifies the mail sender', async () => {
    const guest = await makeGuest({ name: 'Ivo', surname: 'Šarić', jmbag: '0036512345' })
    const sold = await changeGuest(guest.id, { bought: true }, await staff(3))
    expect(sold.bought).toBe('1')
    expect(isConfirmationCode(sold.confCode ?? '')).toBe(true)
    expect(Date.now() - Date.parse(sold.boughtTicketTime ?? '')).toBeLessThan(60_000)
    expect(sold.mailedTo).toBe('is51234@fer.hr')
    const mails = await mailsOf(guest.id)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({
      to_mail: 'is51234@fer.hr',
      conf_code: sold.confCode,
      state: 'queued',
    })
    await expect.poll(() => signals).toBeGreaterThan(0)
  })

  // Rule 7.1: the confirmation goes to the guest's own e-mail if one is stored.
  it('sends the mail to the stored address of the guest, if there is one', async () => {
    const guest = await makeGuest({ email: 'vlastita@primjer.hr' })
    const sold = await changeGuest(guest.id, { bought: true }, await staff(1))
    expect(sold.mailedTo).toBe('vlastita@primjer.hr')
  })

  it('stores the name of the guest in the same request', async () => {
    const guest = await makeGuest({ name: '', surname: '' })
    const change = { name: 'Mara', surname: 'Đurić', bought: true }
    const sold = await changeGuest(guest.id, change, await staff(4))
    expect(sold).toMatchObject({ name: 'Mara', surname: 'Đurić', bought: '1' })
  })

  // Rule 3.6: a sale needs name and surname.
  it('refuses a guest without a name, and stores nothing', async () => {
    const guest = await makeGuest({ name: '', surname: 'Šarić' })
    const change = changeGuest(guest.id, { bought: true }, await staff(3))
    await expect(change).rejects.toMatchObject({ detail: 'Ispunite polja ime i prezime!' })
    expect(await mailsOf(guest.id)).toHaveLength(0)
  })

  // Rule 3.9: selling to a guest who has a ticket changes nothing.
  it('changes nothing for a guest who has a ticket already', async () => {
    const guest = await makeGuest()
    const first = await changeGuest(guest.id, { bought: true }, await staff(3))
    const change = { name: 'Ivo', surname: 'Drugi', bought: true, seen: { name: '', surname: '' } }
    const second = await changeGuest(guest.id, change, await staff(3))
    expect(second).toEqual({ ...first, mailedTo: null, changed: false })
    expect(await mailsOf(guest.id)).toHaveLength(1)
  })

  it('creates one code and one mail for 50 sales to the same guest at once', async () => {
    const guest = await makeGuest()
    const seller = await staff(3)
    const sales = await Promise.all(
      Array.from({ length: 50 }, () => changeGuest(guest.id, { bought: true }, seller)),
    )
    expect(new Set(sales.map((s) => s.confCode)).size).toBe(1)
    expect(sales.filter((s) => s.mailedTo !== null)).toHaveLength(1)
    expect(await mailsOf(guest.id)).toHaveLength(1)
  })

  // Rule 4.23.
  it('is refused with the stored name if the seller has seen another name', async () => {
    const guest = await makeGuest({ name: 'Iva', surname: 'Ivić' })
    const change = { surname: 'Ivanić', bought: true, seen: { surname: 'Ivic' } }
    await expect(changeGuest(guest.id, change, await staff(3))).rejects.toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
      more: { fields: { surname: ['Sada je: Ivić'] } },
    })
    expect(await mailsOf(guest.id)).toHaveLength(0)
  })

  // Rule 3.10: a return deletes the code of the ticket, and the old code admits no guest.
  it('is reversed by a return: code and sale time are deleted, and the old code is refused', async () => {
    const guest = await makeGuest()
    const sold = await changeGuest(guest.id, { bought: true }, await staff(3))
    const returned = await changeGuest(guest.id, { bought: false }, await staff(3))
    expect(returned).toMatchObject({ bought: '0', confCode: null, boughtTicketTime: null })
    const scan = admitGuest({ confCode: sold.confCode as string }, await staff(2))
    await expect(scan).rejects.toMatchObject({ status: 409, code: 'ticket_returned' })
    const resold = await changeGuest(guest.id, { bought: true }, await staff(3))
    expect(resold.confCode).not.toBe(sold.confCode)
    expect(await mailsOf(guest.id)).toHaveLength(2)
  })

  // Rule 3.10: a return takes back only the ticket that the seller saw.
  it('again after a return keeps the new ticket when another seller returns the one before', async () => {
    const guest = await makeGuest()
    const [seller, admin] = [await staff(3), await staff(1)]
    const first = await changeGuest(guest.id, { bought: true }, seller)
    const ticket = first.confCode as string
    await changeGuest(guest.id, { bought: false, ticket }, admin)
    const late = await changeGuest(guest.id, { bought: false, ticket }, seller)
    expect(late).toMatchObject({ changed: false, bought: '0' })
    const second = await changeGuest(guest.id, { bought: true }, admin)
    for (const user of [seller, admin])
      await expect(changeGuest(guest.id, { bought: false, ticket }, user)).rejects.toMatchObject({
        status: 409,
        code: 'changed_meanwhile',
      })
    expect(await readGuest(guest.id, seller)).toMatchObject({ confCode: second.confCode })
  })

  // Rule 9.19: each write of staff is recorded.
  it('and returning it are logged with the user', async () => {
    const guest = await makeGuest()
    const seller = await staff(3)
    await changeGuest(guest.id, { bought: true }, seller)
    await changeGuest(guest.id, { bought: false }, seller)
    const entries = await getSql()`
      select action, user_id from activities
      where entity = 'guests' and entity_id = ${String(guest.id)} order by id`
    expect(entries.map((r) => [r.action, r.user_id])).toEqual([
      ['sold', seller.id],
      ['returned', seller.id],
    ])
  })

  // Rule 3.11: a student gets a ticket only at the desk.
  it('is refused for privileges 0 and 2', async () => {
    const guest = await makeGuest()
    for (const privilege of [0, 2])
      await expect(
        changeGuest(guest.id, { bought: true }, await staff(privilege)),
      ).rejects.toMatchObject({ status: 403 })
  })

  it('derives an address from foreign Latin letters, but not from Cyrillic letters', async () => {
    const sell = async (jmbag: string, name: string, surname: string) => {
      const guest = await makeGuest({ jmbag, name, surname })
      return (await changeGuest(guest.id, { bought: true }, await staff(3))).mailedTo
    }
    expect(await sell('0036077701', 'Łukasz', 'Øvrebø')).toBe('lo07770@fer.hr')
    expect(await sell('0036077811', 'Вук', 'Перић')).toBe('')
  })

  // Rule 3.24: a guest without an address keeps the sale.
  it('succeeds when the guest has no e-mail address', async () => {
    const guest = await makeGuest({ jmbag: null, tag: 'VIP' })
    const sold = await changeGuest(guest.id, { bought: true }, await staff(1))
    expect(sold).toMatchObject({ bought: '1', mailedTo: '' })
  })
})

describe('the gate', () => {
  it('admits a code once, and then shows since when the guest is inside', async () => {
    const guest = await makeGuest()
    const { confCode } = await changeGuest(guest.id, { bought: true }, await staff(3))
    const first = await admitGuest({ confCode: ` ${confCode?.toUpperCase()} ` }, await staff(2))
    expect(first.verdict).toBe('admitted')
    const second = await admitGuest({ confCode: confCode as string }, await staff(4))
    expect(second.verdict).toBe('already_inside')
    expect(second.guest.enteredTime).toBe(first.guest.enteredTime)
  })

  it('records one admission for 50 scans of the same code at once', async () => {
    const guest = await makeGuest()
    const { confCode } = await changeGuest(guest.id, { bought: true }, await staff(3))
    const scanner = await staff(2)
    const scans = await Promise.all(
      Array.from({ length: 50 }, () => admitGuest({ confCode: confCode as string }, scanner)),
    )
    expect(scans.filter((s) => s.verdict === 'admitted')).toHaveLength(1)
    expect(new Set(scans.map((s) => s.guest.enteredTime)).size).toBe(1)
    expect(scans[0]?.guest.enteredTime).not.toBeNull()
    const entries = await getSql()`
      select 1 from activities where entity_id = ${String(guest.id)} and action = 'admitted'`
    expect(entries).toHaveLength(1)
  })

  it('reports an invalid code differently from an unknown code or a deleted guest’s code', async () => {
    const scanner = await staff(2)
    await expect(admitGuest({ confCode: 'https://example.com' }, scanner)).rejects.toMatchObject({
      status: 400,
      code: 'invalid_qr',
    })
    // A UUID of version 4 is not a confirmation code.
    await expect(admitGuest({ confCode: crypto.randomUUID() }, scanner)).rejects.toMatchObject({
      code: 'invalid_qr',
    })
    await expect(
      admitGuest({ confCode: '00000000-0000-1000-8000-000000000000' }, scanner),
    ).rejects.toMatchObject({ status: 404, code: 'unknown_qr' })
    const guest = await makeGuest({
      conf_code: '11111111-1111-1111-8111-111111111111',
      bought_at: new Date().toISOString(),
    })
    await getSql()`update guests set deleted_at = now() where id = ${guest.id}`
    await expect(
      admitGuest({ confCode: '11111111-1111-1111-8111-111111111111' }, scanner),
    ).rejects.toMatchObject({ code: 'unknown_qr' })
  })

  it('admits with the toggle, keeps the first admission time, and lets the guest out again', async () => {
    const guest = await makeGuest()
    const scanner = await staff(2)
    const first = await changeGuest(guest.id, { entered: true }, scanner)
    const second = await changeGuest(guest.id, { entered: true }, scanner)
    expect(second.enteredTime).toBe(first.enteredTime)
    const out = await changeGuest(guest.id, { entered: false }, scanner)
    expect(out).toMatchObject({ entered: '0', enteredTime: null })
    await expect(changeGuest(guest.id, { entered: true }, await staff(3))).rejects.toMatchObject({
      status: 403,
    })
  })

  it('records one admission for 50 toggles at once, and refuses a deleted guest', async () => {
    const guest = await makeGuest()
    const scanner = await staff(2)
    const toggles = await Promise.all(
      Array.from({ length: 50 }, () => changeGuest(guest.id, { entered: true }, scanner)),
    )
    expect(toggles.filter((t) => t.changed)).toHaveLength(1)
    expect(new Set(toggles.map((t) => t.enteredTime)).size).toBe(1)
    expect(toggles[0]?.enteredTime).not.toBeNull()
    const entries = await getSql()`
      select user_id, changes from activities
      where entity_id = ${String(guest.id)} and action = 'admitted'`
    expect(entries).toEqual([{ user_id: scanner.id, changes: { entered: ['0', '1'] } }])
    await getSql()`update guests set deleted_at = now() where id = ${guest.id}`
    const change = changeGuest(guest.id, { entered: true }, scanner)
    await expect(change).rejects.toMatchObject({ status: 404 })
  })

  it('returns times in ISO 8601 and UTC, in whatever form PostgreSQL stores them', async () => {
    const times = {
      '2026-01-05 21:15:00+00': '2026-01-05T21:15:00.000Z',
      '2026-07-05 23:15:07.5+02': '2026-07-05T21:15:07.500Z',
      '2026-01-05 21:15:00.123987+00': '2026-01-05T21:15:00.123Z',
    }
    for (const [stored, expected] of Object.entries(times)) {
      const { id } = await makeGuest({ entered_at: stored })
      expect((await readGuest(id, await staff(2))).enteredTime).toBe(expected)
    }
  })
})
