import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import type { Caller } from '@/lib/auth/sessions'
import { markStale } from '@/lib/cache/tags'
import { expectedCents } from '@/lib/cash/rules'
import type { PaymentInput } from '@/lib/cash/schema'
import {
  closeShift,
  correctShift,
  openShift,
  readDesk,
  readPayment,
  readTakings,
  setShiftNote,
} from '@/lib/cash/service'
import { changeSettings, isCashDeskEnabled, readSettings } from '@/lib/cash/settings'
import { previewBulk, readBulk, startBulk } from '@/lib/guests/bulk/bulk'
import { runPendingJobs } from '@/lib/guests/bulk/worker'
import { changeGuest } from '@/lib/guests/change-guest'
import { resendTicket } from '@/lib/guests/ticket-assistance'
import { makeGuest, staff } from '../support/factories'
import fc, { costlyRuns } from '../support/property'
import { emptyTill, movesOf, PRICE } from '../support/till'

const sql = getSql()
const cash: PaymentInput = { way: 'cash', reason: '' }
const card: PaymentInput = { way: 'card', reason: '' }

/**
 * Turns the cash desk on or off as an admin does. `markStale` invalidates the cached edition, which
 * contains the setting.
 */
async function turnCashDesk(isOn: boolean, cents: number | null = PRICE) {
  const [{ id } = { id: 0 }] = await sql`select id from guest_lists where role = 'brucosi'`
  await changeSettings({ on: isOn, prices: [{ id, cents }] }, await staff(1))
  markStale(['festival'])
}

const sell = async (id: number, user: Caller, payment?: PaymentInput) =>
  changeGuest(id, { bought: true, payment }, user)
const returnTicket = (id: number, user: Caller, payment?: PaymentInput) =>
  changeGuest(id, { bought: false, payment }, user)

beforeEach(async () => {
  await emptyTill(sql)
  await turnCashDesk(true)
})
afterAll(async () => {
  await emptyTill(sql)
  await turnCashDesk(false)
})

describe('a bulk return of tickets', () => {
  it.each([
    ['on', true],
    ['off', false],
  ])('skips only tickets that the desk sold, paid or free, while it is %s', async (_, isOn) => {
    const seller = await staff(3)
    const shift = await openShift(0, seller)
    const [paid, free, other] = [await makeGuest(), await makeGuest(), await makeGuest()]
    await sell(paid.id, seller)
    await sell(free.id, seller, { way: 'free', reason: 'Pomaže' })
    await closeShift(shift.id, PRICE, seller)
    await turnCashDesk(isOn)
    await sql`update guests set conf_code = gen_random_uuid(), bought_at = now()
      where id = ${other.id}`
    const ids = [paid.id, free.id, other.id]
    const request = { selection: { ids }, action: { kind: 'take-back' as const } }
    const skipped = { till: 2 }
    expect(await previewBulk(request)).toMatchObject({ changes: 1, skipped })
    const { id } = await startBulk(request, await staff(1))
    await runPendingJobs(randomUUID())
    expect(await readBulk(id)).toMatchObject({ state: 'done', changed: 1, skipped })
    const withTicket = await sql`select id from guests where conf_code is not null
      and id in ${sql(ids)} order by id`
    expect(withTicket.map((guest) => guest.id)).toEqual([paid.id, free.id])
  })
})

