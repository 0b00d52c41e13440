import { describe, expect, it } from 'vitest'
import { choiceByKey, ScannerDigits, startsNewJmbag } from '@/components/admin/desk/desk-keys'
import {
  changeDueLabel,
  chosenByName,
  type DeskAction,
  type DeskState,
  deskReducer,
  EMPTY_DESK,
} from '@/components/admin/desk/desk-state'
import { formatCents } from '@/lib/cash/rules'
import { DESK_MESSAGES } from '@/lib/guests/rules'

const BOX = 'box'
const TICKET = 'ticket'
const JMBAG = '0036512345'

/** Returns key presses that are `gapMs` ms apart, the first at `from` ms. */
const keysOf = (keys: string[], { from = 0, gapMs = 5, target = BOX } = {}) =>
  keys.map((key, i) => ({ key, timeStamp: from + i * gapMs, target }))

describe('a search by name', () => {
  const student = { guest: 1, jmbag: JMBAG, name: 'Mara', surname: 'Kos', bought: '0' as const }

  it('chooses the only student after Enter or a click, but not while the name is typed', () => {
    expect(chosenByName([student], true)).toBe(student)
    expect(chosenByName([student], false)).toBeUndefined()
  })

  it('chooses no student when several match', () => {
    expect(chosenByName([student, { ...student, guest: 2 }], true)).toBeUndefined()
  })
})

describe('a letter key in the sign-up picker', () => {
  it('chooses a sign-up after 600 ms without a key', () => {
    expect(choiceByKey('b', 600, ['first', 'second'])).toBe('second')
    expect(choiceByKey('A', Number.POSITIVE_INFINITY, ['first'])).toBe('first')
  })

  it('chooses nothing within 600 ms of a key, while a name may still be typed', () => {
    expect(choiceByKey('a', 599, ['first'])).toBeUndefined()
  })

  it('chooses nothing when no choice has the letter', () => {
    expect(choiceByKey('c', 600, ['first', 'second'])).toBeUndefined()
  })
})

describe('a digit typed by hand', () => {
  const pickerState = { ...EMPTY_DESK, text: '00365123', isSearched: true, dialog: 'pick' as const }
  const context = { isOpen: true, isInBox: false }

  it('continues an unfinished JMBAG after the picker opens', () => {
    expect(startsNewJmbag(pickerState, context)).toBe(false)
  })

  it('starts another JMBAG after a complete one, also while the picker is open', () => {
    expect(startsNewJmbag({ ...pickerState, text: JMBAG }, context)).toBe(true)
    expect(
      startsNewJmbag({ ...pickerState, text: JMBAG, dialog: null }, { ...context, isOpen: false }),
    ).toBe(true)
  })

  it('starts another JMBAG after a name, and while any other dialog is open', () => {
    expect(startsNewJmbag({ ...pickerState, text: 'mar' }, context)).toBe(true)
    expect(startsNewJmbag({ ...pickerState, dialog: 'sold' }, context)).toBe(true)
  })

  it('continues the text of the search box only while the box has the focus', () => {
    const desk = { ...pickerState, dialog: null }
    expect(startsNewJmbag(desk, { isOpen: false, isInBox: true })).toBe(false)
    expect(startsNewJmbag(desk, { isOpen: false, isInBox: false })).toBe(true)
  })
})

