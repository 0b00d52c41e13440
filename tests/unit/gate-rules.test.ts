import { describe, expect, it } from 'vitest'
import type { PassageVerdict } from '@/db/catalogue/verdicts'
import { lowestAvailability } from '@/lib/admission/capacity'
import { checksumOf, decide, newPassageId, type Passage, presenceOf } from '@/lib/admission/rules'
import fc from '../support/property'

const TICKET = { bought: true, banned: false }
const NO_TICKET = { bought: false, banned: false }
const BANNED = { bought: true, banned: true }

// Rule 6.8: the first verdict that applies is the verdict.
describe('decide', () => {
  it.each([
    ['in', TICKET, null, null, 'admitted'],
    ['in', TICKET, 5, null, 'inside'],
    ['in', NO_TICKET, null, null, 'no_ticket'],
    ['in', NO_TICKET, null, 'no_ticket', 'admitted'],
    ['in', NO_TICKET, 5, null, 'inside'],
    ['in', BANNED, null, null, 'banned'],
    ['in', BANNED, 5, null, 'banned'],
    ['in', BANNED, null, 'no_ticket', 'banned'],
    ['in', BANNED, null, 'banned', 'admitted'],
    ['in', BANNED, 5, 'banned', 'inside'],
    ['in', { bought: false, banned: true }, null, 'banned', 'no_ticket'],
    ['in', null, null, 'banned', 'unknown'],
    ['out', TICKET, 5, null, 'left'],
    ['out', TICKET, null, null, 'outside'],
    ['out', NO_TICKET, 5, null, 'left'],
    ['out', BANNED, 5, null, 'left'],
    ['out', BANNED, null, null, 'outside'],
    ['out', null, null, null, 'unknown'],
    ['in', TICKET, null, 'full', 'admitted'],
    ['in', NO_TICKET, null, 'full', 'admitted'],
    ['in', BANNED, null, 'full', 'banned'],
  ] as const)(
    'direction %s, ticket %o, inside since %s, override %s: %s',
    (direction, ticket, since, override, verdict) => {
      expect(decide(ticket, since, direction, override ? [override] : [])).toBe(verdict)
    },
  )

  it.each([
    ['in', TICKET, null, null, 'full'],
    ['in', TICKET, null, 'full', 'admitted'],
    ['in', TICKET, 5, null, 'inside'],
    ['in', TICKET, 5, 'full', 'inside'],
    ['in', NO_TICKET, null, null, 'no_ticket'],
    ['in', NO_TICKET, null, 'no_ticket', 'full'],
    ['in', NO_TICKET, null, 'full', 'admitted'],
    ['in', BANNED, null, 'full', 'banned'],
    ['in', BANNED, null, 'banned', 'full'],
    ['in', null, null, 'full', 'unknown'],
    ['out', TICKET, 5, null, 'left'],
    ['out', TICKET, null, null, 'outside'],
  ] as const)(
    'at capacity, direction %s, ticket %o, inside since %s, override %s: %s',
    (direction, ticket, since, override, verdict) => {
      expect(decide(ticket, since, direction, override ? [override] : [], true)).toBe(verdict)
    },
  )

  // Rule 6.9: each refusal is overridden by itself.
  it.each([
    [['banned'], 'no_ticket'],
    [['banned', 'no_ticket'], 'full'],
    [['no_ticket', 'full'], 'banned'],
    [['banned', 'full'], 'admitted'],
    [['banned', 'no_ticket', 'full'], 'admitted'],
  ] as const)(
    'at capacity, a banned guest without a ticket, overrides %o: %s',
    (overrides, verdict) => {
      expect(decide({ bought: false, banned: true }, null, 'in', overrides, true)).toBe(verdict)
    },
  )
})

// Rule 6.23: from 95 % of a capacity, every phone shows the number of free places.
describe('lowestAvailability', () => {
  const venue = (inside: number, capacity: number | null) => ({ inside, capacity, isGate: false })
  const gate = (inside: number, capacity: number | null) => ({ inside, capacity, isGate: true })

  it.each([
    ['the nearly full venue before a gate with room', venue(4_800, 5_000), gate(150, 300), 'venue'],
    ['the nearly full gate before a venue with room', venue(100, 130), gate(960, 1_000), 'gate'],
    ['the full gate before a nearly full venue', venue(4_999, 5_000), gate(300, 300), 'gate'],
    ['the full venue before a nearly full gate', venue(5_000, 5_000), gate(299, 300), 'venue'],
    ['at the same level the place with fewer places', venue(10, 500), gate(10, 300), 'gate'],
    ['the venue before a gate without a capacity', venue(1, 9_000), gate(150, null), 'venue'],
    ['the gate before a venue without a capacity', venue(4_999, null), gate(1, 300), 'gate'],
  ] as const)('returns %s', (_, venuePlace, gatePlace, expected) => {
    const gates = [{ ...gatePlace, id: 7 }]
    const expectedPlace = expected === 'venue' ? venuePlace : gatePlace
    expect(lowestAvailability({ ...venuePlace, gates }, 7)).toEqual(expectedPlace)
  })

  it('ignores other gates, and returns null without a capacity', () => {
    const gates = [{ id: 7, inside: 300, capacity: 300 }]
    expect(lowestAvailability({ inside: 1, capacity: null, gates }, 8)).toBeNull()
    expect(lowestAvailability({ inside: 1, capacity: 5, gates })).toEqual(venue(1, 5))
  })
})