describe('the cash desk setting', () => {
  // Rule 3.18: while the cash desk is off, the ticket desk asks for no money.
  it('when off, lets tickets be sold without cash movements', async () => {
    await turnCashDesk(false)
    const guest = await makeGuest()
    const sold = await sell(guest.id, await staff(3), card)
    expect(sold).not.toHaveProperty('payment')
    expect(await movesOf(sql)).toEqual([])
    expect(await readDesk(await staff(3))).toEqual({ on: '0', priceCents: null, shift: null })
    const [mail] = await sql`select details from mails where guest_id = ${guest.id}`
    expect(mail?.details).toBeNull()
    await expect(openShift(0, await staff(3))).rejects.toMatchObject({ code: 'cash_off' })
  })

  it('cannot be turned off while a cash shift is open', async () => {
    const seller = await staff(3)
    const shift = await openShift(0, seller)
    await expect(turnCashDesk(false)).rejects.toMatchObject({ code: 'open_shifts' })
    await closeShift(shift.id, 0, seller)
    await turnCashDesk(false)
    expect(await isCashDeskEnabled()).toBe(false)
  })

  it('has a price per guest list, else the price of the edition, and refuses an unknown list', async () => {
    await sql`update editions set ticket_price_cents = 900 where ended_at is null`
    await turnCashDesk(true, null)
    expect(await readDesk(await staff(3))).toMatchObject({ on: '1', priceCents: 900 })
    await turnCashDesk(true, 1200)
    expect(await readDesk(await staff(3))).toMatchObject({ priceCents: 1200 })
    expect(await readSettings()).toMatchObject({ on: '1', ticketCents: 900 })
    const change = changeSettings({ prices: [{ id: 999_999, cents: 1 }] }, await staff(1))
    await expect(change).rejects.toMatchObject({ code: 'not_found' })
    await sql`update editions set ticket_price_cents = null where ended_at is null`
    const [activity] = await sql`select changes from activities where entity = 'cash'
      and entity_id = 'settings' order by id desc limit 1`
    expect(activity?.changes).toMatchObject({ Brucoši: [null, 12] })
  })
})

// Rule 4.23: if two people change the same field, the second reads the stored value.
describe('a ticket price that two admins change', () => {
  const priceOf = async (name: string) => {
    const { lists } = await readSettings()
    const list = lists.find((item) => item.name === name)
    return { id: list?.id as number, cents: list?.cents ?? null }
  }

  it('keeps the first change, returns the stored price to the second admin, and accepts it as expected value', async () => {
    const admin = await staff(1)
    const { id } = await priceOf('Brucoši')
    const first = { id, cents: 1_200, seen: PRICE }
    await changeSettings({ prices: [first] }, admin)
    await expect(
      changeSettings({ prices: [{ id, cents: 900, seen: PRICE }] }, admin),
    ).rejects.toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
      more: { fields: { [id]: ['Sada je: 12'] } },
    })
    expect((await priceOf('Brucoši')).cents).toBe(1_200)
    await changeSettings({ prices: [{ id, cents: null, seen: 1_200 }] }, admin)
    await expect(
      changeSettings({ prices: [{ id, cents: 900, seen: 1_200 }] }, admin),
    ).rejects.toMatchObject({ more: { fields: { [id]: ['Sada je prazno.'] } } })
    await changeSettings({ prices: [{ id, cents: 900, seen: null }] }, admin)
    expect((await priceOf('Brucoši')).cents).toBe(900)
  })

  it('changes nothing if one of several prices is not as expected, and accepts prices without an expected value', async () => {
    const admin = await staff(1)
    const [freshers, vip] = [await priceOf('Brucoši'), await priceOf('VIP')]
    const prices = [
      { id: vip.id, cents: 700, seen: vip.cents },
      { id: freshers.id, cents: 900, seen: 1 },
    ]
    await expect(changeSettings({ prices }, admin)).rejects.toMatchObject({
      more: { fields: { [freshers.id]: ['Sada je: 10,50'] } },
    })
    expect(await priceOf('VIP')).toEqual(vip)
    await changeSettings({ prices: [{ id: freshers.id, cents: 900 }] }, admin)
    expect((await priceOf('Brucoši')).cents).toBe(900)
  })
})

