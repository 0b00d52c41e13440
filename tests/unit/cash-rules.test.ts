import { describe, expect, it } from 'vitest'
import {
  changeDue,
  differenceCents,
  differenceWord,
  expectedCents,
  formatTypedEuro,
  parseEuro,
  receiptNumber,
  sumOfTakings,
} from '@/lib/cash/rules'
import { correctionBody, paymentInput } from '@/lib/cash/schema'
import fc from '../support/property'

describe('an amount as it is typed', () => {
  it.each([
    ['10', 1_000],
    [' 10,5 ', 1_050],
    ['10.05', 1_005],
    ['007', 700],
    ['0', 0],
    ['99999,99', 9_999_999],
  ])('%s', (typed, cents) => expect(parseEuro(typed)).toBe(cents))

  it.each(['', ' ', '-5', '1,234', '1.000,00', 'deset', '100000', '1e3'])('not %j', (typed) =>
    expect(parseEuro(typed)).toBeNull(),
  )

  it('comes back as the same cents', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999 }), (cents) => {
        expect(parseEuro(formatTypedEuro(cents))).toBe(cents)
      }),
    ))

  it('leaves so much to give back', () => {
    expect(changeDue('20', 1_050)).toBe(950)
    expect(changeDue('5', 1_050)).toBe(-550)
    expect(changeDue('', 1_050)).toBeNull()
  })
})

describe('a till', () => {
  const shift = { floatCents: 5_000, cashCents: 3_150, correctedCents: -2_000 }

  it('should hold its float and all cash since, and tells what differs', () => {
    expect(expectedCents({ ...shift, countedCents: null })).toBe(6_150)
    expect(differenceCents({ ...shift, countedCents: null })).toBeNull()
    expect(differenceCents({ ...shift, countedCents: 6_100 })).toBe(-50)
    expect(differenceWord(-50)).toBe('Manjak 0,50\u00a0€')
    expect(differenceWord(50)).toBe('Višak 0,50\u00a0€')
    expect(differenceWord(0)).toBe('Točno se slaže')
  })

  it('that was not counted is not in the sum of those that were', () => {
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

describe('what is sent', () => {
  it('is paid in cash unless said otherwise, and for nothing with a reason alone', () => {
    expect(paymentInput.parse({})).toEqual({ way: 'cash', reason: '' })
    const bare = paymentInput.safeParse({ way: 'free', reason: '  ' })
    expect(bare.error?.issues[0]?.message).toBe('Upišite zašto je karta besplatna.')
    expect(paymentInput.safeParse({ way: 'iou' }).success).toBe(false)
    expect(paymentInput.safeParse({ cents: 10.5 }).success).toBe(false)
  })

  it('corrects by something, with a reason', () => {
    expect(correctionBody.safeParse({ cents: 0, reason: 'x' }).success).toBe(false)
    expect(correctionBody.safeParse({ cents: -100, reason: ' ' }).success).toBe(false)
    expect(correctionBody.parse({ cents: -100, reason: 'Sef' })).toMatchObject({ way: 'cash' })
  })
})

it('numbers receipts by the festival’s year', () =>
  expect(receiptNumber(2026, 42)).toBe('2026-00042'))
