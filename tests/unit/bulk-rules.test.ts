import { describe, expect, it } from 'vitest'
import {
  GuestSelection,
  isAsShown,
  type ListRange,
  rangeDelta,
} from '@/components/admin/guests/bulk/selection'
import {
  type BulkGuestFacts,
  type BulkTask,
  nextChunk,
  noteAfter,
  skipOf,
} from '@/lib/guests/bulk/rules'
import fc from '../support/property'

const guest: BulkGuestFacts = {
  name: 'Ivo',
  surname: 'Šarić',
  jmbag: null,
  email: 'ivo@primjer.hr',
  listId: 1,
  note: null,
  banReason: null,
  hasTicket: false,
  isMailed: false,
  isRecorded: false,
  isWaiting: false,
  isStopped: false,
  isSoldAtTill: false,
}
const skip = (task: BulkTask, facts: Partial<BulkGuestFacts> = {}, isMailSet = true) =>
  skipOf(task, { ...guest, ...facts }, isMailSet)
const vip: BulkTask = { kind: 'list', listId: 3, tag: 'VIP', isBrucosi: false }
const jmbag = '0036512345'

describe('a bulk job', () => {
  it.each<[string, BulkTask, Partial<BulkGuestFacts>, ReturnType<typeof skipOf>]>([
    ['a list', vip, {}, null],
    ['a list', vip, { listId: 3 }, 'same'],
    ['a list', vip, { jmbag }, 'jmbag'],
    ['a list', { ...vip, isBrucosi: true }, { jmbag }, null],
    ['a sale', { kind: 'sell', mail: true }, {}, null],
    ['a sale', { kind: 'sell', mail: true }, { surname: ' ' }, 'no_name'],
    ['a sale', { kind: 'sell', mail: true }, { hasTicket: true }, 'has_ticket'],
    ['taking back', { kind: 'take-back' }, {}, 'no_ticket'],
    ['taking back', { kind: 'take-back' }, { hasTicket: true }, null],
    ['taking back', { kind: 'take-back' }, { hasTicket: true, isSoldAtTill: true }, 'till'],
    ['sending', { kind: 'send' }, {}, 'no_ticket'],
    ['sending', { kind: 'send' }, { hasTicket: true, isMailed: true }, 'mailed'],
    [
      'sending',
      { kind: 'send' },
      { hasTicket: true, isMailed: true, isWaiting: true },
      'on_its_way',
    ],
    ['sending', { kind: 'send' }, { hasTicket: true, isMailed: true, isStopped: true }, 'stopped'],
    ['sending', { kind: 'send' }, { hasTicket: true, email: null }, 'no_address'],
    ['sending', { kind: 'send' }, { hasTicket: true, email: null, jmbag }, null],
    ['sending', { kind: 'send' }, { hasTicket: true, isRecorded: true }, null],
    ['sending again', { kind: 'send-again' }, { hasTicket: true, isMailed: true }, null],
    ['sending again', { kind: 'send-again' }, { hasTicket: true, isWaiting: true }, 'on_its_way'],
    ['sending again', { kind: 'send-again' }, { hasTicket: true, isStopped: true }, null],
    ['a ban', { kind: 'ban', reason: 'x' }, { banReason: 'y' }, 'banned'],
    ['lifting', { kind: 'lift' }, {}, 'not_banned'],
    ['a deletion', { kind: 'delete' }, {}, null],
  ])('skips a guest only for a reason of the action: %s', (_, task, facts, reason) =>
    expect(skip(task, facts)).toBe(reason),
  )

  // Rule 7.10: a recorded mail is never shown as sent.
  it('skips a guest whose ticket mail is recorded, when no mail service is set', () => {
    expect(skip({ kind: 'send' }, { hasTicket: true, isRecorded: true }, false)).toBe('recorded')
  })

  it('skips a guest without e-mail if the name, in Cyrillic, gives no student address', () => {
    const facts = (name: string) => ({ ...guest, name, jmbag: '0036512345', email: null })
    const send = { kind: 'send' } as const
    expect(skipOf(send, { ...facts('Łukasz'), hasTicket: true, isMailed: false }, true)).toBeNull()
    expect(skipOf(send, { ...facts('Вук'), hasTicket: true, isMailed: false }, true)).toBe(
      'no_address',
    )
  })

  it('skips a guest who has the same note already, or whose note would be too long', () => {
    const note = { kind: 'note', note: 'Stol 4', how: 'append' } as const
    expect(noteAfter(note, null)).toBe('Stol 4')
    expect(noteAfter(note, 'Stara')).toBe('Stara; Stol 4')
    expect(skip(note, { note: 'x'.repeat(192) })).toBeNull()
    expect(skip(note, { note: 'x'.repeat(193) })).toBe('too_long')
    expect(skip({ ...note, how: 'set' }, { note: 'Stol 4' })).toBe('same')
    expect(skip({ ...note, note: null, how: 'set' }, { note: 'x' })).toBeNull()
  })
})