describe('a sale', () => {
  // Rule 3.19: a sale for cash needs an open shift.
  it('for cash is refused without an open cash shift, and changes nothing', async () => {
    const guest = await makeGuest()
    const seller = await staff(3)
    await expect(sell(guest.id, seller, cash)).rejects.toMatchObject({
      code: 'no_shift',
      status: 409,
    })
    // A sale without a payment method, as old pages and programs send it, needs an open shift too.
    await expect(sell(guest.id, seller)).rejects.toMatchObject({ code: 'no_shift' })
    expect(await movesOf(sql)).toEqual([])
    const [row] = await sql`select bought_at from guests where id = ${guest.id}`
    expect(row?.bought_at).toBeNull()
  })

  it('creates the ticket, a mail with the receipt, a cash movement and an activity entry', async () => {
    const guest = await makeGuest()
    const seller = await staff(3)
    const shift = await openShift(5_000, seller)
    const sold = await sell(guest.id, seller, { ...cash, cents: PRICE })
    const [move] = await movesOf(sql, guest.id)
    expect(move).toMatchObject({
      kind: 'sale',
      method: 'cash',
      cents: PRICE,
      shift_id: shift.id,
      seller_id: seller.id,
    })
    expect(sold.payment).toMatchObject({ way: 'cash', cents: PRICE, list: 'Brucoši' })
    expect(sold.payment?.number).toMatch(new RegExp(`^20\\d\\d-0*${move?.id}$`))
    const [mail] = await sql`select details from mails where guest_id = ${guest.id}`
    expect(mail?.details).toMatchObject({ receipt: { id: move?.id, cents: PRICE, way: 'cash' } })
    expect(await readPayment(guest.id, seller)).toEqual({ paid: sold.payment })
    const [activity] = await sql`
      select changes from activities where entity = 'guests' and entity_id = ${String(guest.id)}`
    expect(activity?.changes.paid).toEqual([null, '10,50\u00a0€ gotovinom'])
  })

  it('by card needs no cash shift, but belongs to the open cash shift if there is one', async () => {
    const seller = await staff(4)
    const [first, second] = [await makeGuest(), await makeGuest()]
    await sell(first.id, seller, card)
    const shift = await openShift(0, seller)
    await sell(second.id, seller, card)
    expect((await movesOf(sql)).map((move) => [move.kind, move.shift_id])).toEqual([
      ['sale', null],
      ['float', shift.id],
      ['sale', shift.id],
    ])
    const rows = await readTakings()
    expect(rows.map((row) => [row.shiftId, row.sold, row.cardCents, row.cashCents])).toEqual(
      expect.arrayContaining([
        [null, 1, PRICE, 0],
        [shift.id, 1, PRICE, 0],
      ]),
    )
  })

  // Rule 3.19: a free ticket needs a reason.
  it('of a free ticket is stored as a cash movement of 0 cents with its reason', async () => {
    const guest = await makeGuest()
    await sell(guest.id, await staff(3), { way: 'free', reason: 'Volonterka' })
    expect(await movesOf(sql, guest.id)).toMatchObject([
      { kind: 'sale', method: 'free', cents: 0, reason: 'Volonterka' },
    ])
  })

  it('is refused if the price has changed or no price is set', async () => {
    const guest = await makeGuest()
    const seller = await staff(3)
    await openShift(0, seller)
    const sale = sell(guest.id, seller, { ...cash, cents: 999 })
    await expect(sale).rejects.toMatchObject({ code: 'price_changed' })
    await turnCashDesk(true, null)
    await expect(sell(guest.id, seller, cash)).rejects.toMatchObject({ code: 'no_price' })
    expect((await movesOf(sql)).map(({ kind }) => kind)).toEqual(['float'])
  })

  it('by an admin creates a cash movement only at the desk, with a payment', async () => {
    const admin = await staff(1)
    const [outside, inside] = [await makeGuest(), await makeGuest()]
    expect(await sell(outside.id, admin)).not.toHaveProperty('payment')
    await expect(sell(inside.id, admin, cash)).rejects.toMatchObject({ code: 'no_shift' })
    await openShift(0, admin)
    expect(await sell(inside.id, admin, cash)).toHaveProperty('payment')
    expect(await movesOf(sql, outside.id)).toEqual([])
  })

  it('sent several times at once, by one or two sellers, creates one ticket and one cash movement', async () => {
    const [first, second] = [await staff(3), await staff(4)]
    await openShift(0, first)
    await openShift(0, second)
    for (const sellers of [
      [first, second],
      [first, first],
    ])
      for (let round = 0; round < 10; round++) {
        const guest = await makeGuest()
        const results = await Promise.all(
          [...sellers, ...sellers].map((seller) => sell(guest.id, seller, cash)),
        )
        expect(results.filter(({ changed }) => changed)).toHaveLength(1)
        expect(results.filter((result) => 'payment' in result)).toHaveLength(1)
        expect(await movesOf(sql, guest.id)).toHaveLength(1)
      }
  })
})