let passageCount = 0
const passage = (
  verdict: PassageVerdict,
  at: number,
  takesBack: string | null = null,
): Passage => ({
  id: newPassageId(1_700_000_000_000 + ++passageCount),
  guestId: 1,
  verdict,
  at,
  takesBack,
})

describe('presenceOf', () => {
  it('is outside without passages, and refusals do not change it', () => {
    expect(presenceOf([])).toEqual({ since: null, doubles: [] })
    expect(presenceOf([passage('banned', 1), passage('inside', 2), passage('outside', 3)])).toEqual(
      {
        since: null,
        doubles: [],
      },
    )
  })

  it('counts from the first admission after the last exit', () => {
    const first = passage('admitted', 1)
    const again = passage('admitted', 5)
    const twice = passage('admitted', 6)
    expect(presenceOf([first]).since).toBe(1)
    expect(presenceOf([first, passage('left', 3)]).since).toBeNull()
    expect(presenceOf([first, passage('left', 3), again, twice])).toEqual({
      since: 5,
      doubles: [[again, twice]],
    })
  })

  it('counts a scan of a guest who was outside as an exit, once the admission before it arrives', () => {
    const admission = passage('admitted', 1)
    const scan = passage('outside', 3)
    expect(presenceOf([scan]).since).toBeNull()
    expect(presenceOf([scan, admission]).since).toBeNull()
    expect(presenceOf([admission, scan, passage('admitted', 5)])).toEqual({ since: 5, doubles: [] })
    expect(presenceOf([admission, { ...scan, isResolution: true }]).since).toBe(1)
  })

  it('finds two duplicates in three admissions', () => {
    const [a, b, c] = [passage('admitted', 1), passage('admitted', 2), passage('admitted', 3)]
    expect(presenceOf([c, a, b]).doubles).toEqual([
      [a, b],
      [b, c],
    ])
  })

  it('ignores voided passages, and a void cannot be voided', () => {
    const server = passage('admitted', 1)
    const phonePassage = passage('admitted', 2, server.id)
    expect(presenceOf([server, phonePassage])).toEqual({ since: 2, doubles: [] })
    expect(
      presenceOf([server, phonePassage, passage('outside', 3, phonePassage.id)]).since,
    ).toBeNull()
  })

  it('orders passages of the same millisecond by id', () => {
    const early = passage('admitted', 7)
    const late = passage('left', 7)
    expect(presenceOf([late, early]).since).toBeNull()
    expect(
      presenceOf([
        { ...late, verdict: 'admitted' },
        { ...early, verdict: 'left' },
      ]).since,
    ).toBe(7)
  })

  // Rule 6.12: order, repetition and late arrival of passages change nothing.
  it('is the same in any order and with any repetition', () => {
    const verdicts = fc.constantFrom<PassageVerdict>(
      'admitted',
      'left',
      'outside',
      'inside',
      'banned',
    )
    const shape = fc.record({ verdict: verdicts, at: fc.nat(9), voids: fc.option(fc.nat(20)) })
    fc.assert(
      fc.property(
        fc.array(shape, { maxLength: 20 }),
        fc.infiniteStream(fc.nat()),
        (shapes, random) => {
          const ids = shapes.map(() => newPassageId())
          const all = shapes.map(({ verdict, at, voids }, i) => ({
            ...passage(verdict, at, voids === null ? null : (ids[voids] ?? null)),
            id: ids[i] as string,
          }))
          const shuffled = [...all, ...all.filter((_, i) => i % 2)]
            .map((item) => [random.next().value as number, item] as const)
            .sort(([a], [b]) => a - b)
            .map(([, item]) => item)
          expect(presenceOf(shuffled)).toEqual(presenceOf(all))
        },
      ),
    )
  })
})

describe('checksumOf', () => {
  it('distinguishes sets of passages, regardless of their order', () => {
    const ids = Array.from({ length: 9 }, () => newPassageId())
    const [lost, ...others] = ids
    expect(checksumOf([])).toEqual({ count: 0, xor: '0'.repeat(32) })
    expect(checksumOf([lost as string]).xor).toBe(lost?.replaceAll('-', ''))
    expect(checksumOf(ids.toReversed())).toEqual(checksumOf(ids))
    expect(checksumOf(others)).not.toEqual(checksumOf(ids))
  })
})

it('newPassageId starts with the time, in lower case', () => {
  const id = newPassageId(0x0190_1234_5678)
  expect(id).toMatch(/^01901234-5678-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(newPassageId(0x0190_1234_5678)).not.toBe(id)
})
