import { describe, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import { changeGuest } from '@/lib/guests/change-guest'
import { guestChange } from '@/lib/guests/schema'
import { resendTicket, showTicket } from '@/lib/guests/ticket-assistance'
import { check } from '@/lib/http/request'
import { sendWaiting } from '@/lib/mail/sender'
import { qrPath } from '@/lib/qr/qr'
import { makeGuest, staff } from '../support/factories'
import { stopInBatch } from '../support/mails'

const sql = getSql()
const setEmail = async (id: number, email: string, privilege: number) =>
  changeGuest(id, check(guestChange, { email }), await staff(privilege))
const mailsOf = (id: number) =>
  sql`select to_mail, resend, details from mails where guest_id = ${id} order by created_at`
const activitiesOf = (id: number) =>
  sql`select action, user_id, changes from activities
    where entity = 'guests' and entity_id = ${String(id)} order by id`

/** Creates a guest with a ticket whose mail has been recorded. */
async function makeHolder(fields: Parameters<typeof makeGuest>[0] = {}) {
  const guest = await makeGuest(fields)
  const sold = await changeGuest(guest.id, { bought: true }, await staff(1))
  await sql`update mails set state = 'recorded' where guest_id = ${guest.id}`
  return { ...guest, code: sold.confCode as string }
}

describe('the e-mail address of a fresher', () => {
  it('can be changed by the desk, unlike the address of a guest of another list', async () => {
    const [fresher, vip] = [await makeHolder(), await makeHolder({ tag: 'VIP', jmbag: null })]
    for (const privilege of [3, 4]) {
      const email = `a${privilege}@primjer.hr`
      expect(await setEmail(fresher.id, email.toUpperCase(), privilege)).toMatchObject({ email })
      await expect(setEmail(vip.id, email, privilege)).rejects.toMatchObject({
        status: 403,
        code: 'freshers_only',
      })
    }
    await expect(setEmail(fresher.id, 'b@primjer.hr', 2)).rejects.toMatchObject({ status: 403 })
    expect(await activitiesOf(fresher.id)).toMatchObject([
      { action: 'sold' },
      { action: 'changed', changes: { email: [null, 'a3@primjer.hr'] } },
      { action: 'changed', changes: { email: ['a3@primjer.hr', 'a4@primjer.hr'] } },
    ])
  })

  it('is validated, and is derived from the name and JMBAG when empty', async () => {
    const guest = await makeHolder({ jmbag: '0036512345' })
    expect(() => check(guestChange, { email: 'krivo' })).toThrow()
    await setEmail(guest.id, 'a@primjer.hr', 3)
    expect(await resendTicket(guest.id, await staff(3))).toMatchObject({
      mailedTo: 'a@primjer.hr',
    })
    await sql`update mails set state = 'recorded' where guest_id = ${guest.id}`
    expect(await setEmail(guest.id, '', 3)).toMatchObject({ email: null })
    expect(await resendTicket(guest.id, await staff(3))).toMatchObject({
      mailedTo: 'is51234@fer.hr',
    })
  })
})

// Rule 3.16: the desk sends a ticket again, and each resend is recorded.
describe('a ticket sent again', () => {
  it('is logged as a resend, is refused while one is queued, and is rate-limited', async () => {
    const guest = await makeHolder()
    const seller = await staff(4)
    await resendTicket(guest.id, seller)
    await expect(resendTicket(guest.id, seller)).rejects.toMatchObject({ code: 'already_queued' })
    await sql`update mails set state = 'recorded' where guest_id = ${guest.id}`
    await resendTicket(guest.id, seller)
    await expect(resendTicket(guest.id, seller)).rejects.toMatchObject({ status: 429 })
    expect((await mailsOf(guest.id)).map(({ resend }) => resend)).toEqual([false, true, true])
    expect((await activitiesOf(guest.id)).slice(1)).toMatchObject([
      { action: 'resent', user_id: seller.id },
      { action: 'resent', user_id: seller.id },
    ])
  })

  it('contains the receipt of the payment', async () => {
    const guest = await makeHolder()
    await sql`insert into cash_moves ${sql({
      kind: 'sale',
      method: 'card',
      cents: 1_000,
      price_cents: 1_000,
      guest_id: guest.id,
      list: 'Brucoši',
    })}`
    await resendTicket(guest.id, await staff(3))
    expect((await mailsOf(guest.id))[1]?.details).toMatchObject({
      receipt: { cents: 1_000, way: 'card', list: 'Brucoši' },
    })
  })

  it('is taken out of a stopped batch, which does not send it again when it is resumed', async () => {
    const [guest, other] = [await makeHolder(), await makeHolder()]
    const batch = await stopInBatch(guest.id, other.id)
    await resendTicket(guest.id, await staff(4))
    const states = () =>
      sql`select guest_id, state from mails where guest_id in ${sql([guest.id, other.id])}
        order by guest_id`
    await sendWaiting()
    expect(await states()).toEqual([
      { guest_id: guest.id, state: 'recorded' },
      { guest_id: other.id, state: 'queued' },
    ])
    expect(await sql`select total from mail_batches where id = ${batch}`).toEqual([{ total: 1 }])
    await sql`update mail_batches set stopped_at = null where id = ${batch}`
    await sendWaiting()
    expect(await states()).toEqual([
      { guest_id: guest.id, state: 'recorded' },
      { guest_id: other.id, state: 'recorded' },
    ])
    expect((await activitiesOf(guest.id)).at(-1)).toMatchObject({ action: 'resent' })
  })

  it('is sent to the corrected address instead of the old one, and is refused only while queued for it', async () => {
    const [guest, seller] = [await makeHolder({ email: 'kriva@primjer.hr' }), await staff(4)]
    await sql`update mails set state = 'queued', due_at = now() where guest_id = ${guest.id}`
    await setEmail(guest.id, 'prava@primjer.hr', 4)
    expect(await resendTicket(guest.id, seller)).toMatchObject({ mailedTo: 'prava@primjer.hr' })
    await expect(resendTicket(guest.id, seller)).rejects.toMatchObject({ code: 'already_queued' })
    expect(await mailsOf(guest.id)).toMatchObject([{ to_mail: 'prava@primjer.hr' }])
    await sendWaiting()
    expect(await sql`select state from mails where guest_id = ${guest.id}`).toEqual([
      { state: 'recorded' },
    ])
  })

  it('is due at once with a new key after an attempt, but is refused during an attempt', async () => {
    const [guest, seller] = [await makeHolder(), await staff(4)]
    const setState = (state: string, attempts: number) => sql`
      update mails set state = ${state}, attempts = ${attempts}, claimed_at = now(),
        due_at = now() + interval '1 hour' where guest_id = ${guest.id}`
    await setState('sending', 0)
    await expect(resendTicket(guest.id, seller)).rejects.toMatchObject({ code: 'already_queued' })
    await setState('queued', 2)
    await resendTicket(guest.id, seller)
    expect(
      await sql`select state, attempts, resend_count, due_at <= now() as is_due from mails
        where guest_id = ${guest.id}`,
    ).toEqual([{ state: 'queued', attempts: 0, resend_count: 1, is_due: true }])
  })

  it('is refused if the guest has no e-mail address', async () => {
    const guest = await makeHolder({ jmbag: null })
    await expect(resendTicket(guest.id, await staff(3))).rejects.toMatchObject({
      status: 409,
      code: 'no_address',
    })
  })
})

// Rule 3.16: the desk shows and prints the code of a ticket, and both are recorded.
describe('a ticket at the desk', () => {
  it('is shown and printed with the QR code for the gate, and both are logged with the user', async () => {
    const guest = await makeHolder()
    const seller = await staff(3)
    const shown = await showTicket(guest.id, false, seller)
    expect(shown).toMatchObject({ name: 'Ivo', code: guest.code, qr: qrPath(guest.code) })
    await showTicket(guest.id, true, seller)
    expect((await activitiesOf(guest.id)).slice(1)).toMatchObject([
      { action: 'shown', user_id: seller.id },
      { action: 'printed', user_id: seller.id },
    ])
  })

  it.each([3, 4])(
    'is shown and sent again only for freshers who have a ticket (privilege %s)',
    async (privilege) => {
      const seller = await staff(privilege)
      const [vip, noTicket] = [await makeHolder({ tag: 'VIP', jmbag: null }), await makeGuest()]
      for (const action of [resendTicket, (id: number) => showTicket(id, false, seller)]) {
        await expect(action(vip.id, seller)).rejects.toMatchObject({ status: 404 })
        await expect(action(noTicket.id, seller)).rejects.toMatchObject({ code: 'no_ticket' })
        await expect(action(999_999, seller)).rejects.toMatchObject({ code: 'not_shown' })
      }
      expect(await activitiesOf(vip.id)).toHaveLength(1)
    },
  )
})
