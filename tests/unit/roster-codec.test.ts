import { expect, it } from 'vitest'
import { PHONE_TEXTS } from '@/db/catalogue/guests'
import {
  decodeRoster,
  encodeRoster,
  FLAGS,
  fromColumns,
  guestsOf,
  type RosterEntry,
  toColumns,
} from '@/lib/gate/roster-codec'
import { HASH_BYTES } from '@/lib/gate/ticket-hash'
import { keysOf, recordOf } from '@/lib/text/keys'
import { NO_PHONE_TEXTS } from '../support/phone-texts'
import fc from '../support/property'

const LISTS = [
  { id: 70_000, name: 'Brucoši', isSponsor: false },
  { id: 3, name: 'VIP', isSponsor: false },
]

const text = fc.string({ unit: 'grapheme', maxLength: 12 })
const texts = recordOf(keysOf(PHONE_TEXTS), () => fc.option(text))
const entry: fc.Arbitrary<Omit<RosterEntry, 'id'>> = fc.record({
  ...texts,
  name: text,
  surname: text,
  list: fc.constantFrom(...LISTS.map(({ id }) => id)),
  since: fc.option(fc.nat(2 ** 31)),
  hash: fc.option(fc.uint8Array({ minLength: HASH_BYTES, maxLength: HASH_BYTES })),
})

const plain = (text: string) => text.replace(/\p{Cc}/gu, ' ')

it('decodes every guest as it was encoded', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 30 }), (entries) => {
      const guests = entries.map((guest, i) => ({ id: 2 ** 31 - 40 + i, ...guest }))
      const head = { cursor: '7', count: guests.length, last: 0, total: 99, lists: LISTS }
      const page = decodeRoster(encodeRoster(head, guests).buffer)
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

it('converts a roster chunk to columns and back', () => {
  const guest = { ...NO_PHONE_TEXTS, name: 'Ana', surname: 'Kos', list: 3, ban: 'Tučnjava' }
  const page = {
    cursor: '7',
    count: 2,
    last: 9,
    total: 2,
    lists: LISTS,
    guests: [
      { id: 8, ...guest, since: null, hash: null },
      { id: 9, ...guest, since: '2026-10-03T21:00:00.000Z', hash: 'AAECAwQFBgcICQoLDA0ODw==' },
    ],
  }
  expect(fromColumns(toColumns(page).buffer)).toEqual(page)
})