describe('a return', () => {
  // Rule 3.20: a return pays back what was paid, once, in the shift of the seller who takes it.
  it('pays back the paid price once, by the same method, in the cash shift of the returning seller', async () => {
    const [seller, other] = [await staff(3), await staff(4)]
    const guest = await makeGuest()
    await openShift(0, seller)
    await sell(guest.id, seller, cash)
    await expect(returnTicket(guest.id, other)).rejects.toMatchObject({ code: 'no_shift' })
    const shift = await openShift(10_000, other)
    await turnCashDesk(true, 2_000)
    const results = await Promise.all([1, 2, 3].map(() => returnTicket(guest.id, other, cash)))
    expect(results.filter(({ changed }) => changed)).toHaveLength(1)
    expect(results.find(({ changed }) => changed)?.payment).toMatchObject({ cents: -PRICE })
    expect((await movesOf(sql, guest.id)).slice(1)).toMatchObject([
      { kind: 'return', method: 'cash', cents: -PRICE, shift_id: shift.id, seller_id: other.id },
    ])
    expect(await readPayment(guest.id, seller)).toEqual({ paid: null })
  })

  // Rule 3.21: a till never goes below zero.
  it('is refused if it exceeds the cash in the till', async () => {
    const [seller, other] = [await staff(3), await staff(4)]
    const [first, second] = [await makeGuest(), await makeGuest()]
    await openShift(0, seller)
    await sell(first.id, seller, cash)
    await sell(second.id, seller, cash)
    const shift = await openShift(PRICE, other)
    const both = await Promise.allSettled([
      returnTicket(first.id, other),
      returnTicket(second.id, other),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'till_short' },
    })
    await correctShift(shift.id, { way: 'cash', cents: 5_000, reason: 'Sitniš' }, other)
    await Promise.allSettled([returnTicket(first.id, other), returnTicket(second.id, other)])
    expect((await movesOf(sql)).filter(({ kind }) => kind === 'return')).toHaveLength(2)
  })

  it('outside the desk belongs to no cash shift, and pays back nothing for an unpaid ticket', async () => {
    const [seller, admin] = [await staff(3), await staff(1)]
    const [paid, unpaid] = [await makeGuest(), await makeGuest()]
    await openShift(0, seller)
    await sell(paid.id, seller, cash)
    await sell(unpaid.id, admin)
    await returnTicket(paid.id, admin)
    await returnTicket(unpaid.id, admin)
    expect(await movesOf(sql, paid.id)).toMatchObject([
      { kind: 'sale' },
      { kind: 'return', shift_id: null, cents: -PRICE },
    ])
    expect(await movesOf(sql, unpaid.id)).toEqual([])
  })
})

// Rules 3.18 and 3.20: a payment belongs to its ticket, also while the desk is off.
describe('a return while the cash desk is off', () => {
  it('pays back a paid ticket out of no till, so that the next ticket has no payment', async () => {
    const [seller, admin] = [await staff(3), await staff(1)]
    const guest = await makeGuest()
    const shift = await openShift(0, seller)
    await sell(guest.id, seller, cash)
    await closeShift(shift.id, PRICE, seller)
    await turnCashDesk(false)
    const returned = await returnTicket(guest.id, seller)
    expect(returned.payment).toMatchObject({ way: 'cash', cents: -PRICE })
    const moves = await movesOf(sql, guest.id)
    expect(moves).toMatchObject([
      { kind: 'sale', shift_id: shift.id },
      { kind: 'return', method: 'cash', cents: -PRICE, shift_id: null, seller_id: seller.id },
    ])
    expect(await readTakings()).toContainEqual(
      expect.objectContaining({ shiftId: null, returned: 1, cashCents: -PRICE }),
    )

    await turnCashDesk(true)
    await sell(guest.id, admin)
    expect(await readPayment(guest.id, seller)).toEqual({ paid: null })
    await sql`update mails set state = 'recorded' where guest_id = ${guest.id}`
    await resendTicket(guest.id, seller)
    const [mail] = await sql`select details from mails where guest_id = ${guest.id} and resend`
    expect(mail).toEqual({ details: null })
    await openShift(PRICE, seller)
    expect(await returnTicket(guest.id, seller, cash)).not.toHaveProperty('payment')
    expect(await movesOf(sql, guest.id)).toEqual(moves)
  })

  it('pays back nothing for a ticket without a payment', async () => {
    await turnCashDesk(false)
    const seller = await staff(3)
    const guest = await makeGuest()
    await sell(guest.id, seller)
    expect(await returnTicket(guest.id, seller)).not.toHaveProperty('payment')
    expect(await movesOf(sql)).toEqual([])
  })
})

