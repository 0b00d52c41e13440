import { expect, it } from 'vitest'
import {
  FLAGS,
  guestsOf,
  HASH_BYTES,
  packRoster,
  type RosterEntry,
  unpackRoster,
} from '@/lib/gate/pack'
import fc from '../support/property'

const LISTS = [
  { id: 70_000, name: 'Brucoši', isSponsor: false },
  { id: 3, name: 'VIP', isSponsor: false },
]

const text = fc.string({ unit: 'grapheme', maxLength: 12 })
const entry: fc.Arbitrary<Omit<RosterEntry, 'id'>> = fc.record({
  name: text,
  surname: text,
  list: fc.constantFrom(...LISTS.map(({ id }) => id)),
  since: fc.option(fc.nat(2 ** 31)),
  note: fc.option(text),
  ban: fc.option(text),
  hash: fc.option(fc.uint8Array({ minLength: HASH_BYTES, maxLength: HASH_BYTES })),
})

const plain = (text: string) => text.replace(/\p{Cc}/gu, ' ')

it('gives every guest back as it was packed', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 30 }), (entries) => {
      const guests = entries.map((guest, i) => ({ id: 2 ** 31 - 40 + i, ...guest }))
      const head = { cursor: '7', count: guests.length, last: 0, total: 99, lists: LISTS }
      const page = unpackRoster(packRoster(head, guests).buffer)
      expect(page.head).toEqual(head)
      expect([...page.flags].filter((flags) => flags & FLAGS.inside)).toHaveLength(
        page.since.length,
      )
      expect([...guestsOf(page)]).toEqual(
        guests.map((guest) => ({
          ...guest,
          name: plain(guest.name),
          surname: plain(guest.surname),
        })),
      )
    }),
  )
})

it('takes 45 bytes for a guest with a ticket and a name of fifteen letters', () => {
  const hash = new Uint8Array(HASH_BYTES)
  const guests = Array.from({ length: 1000 }, (_, i) => ({
    ...{ id: i + 1, name: 'Marija', surname: 'Novoselac', list: 3, hash },
    ...{ since: null, note: null, ban: null },
  }))
  const head = { cursor: '7', count: 1000, last: 1000, total: 1000, lists: LISTS }
  expect(packRoster(head, guests).length / 1000).toBeLessThan(45)
})
