import { expect, it } from 'vitest'
import type { PassageVerdict } from '@/db/catalogue/verdicts'
import { newPassageId, type Passage } from '@/lib/admission/rules'
import {
  drillCode,
  drillRoster,
  evaluateDrill,
  isDrillCode,
  shownCodes,
} from '@/lib/gate/drill-rules'
import type { DrillReport } from '@/lib/gate/drill-schema'
import { isConfirmationCode } from '@/lib/guests/rules'

const START = Date.parse('2025-10-17T18:00:00Z')

/** Report of a phone that scanned these guests one second apart; null is an unknown guest. */
function report(
  deviceId: string,
  scans: [guestId: number | null, PassageVerdict][],
  from = START,
): DrillReport {
  const passages = scans.map(([guestId, verdict], i): Passage => {
    const at = from + i * 1_000
    return { id: newPassageId(at), guestId, verdict, at, takesBack: null }
  })
  const facts = { scans: scans.length, slowest: 40, camera: 'on' as const, isLasting: true }
  return { deviceId, passages, facts }
}

const RIGHT: [number | null, PassageVerdict][] = [
  ...[1, 2, 3].map((id): [number, PassageVerdict] => [id, 'admitted']),
  ...([
    [9, 'banned'],
    [2, 'inside'],
    [null, 'unknown'],
  ] as [number | null, PassageVerdict][]),
]

const failed = (of: DrillReport | null, all: DrillReport[], more = {}) =>
  evaluateDrill({ report: of, clockOffset: 0, rosterAgeMs: 1_000, ...more }, all)
    .filter(({ isPassed }) => !isPassed)
    .map(({ what }) => what)

// Rule 6.25: a drill has invented guests only, with codes of its own.
it('drill codes have the form of ticket codes and are recognized as drill codes', () => {
  for (const code of shownCodes(7))
    expect([isConfirmationCode(code), isDrillCode(code)]).toEqual([true, true])
  expect(isDrillCode('11111111-1111-1111-8111-111111111111')).toBe(false)
  expect(new Set(shownCodes(7)).size).toBe(shownCodes(7).length - 1)
  expect(drillCode(7, 0)).not.toBe(drillCode(8, 0))
})

it('derives the roster from the drill number: nine guests, one of them banned', async () => {
  const { guests, ...roster } = await drillRoster(7)
  expect({ ...roster, guests }).toEqual(await drillRoster(7))
  expect(guests).toHaveLength(9)
  expect(guests.filter(({ ban }) => ban !== null).map(({ id }) => id)).toEqual([9])
  expect(guests.every(({ hash, surname }) => hash && surname.startsWith('Vježba'))).toBe(true)
})

it('two phones that scanned the same codes pass and find the duplicates', () => {
  const all = [report('a', RIGHT), report('b', RIGHT, START + 500)]
  for (const one of all) expect(failed(one, all)).toEqual([])
  const told = evaluateDrill({ report: all[0] as DrillReport, clockOffset: 0, rosterAgeMs: 0 }, all)
  expect(told.find(({ what }) => what.startsWith('Dvostruki'))?.text).toBe('nađeno: 3')
})

it('a single phone passes without duplicates', () => {
  const one = report('a', RIGHT)
  expect(failed(one, [one])).toEqual([])
})

it('reports each failed criterion', () => {
  expect(failed(null, [])).toEqual(['Javio se'])
  const few = report('a', RIGHT.slice(0, 2))
  expect(failed(few, [few])).toEqual(['Skenirao bez mreže'])
  const wrong = report('a', [...RIGHT, [9, 'admitted']])
  expect(failed(wrong, [wrong])).toEqual(['Odlučuje točno'])
  const one = report('a', RIGHT)
  const spoilt = (facts: Partial<DrillReport['facts']>) => ({
    ...one,
    facts: { ...one.facts, ...facts },
  })
  expect(failed(spoilt({ slowest: 900 }), [one])).toEqual(['Odgovara na vrijeme'])
  expect(failed(spoilt({ scans: 7 }), [one])).toEqual(['Ništa nije izgubljeno'])
  expect(failed(spoilt({ camera: 'denied' }), [one])).toEqual(['Kamera'])
  expect(failed(spoilt({ isLasting: false }), [one])).toEqual(['Pamti i nakon gašenja'])
  expect(failed(one, [one], { clockOffset: -7_200_000 })).toEqual(['Sat'])
  expect(failed(one, [one], { rosterAgeMs: null })).toEqual(['Pravi popis gostiju'])
})