describe('a cash shift', () => {
  it('is opened only once per seller, also when four devices open it at once', async () => {
    const seller = await staff(3)
    const attempts = await Promise.allSettled([1, 2, 3, 4].map(() => openShift(1_000, seller)))
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const attempt of attempts)
      if (attempt.status === 'rejected')
        expect(attempt.reason).toMatchObject({ code: 'shift_open' })
    expect(await movesOf(sql)).toHaveLength(1)
  })

  // Rule 3.22: a shift ends with a count, and takes no entries after that.
  it('ends with a count, returns the difference, and then refuses further entries', async () => {
    const seller = await staff(3)
    const guest = await makeGuest()
    const shift = await openShift(5_000, seller)
    await sell(guest.id, seller, cash)
    await correctShift(shift.id, { way: 'cash', cents: -2_000, reason: 'U sef' }, seller)
    const tooMuch = correctShift(shift.id, { way: 'cash', cents: -9_000, reason: 'U sef' }, seller)
    await expect(tooMuch).rejects.toMatchObject({ code: 'till_short' })
    const closed = await closeShift(shift.id, 4_000, seller)
    expect(closed).toMatchObject({
      sold: 1,
      floatCents: 5_000,
      cashCents: PRICE,
      correctedCents: -2_000,
      expectedCents: 4_050,
      countedCents: 4_000,
      differenceCents: -50,
    })
    expect(await setShiftNote(shift.id, 'Krivo vraćeno', seller)).toMatchObject({
      note: 'Krivo vraćeno',
    })
    const refusal = { code: 'shift_closed' }
    const correction = correctShift(shift.id, { way: 'cash', cents: 1, reason: 'x' }, seller)
    await expect(correction).rejects.toMatchObject(refusal)
    expect((await readDesk(seller)).shift).toBeNull()
  })

  it('that is closed again with the same count returns the stored result, and with another count a conflict', async () => {
    const seller = await staff(3)
    const shift = await openShift(5_000, seller)
    const closed = await closeShift(shift.id, 4_950, seller)
    await setShiftNote(shift.id, 'Krivo vraćeno', seller)
    const repeats = await Promise.all([1, 2].map(() => closeShift(shift.id, 4_950, seller)))
    for (const repeat of repeats)
      expect(repeat).toEqual({ ...closed, note: 'Krivo vraćeno', differenceCents: -50 })
    await expect(closeShift(shift.id, 5_000, seller)).rejects.toMatchObject({
      status: 409,
      code: 'shift_closed',
      message: 'Smjena je već zatvorena. Prebrojano je 49,50\u00a0€: manjak 0,50\u00a0€.',
    })
    const counts = (await movesOf(sql)).filter(({ kind }) => kind === 'count')
    expect(counts.map(({ cents }) => cents)).toEqual([4_950])
    const closings = await sql`select 1 from activities where entity = 'cash'
      and entity_id = ${String(shift.id)} and action = 'closed'`
    expect(closings).toHaveLength(1)
  })

  it('can be changed only by its seller and by admins', async () => {
    const [seller, other, admin] = [await staff(3), await staff(4), await staff(1)]
    const { id } = await openShift(0, seller)
    const notFound = { code: 'not_found' }
    await expect(closeShift(id, 0, other)).rejects.toMatchObject(notFound)
    await expect(setShiftNote(id, 'x', other)).rejects.toMatchObject(notFound)
    await expect(
      correctShift(id, { way: 'cash', cents: 1, reason: 'x' }, other),
    ).rejects.toMatchObject(notFound)
    expect((await readDesk(other)).shift).toBeNull()
    expect(await closeShift(id, 0, admin)).toMatchObject({ differenceCents: 0 })
  })

  it('that is being closed makes a sale wait, and the sale is then refused', async () => {
    const seller = await staff(3)
    const guest = await makeGuest()
    const shift = await openShift(0, seller)
    let isDone = false
    const closing = sql.begin(async (tx) => {
      await tx`update cash_shifts set closed_at = now() where id = ${shift.id}`
      const sale = Promise.allSettled([sell(guest.id, seller, cash)])
      void sale.then(() => {
        isDone = true
      })
      const isWaiting = async () => {
        const [row] = await sql`select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`
        return isDone || row?.n > 0
      }
      await expect.poll(isWaiting).toBe(true)
      return { sale }
    })
    const [sale] = await (await closing).sale
    expect(sale).toMatchObject({ status: 'rejected', reason: { code: 'no_shift' } })
    expect(await movesOf(sql, guest.id)).toEqual([])
  })

  it('closed during a sale contains the sale, or the sale is refused', async () => {
    const seller = await staff(3)
    for (let round = 0; round < 15; round++) {
      const guest = await makeGuest()
      const shift = await openShift(0, seller)
      const [sale] = await Promise.allSettled([
        sell(guest.id, seller, cash),
        closeShift(shift.id, 0, seller),
      ])
      const moves = await movesOf(sql, guest.id)
      if (sale.status === 'fulfilled') expect(moves).toMatchObject([{ shift_id: shift.id }])
      else {
        expect(sale.reason).toMatchObject({ code: 'no_shift' })
        expect(moves).toEqual([])
      }
    }
  })
})