describe('a JMBAG from a hand scanner', () => {
  it('is read as a whole although the focus moves to the box after the first digit', () => {
    const digits = new ScannerDigits()
    const [first, ...otherPresses] = keysOf([...JMBAG, 'Enter'])
    digits.read({ ...(first as (typeof otherPresses)[0]), target: TICKET }, '')
    digits.moveTo(BOX)
    expect(otherPresses.map((press) => digits.read(press, '')).at(-1)?.digits).toBe(JMBAG)
  })

  it('is complete at the tenth digit, whatever the box contained', () => {
    const digits = new ScannerDigits()
    const completeJmbags = keysOf([...JMBAG]).map((press) => {
      digits.read(press, '00365123')
      return digits.completeJmbag
    })
    expect(completeJmbags).toEqual([...Array(9).fill(null), JMBAG])
  })

  it('is not recognized in digits typed slowly by hand', () => {
    const digits = new ScannerDigits()
    const read = keysOf([...JMBAG, 'Enter'], { gapMs: 150 }).map((press) => digits.read(press, ''))
    expect(read.at(-1)).toBeNull()
    expect(digits.completeJmbag).toBeNull()
  })

  /** Returns a reader that has read seven digits of a card and then dropped them. */
  function dropped() {
    const digits = new ScannerDigits()
    for (const press of keysOf([...JMBAG.slice(0, 7)])) digits.read(press, '')
    digits.drop()
    return digits
  }

  it('whose first digits were dropped also loses its other digits and a doubled Enter', () => {
    const digits = dropped()
    const otherPresses = keysOf(['3', '4', '5', 'Enter', 'Enter'], { from: 35 })
    expect(otherPresses.map((press) => digits.isFromDroppedCard(press))).toEqual(
      Array(5).fill(true),
    )
    expect(digits.isFromDroppedCard({ key: 'Enter', timeStamp: 400, target: TICKET })).toBe(false)
  })

  it.each([
    ['a digit that a hand types later', { key: '3', timeStamp: 200, target: BOX }],
    ['a letter', { key: 'k', timeStamp: 35, target: BOX }],
  ])(
    'whose first digits were dropped does not absorb %s or the digit after that key',
    (_, press) => {
      const digits = dropped()
      expect(digits.isFromDroppedCard(press)).toBe(false)
      const next = { ...press, key: '4', timeStamp: press.timeStamp + 5 }
      expect(digits.isFromDroppedCard(next)).toBe(false)
    },
  )

  it('loses no digits when nothing was read before the drop', () => {
    const digits = new ScannerDigits()
    digits.drop()
    expect(digits.isFromDroppedCard({ key: '3', timeStamp: 5, target: BOX })).toBe(false)
  })
})

describe('the change due', () => {
  it('is shown only when it is positive', () => {
    expect(changeDueLabel(800)).toBe(`Za vratiti ${formatCents(800)}`)
    expect([0, -200, null].map(changeDueLabel)).toEqual([undefined, undefined, undefined])
  })
})

// Rule 3.20: a paid ticket is refunded only once.
describe('a return', () => {
  const bought = { id: 7, name: 'Ana', surname: 'Kos', bought: '1', changed: true }
  const shown = { ...EMPTY_DESK, guest: bought as never, dialog: 'return' as const }
  const returned = (changed: boolean) =>
    deskReducer(shown, {
      type: 'saved',
      guest: { ...bought, bought: '0', changed } as never,
      kind: 'return',
    })

  it('of a ticket that was returned meanwhile warns against a second refund', () => {
    const { message, dialog, guest } = returned(false)
    expect(message).toEqual({ tone: 'error', text: DESK_MESSAGES.alreadyReturned })
    expect([dialog, guest?.bought]).toEqual([null, '0'])
  })

  it('that is refused because the student has another ticket shows it, with the message', () => {
    const first = { ...bought, confCode: 'a' }
    const guest = { ...bought, confCode: 'b' } as never
    const before = { ...shown, guest: first as never, soldBy: 'Karla', name: 'Ana', surname: 'Kos' }
    const refused = deskReducer(before, { type: 'refused', text: 'Netko je ovo promijenio.' })
    const after = deskReducer(refused, { type: 'reread', guest, kind: 'return' })
    expect(after).toMatchObject({ guest, soldBy: null, dialog: null, message: refused.message })
  })

  it('that took effect shows no error', () => {
    expect(returned(true)).toMatchObject({ message: null, dialog: null, guest: { bought: '0' } })
  })
})

describe('the payment of a student', () => {
  const guest = { id: 7, name: 'Ana', surname: 'Kos', bought: '0' } as never
  const show = (state: DeskState) => deskReducer(state, { type: 'opened', guest, moveOn: true })
  const card = { way: 'card', received: '20' } as const
  const paying = deskReducer(show(EMPTY_DESK), { type: 'paying', change: card })

  it('is kept until another student is searched for, also after an error', () => {
    expect(paying.typedPayment).toEqual({ ...card, reason: '' })
    const refused = deskReducer(paying, { type: 'refused', text: 'Nema veze' })
    expect(refused.typedPayment).toEqual(paying.typedPayment)
  })

  it.each<DeskAction>([{ type: 'next' }, { type: 'searching' }, { type: 'typed', text: '0036' }])(
    'is cash again when the same student comes again after %j',
    (action) => {
      const again = show(deskReducer(paying, action))
      expect(again.typedPayment).toEqual({ way: 'cash', reason: '', received: '' })
    },
  )
})

describe('a late response about a student', () => {
  const guest = { id: 7, name: 'Ana', surname: 'Kos', bought: '1' } as never

  it('changes nothing after the seller has gone on to another student', () => {
    expect(deskReducer(EMPTY_DESK, { type: 'helped', guest })).toBe(EMPTY_DESK)
    expect(deskReducer(EMPTY_DESK, { type: 'reread', guest, kind: 'names' })).toBe(EMPTY_DESK)
  })
})