it('sizes the next bulk chunk to last about 100 ms, between half and double of the last chunk', () => {
  expect(nextChunk(200, 100)).toBe(200)
  expect(nextChunk(150, 10)).toBe(300)
  expect(nextChunk(200, 160)).toBe(125)
  expect(nextChunk(400, 4000)).toBe(200)
  expect(nextChunk(120, 4000)).toBe(100)
  expect(nextChunk(600, 1)).toBe(800)
  // After a locked guest has reduced a chunk to 3 guests, the size grows again.
  expect(nextChunk(3, 4000)).toBe(6)
})

describe('a selection of guests', () => {
  it('contains some guests, or all guests except some', () => {
    const selection = new GuestSelection()
    const query = { search: 'ana', tag: 'VIP', sponsor: null, bought: null, entered: null }
    const input = () => selection.toInput({ ...query, ordering: '-id' })
    selection.set([1, 2, 3], true)
    selection.set([2], false)
    expect([selection.sizeOf(10), selection.has(1), selection.has(2)]).toEqual([2, true, false])
    expect(input()).toEqual({ ids: [1, 3] })
    selection.chooseAll()
    selection.set([2], false)
    expect([selection.sizeOf(10), selection.has(1), selection.has(2)]).toEqual([9, true, false])
    expect(input()).toEqual({
      filter: { search: 'ana', search_fields: 'name,surname,jmbag,email', tag: 'VIP' },
      except: [2],
    })
    selection.clear()
    expect(selection.isEmpty).toBe(true)
  })

  it('by range contains all rows from the anchor to the current row, on any path', () => {
    const row = fc.integer({ min: 0, max: 30 })
    fc.assert(
      fc.property(row, fc.array(row, { minLength: 1 }), (anchor, currentRows) => {
        const chosen = new Set<number>([anchor])
        const rows = ([from, to]: ListRange) =>
          Array.from({ length: to - from + 1 }, (_, i) => from + i)
        let before = anchor
        for (const current of currentRows) {
          const { on, off } = rangeDelta(anchor, before, current)
          if (off) for (const index of rows(off)) chosen.delete(index)
          for (const index of rows(on)) chosen.add(index)
          before = current
        }
        const [from, to] = [Math.min(anchor, before), Math.max(anchor, before)]
        expect([...chosen].sort((a, b) => a - b)).toEqual(rows([from, to]))
      }),
    )
  })

  // Rule 4.25: rows stay in place, so the list as read again may have other rows than the screen.
  it.each([
    ['the same guests', [1, 2, 3, 4], true],
    ['another guest in a row that is not loaded', [1, 2, 9, 4], true],
    ['one guest less before the range', [2, 3, 4, 5], false],
    ['one guest less within the range', [1, 3, 4, 5], false],
    ['too few guests', [1, 2, 3], false],
  ])('by range needs the shown guests in the rows that are read again: %s', (_, read, isTaken) =>
    expect(isAsShown([1, 2, undefined, 4], read)).toBe(isTaken),
  )
})