describe('a stored cash entry', () => {
  it('cannot be changed or deleted, except that its reason can be erased', async () => {
    const seller = await staff(3)
    const guest = await makeGuest()
    await sell(guest.id, seller, { way: 'free', reason: 'Nečija sestra' })
    const [{ id } = { id: 0 }] = await movesOf(sql, guest.id)
    const refusal = /stays as it was written/
    await expect(sql`update cash_moves set cents = 1 where id = ${id}`).rejects.toThrow(refusal)
    await expect(sql`update cash_moves set reason = 'x' where id = ${id}`).rejects.toThrow(refusal)
    await expect(sql`update cash_moves set guest_id = 7 where id = ${id}`).rejects.toThrow(refusal)
    await expect(sql`delete from cash_moves where id = ${id}`).rejects.toThrow(refusal)
    await sql`update cash_moves set reason = '' where id = ${id}`
    expect(await movesOf(sql, guest.id)).toMatchObject([{ reason: '', seller_id: seller.id }])
  })

  it('of a deleted seller stays in the takings, and an admin can close the cash shift', async () => {
    const [row] = await sql`insert into users (name, email, privilege)
      values ('Prolazna', 'prolazna@brucosijada.example', 3) returning *`
    const user = row as unknown as Caller
    const shift = await openShift(300, user)
    await sql`delete from users where id = ${user.id}`
    expect(await readTakings()).toMatchObject([{ shiftId: shift.id, seller: null }])
    expect(await closeShift(shift.id, 300, await staff(1))).toMatchObject({ differenceCents: 0 })
  })
})

/**
 * One step of a random day at the desk. With `crash`, the database aborts the transaction midway.
 */
interface Step {
  action: 'sell' | 'return' | 'open' | 'close' | 'pay'
  guest: number
  seller: number
  way: 'cash' | 'card' | 'free'
  cents: number
  crash: boolean
}

