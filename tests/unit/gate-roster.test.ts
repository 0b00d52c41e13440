import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Roster, type RosterGuest } from '@/components/gate/state/roster'
import { foldText } from '@/lib/text/fold'
import { NO_PHONE_TEXTS } from '../support/phone-texts'

const LISTS = [
  { id: 1, name: 'Brucoši', isSponsor: false },
  { id: 9, name: 'Tvornica', isSponsor: true },
]
const hashOf = (id: number) =>
  new Uint8Array(createHash('sha256').update(String(id)).digest().subarray(0, 16))

/** Builds a guest as the server sends guests in the roster. */
const entry = (id: number, name: string, surname: string, fields: Partial<RosterGuest> = {}) => ({
  ...NO_PHONE_TEXTS,
  id,
  name,
  surname,
  list: 1,
  since: null,
  hash: Buffer.from(hashOf(id)).toString('base64'),
  ...fields,
})

function rosterOf(...pages: RosterGuest[][]) {
  const roster = new Roster()
  for (const guests of pages)
    roster.add({
      cursor: '1',
      count: guests.length,
      last: guests.at(-1)?.id ?? 0,
      total: 0,
      lists: LISTS,
      guests,
    })
  return roster
}

const names = (roster: Roster, text: string, list: number | null = null, limit = 30) =>
  roster.search(text, list, limit).map(({ name, surname }) => `${name} ${surname}`.trim())

describe('the roster', () => {
  const rosterGuests = [
    entry(1, 'Adriana', 'Kos'),
    entry(2, 'Ana', 'Žic'),
    entry(3, 'Ivana', 'Ban', { hash: null, note: 'Volonterka' }),
    entry(5, 'Anamarija', 'Ćuk', { list: 9, ban: 'Tučnjava' }),
    entry(7, 'Đuro', 'Anić-Šarić', { since: '2025-10-09T08:53:20.000Z' }),
    entry(8, '', ''),
  ]

  it('finds whole names first, then beginnings, then the rest, without diacritics', () => {
    const roster = rosterOf(rosterGuests.slice(0, 3), rosterGuests.slice(3))
    expect(names(roster, 'ana')).toEqual(['Ana Žic', 'Anamarija Ćuk', 'Adriana Kos', 'Ivana Ban'])
    expect(names(roster, 'ANI đur')).toEqual(['Đuro Anić-Šarić'])
    expect(names(roster, 'saric')).toEqual(['Đuro Anić-Šarić'])
    expect(names(roster, 'zic ana')).toEqual(['Ana Žic'])
    expect(names(roster, 'ana', 9)).toEqual(['Anamarija Ćuk'])
    expect(names(roster, 'ana', null, 2)).toEqual(['Ana Žic', 'Anamarija Ćuk'])
    expect(names(roster, 'nitko')).toEqual([])
    expect(names(roster, '   ')).toEqual([])
    expect(foldText('Čćžšđ ĐURĐA')).toBe('cczsd durda')
  })

  it('finds names with letters of other languages when they are typed with plain letters', () => {
    const written = [
      'Łukasz Wąsik',
      'Øyvind Sørlie',
      'Jürgen Großmann',
      'İpek Yıldırım',
      'Ðuro Šimić',
      'Đurđica Nađ',
      'Vid\u00adljiva\u200b Horvat',
      'Conor O’Neill',
    ]
    const roster = rosterOf(
      written.slice(0, 4).map((name, i) => entry(i, ...(name.split(' ') as [string, string]))),
      written.slice(4).map((name, i) => entry(i + 4, ...(name.split(' ') as [string, string]))),
    )
    for (const [typed, found] of [
      ['lukasz', 0],
      ['wasik', 0],
      ['oyvind', 1],
      ['sorlie', 1],
      ['grossmann', 2],
      ['ipek', 3],
      ['yildirim', 3],
      ['Đuro', 4],
      ['Djurdjica', 5],
      ['durdica', 5],
      ['Nadj', 5],
      ['vidljiva', 6],
      ["o'neill", 7],
      ['Łukasz', 0],
    ] as [string, number][])
      expect(names(roster, typed), typed).toEqual([written[found]])
  })

  it('finds a guest by the hash of the ticket, with presence, list, ban and note', () => {
    const roster = rosterOf(rosterGuests.slice(0, 3), rosterGuests.slice(3))
    expect(roster.byHash(hashOf(7))).toMatchObject({
      id: 7,
      since: 1_760_000_000_000,
      tag: 'Brucoši',
    })
    expect(roster.byHash(hashOf(5))).toMatchObject({ banReason: 'Tučnjava', tag: 'Tvornica' })
    expect(roster.byHash(hashOf(3))).toBeNull()
    expect(roster.byId(3)).toMatchObject({ bought: false, note: 'Volonterka' })
    expect([roster.byId(4), roster.byId(99)]).toEqual([null, null])
    expect(roster.size).toBe(6)
  })

  it('applies updates: presence, tickets, changed names, new guests and deleted guests', () => {
    const roster = rosterOf(rosterGuests)
    roster.apply(
      [
        entry(1, 'Adriana', 'Kos', { since: '2026-10-03T21:00:00.500Z' }),
        entry(3, 'Ivana', 'Ban', { note: 'Volonterka' }),
        entry(9, 'Ana', 'Nova'),
        entry(7, 'Đuro', 'Preudani'),
      ],
      [2],
    )
    expect(roster.byHash(hashOf(1))?.since).toBe(1_791_061_200_500)
    expect(roster.byHash(hashOf(3))).toMatchObject({ id: 3, bought: true })
    expect(roster.byHash(hashOf(9))).toMatchObject({ name: 'Ana', surname: 'Nova' })
    expect(roster.byHash(hashOf(2))).toBeNull()
    expect(names(roster, 'ana')).toEqual(['Ana Nova', 'Anamarija Ćuk', 'Adriana Kos', 'Ivana Ban'])
    expect(names(roster, 'saric')).toEqual([])
    expect(roster.byHash(hashOf(7))).toMatchObject({ surname: 'Preudani', since: null })
    expect(roster.size).toBe(6)
    // A ticket is returned, and another is sold to the guest under another code.
    roster.apply([entry(1, 'Adriana', 'Kos', { hash: null })], [])
    expect([roster.byHash(hashOf(1)), roster.byId(1)?.bought]).toEqual([null, false])
    const other = Buffer.from(hashOf(1000)).toString('base64')
    roster.apply([entry(1, 'Adriana', 'Kos', { hash: other })], [])
    expect([roster.byHash(hashOf(1)), roster.byHash(hashOf(1000))?.id]).toEqual([null, 1])
    roster.setSince(1, 5_000)
    roster.setSince(5, 7_000)
    expect([roster.byId(1)?.since, roster.byId(5)?.since]).toEqual([5_000, 7_000])
  })

  it('finds every ticket after several chunks were added', () => {
    const manyGuests = Array.from({ length: 6_000 }, (_, i) => entry(i + 1, `Ime${i}`, 'Prezime'))
    const roster = rosterOf(
      manyGuests.slice(0, 2_500),
      manyGuests.slice(2_500, 5_000),
      manyGuests.slice(5_000),
    )
    for (const { id } of manyGuests) expect(roster.byHash(hashOf(id))?.id).toBe(id)
    expect(roster.byHash(hashOf(6_001))).toBeNull()
    expect(names(roster, 'ime5999')).toEqual(['Ime5999 Prezime'])
  })
})
