import { describe, expect, it } from 'vitest'
import {
  changeDue,
  describeRefund,
  describeReturn,
  differenceCents,
  differenceLabel,
  expectedCents,
  formatTypedEuro,
  parseEuro,
  receiptNumber,
  sumOfTakings,
  withTicket,
} from '@/lib/cash/rules'
import { correctionBody, paymentInput } from '@/lib/cash/schema'
import fc from '../support/property'

describe('a typed amount', () => {
  it.each([
    ['10', 1_000],
    [' 10,5 ', 1_050],
    ['10.05', 1_005],
    ['007', 700],
    ['0', 0],
    ['99999,99', 9_999_999],
  ])('%s is parsed to cents', (typed, cents) => expect(parseEuro(typed)).toBe(cents))

  it.each(['', ' ', '-5', '1,234', '1.000,00', 'deset', '100000', '1e3'])(
    '%j is refused',
    (typed) => expect(parseEuro(typed)).toBeNull(),
  )

  it('gives the same cents after formatting and parsing', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999 }), (cents) => {
        expect(parseEuro(formatTypedEuro(cents))).toBe(cents)
      }),
    ))

  it('gives the change due, negative if it is below the price, null if it is empty', () => {
    expect(changeDue('20', 1_050)).toBe(950)
    expect(changeDue('5', 1_050)).toBe(-550)
    expect(changeDue('', 1_050)).toBeNull()
  })
})

// Rule 3.20: a paid ticket gives back what was paid, in the way it was paid.
describe('the message about a returned ticket', () => {
  it('asks to pay back what was paid, from the payment and from the receipt of the return', () => {
    expect(describeRefund({ way: 'cash', cents: 1_050 })).toBe('Vratite 10,50\u00a0€ gotovinom.')
    expect(describeReturn({ way: 'card', cents: -1_050 })).toBe(
      'Karta je poništena. Vratite 10,50\u00a0€ karticom.',
    )
  })

  it('names no refund for a free ticket, and for one without a payment', () => {
    expect(describeRefund({ way: 'free', cents: 0 })).toBeNull()
    expect(describeReturn({ way: 'free', cents: 0 })).toBe('Karta je poništena.')
    expect(describeReturn(undefined)).toBe('Karta je poništena.')
  })
})

describe('a till', () => {
  const shift = { floatCents: 5_000, cashCents: 3_150, correctedCents: -2_000 }

  it('is expected to contain its float and all later cash, and shows the difference to the count', () => {
    expect(expectedCents({ ...shift, countedCents: null })).toBe(6_150)
    expect(differenceCents({ ...shift, countedCents: null })).toBeNull()
    expect(differenceCents({ ...shift, countedCents: 6_100 })).toBe(-50)
    expect(differenceLabel(-50)).toBe('Manjak 0,50\u00a0€')
    expect(differenceLabel(50)).toBe('Višak 0,50\u00a0€')
    expect(differenceLabel(0)).toBe('Točno se slaže')
  })

  it('counts a ticket as sold or returned by the ticket of the guest, also a free one', () => {
    const counts = { id: 7, sold: 2, returned: 0 }
    const free = { payment: { way: 'free', cents: 0 } }
    expect(withTicket(counts, { bought: '1', ...free })).toEqual({ id: 7, sold: 3, returned: 0 })
    expect(withTicket(counts, { bought: '0', ...free })).toEqual({ id: 7, sold: 2, returned: 1 })
  })

  it('without a count is left out of the sums of expected and counted cash', () => {
    const row = { sold: 2, returned: 1, free: 0, cashCents: 1_000, cardCents: 500 }
    const open = { ...row, expectedCents: 9_000, countedCents: null, differenceCents: null }
    const closed = { ...row, expectedCents: 6_000, countedCents: 5_900, differenceCents: -100 }
    expect(sumOfTakings([open, closed])).toEqual({
      sold: 4,
      returned: 2,
      free: 0,
      cashCents: 2_000,
      cardCents: 1_000,
      expectedCents: 6_000,
      countedCents: 5_900,
      differenceCents: -100,
    })
    expect(sumOfTakings([open]).expectedCents).toBeNull()
  })
})

describe('the body of a cash request', () => {
  it('pays in cash by default, and needs a reason for a free ticket', () => {
    expect(paymentInput.parse({})).toEqual({ way: 'cash', reason: '' })
    const bare = paymentInput.safeParse({ way: 'free', reason: '  ' })
    expect(bare.error?.issues[0]?.message).toBe('Upišite zašto je karta besplatna.')
    expect(paymentInput.safeParse({ way: 'iou' }).success).toBe(false)
    expect(paymentInput.safeParse({ cents: 10.5 }).success).toBe(false)
  })

  it('needs an amount other than zero and a reason for a correction', () => {
    expect(correctionBody.safeParse({ cents: 0, reason: 'x' }).success).toBe(false)
    expect(correctionBody.safeParse({ cents: -100, reason: ' ' }).success).toBe(false)
    expect(correctionBody.parse({ cents: -100, reason: 'Sef' })).toMatchObject({ way: 'cash' })
  })
})

it('numbers receipts by the festival’s year', () =>
  expect(receiptNumber(2026, 42)).toBe('2026-00042'))