// Rule 3.21: the amount that a till should hold is the sum of its entries.
describe('a random day at the desk', () => {
  it('gives the same sums in cash shifts, cash movements and tickets, and no till below zero', {
    timeout: 120_000,
  }, async () => {
    await sql`create table if not exists crash (now boolean not null)`
    await sql`create or replace function crash() returns trigger language plpgsql as $$
      begin
        if exists (select from crash where now) then raise exception 'gone'; end if;
        return new;
      end $$`
    await sql`create or replace trigger crash before insert on activities
      for each row execute function crash()`
    const sellers = [await staff(3), await staff(4), await staff(1)]
    const anyStep = fc.record<Step>({
      action: fc.constantFrom('sell', 'sell', 'sell', 'return', 'return', 'open', 'close', 'pay'),
      guest: fc.nat(3),
      seller: fc.nat(2),
      way: fc.constantFrom('cash', 'cash', 'card', 'free'),
      cents: fc.integer({ min: -3_000, max: 3_000 }),
      crash: fc.boolean(),
    })
    const day = fc.array(fc.array(anyStep, { minLength: 1, maxLength: 3 }), {
      minLength: 3,
      maxLength: 14,
    })
    const property = fc.asyncProperty(day, async (stepGroups) => {
      await emptyTill(sql)
      const guests = await Promise.all([1, 2, 3, 4].map(() => makeGuest()))
      for (const steps of stepGroups) {
        const isCrash = steps.length === 1 && steps[0]?.crash === true
        if (isCrash) await sql`insert into crash values (true)`
        const outcomes = await Promise.allSettled(
          steps.map((step) => runStep(step, sellers[step.seller] as Caller, guests)),
        )
        if (isCrash) await sql`delete from crash`
        for (const outcome of outcomes)
          if (outcome.status === 'rejected' && !isCrash)
            expect(outcome.reason).toHaveProperty('status')
      }
      await expectSums(guests.map(({ id }) => id))
    })
    await fc.assert(property, { numRuns: costlyRuns(40) })
    await sql`drop trigger crash on activities`
    await sql`drop table crash`
  })
})

async function runStep(step: Step, seller: Caller, guests: { id: number }[]): Promise<unknown> {
  const { action, way, cents } = step
  const id = guests[step.guest]?.id as number
  if (action === 'sell') return sell(id, seller, { way, reason: way === 'free' ? 'Zato' : '' })
  if (action === 'return') return returnTicket(id, seller, cash)
  if (action === 'open') return openShift(Math.abs(cents), seller)
  const { shift } = await readDesk(seller)
  if (!shift) return null
  if (action === 'close') return closeShift(shift.id, Math.abs(cents), seller)
  return correctShift(shift.id, { way: 'cash', cents: cents || 1, reason: 'Sitniš' }, seller)
}

/**
 * Expects that cash shifts, cash movements and tickets give the same sums, and that no till was
 * ever below zero.
 */
async function expectSums(guests: number[]) {
  const moves = await movesOf(sql)
  const takings = await readTakings()
  const sum = (numbers: number[]) => numbers.reduce((all, n) => all + n, 0)
  const paid = moves.filter(({ kind }) => kind === 'sale' || kind === 'return')
  expect(sum(takings.map((row) => row.cashCents + row.cardCents))).toBe(
    sum(paid.map(({ cents }) => cents)),
  )
  for (const id of guests) {
    const [guest] =
      await sql`select bought_at is not null as "hasTicket" from guests where id = ${id}`
    const own = paid.filter(({ guest_id }) => guest_id === id)
    const sold = own.filter(({ kind }) => kind === 'sale')
    expect(sold.length - (own.length - sold.length)).toBe(guest?.hasTicket ? 1 : 0)
    const last = sold.at(-1)
    expect(sum(own.map(({ cents }) => cents))).toBe(
      guest?.hasTicket && last?.method !== 'free' ? PRICE : 0,
    )
  }
  for (const row of takings.filter(({ shiftId }) => shiftId !== null)) {
    const own = moves.filter(({ shift_id }) => shift_id === row.shiftId)
    const counts = own.filter(({ kind }) => kind === 'count').length
    expect(counts).toBe(row.closedAt === null ? 0 : 1)
    let till = 0
    for (const { kind, method, cents } of own)
      if (method === 'cash' && kind !== 'count') {
        till += cents
        expect(till).toBeGreaterThanOrEqual(0)
      }
    expect(row.expectedCents).toBe(till)
    expect(expectedCents(row)).toBe(till)
    expect(own[0]?.kind).toBe('float')
    if (counts) expect(own.at(-1)?.kind).toBe('count')
  }
  const [open] = await sql`
    select count(*)::int as n from cash_shifts where closed_at is null group by seller_id having count(*) > 1`
  expect(open).toBeUndefined()
}
