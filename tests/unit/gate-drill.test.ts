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

const CORRECT_SCANS: [number | null, PassageVerdict][] = [
  ...[1, 2, 3].map((id): [number, PassageVerdict] => [id, 'admitted']),
  ...([
    [9, 'banned'],
    [2, 'inside'],
    [null, 'unknown'],
  ] as [number | null, PassageVerdict][]),
]

const failed = (drillReport: DrillReport | null, all: DrillReport[], more = {}) =>
  evaluateDrill({ report: drillReport, clockOffset: 0, rosterAgeMs: 1_000, ...more }, all)
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
  const all = [report('a', CORRECT_SCANS), report('b', CORRECT_SCANS, START + 500)]
  for (const drillReport of all) expect(failed(drillReport, all)).toEqual([])
  const criteria = evaluateDrill(
    { report: all[0] as DrillReport, clockOffset: 0, rosterAgeMs: 0 },
    all,
  )
  expect(criteria.find(({ what }) => what.startsWith('Dvostruki'))?.text).toBe('nađeno: 3')
})

it('a single phone passes without duplicates', () => {
  const single = report('a', CORRECT_SCANS)
  expect(failed(single, [single])).toEqual([])
})

it('reports each failed criterion', () => {
  expect(failed(null, [])).toEqual(['Javio se'])
  const incomplete = report('a', CORRECT_SCANS.slice(0, 2))
  expect(failed(incomplete, [incomplete])).toEqual(['Skenirao bez mreže'])
  const incorrect = report('a', [...CORRECT_SCANS, [9, 'admitted']])
  expect(failed(incorrect, [incorrect])).toEqual(['Odlučuje točno'])
  const single = report('a', CORRECT_SCANS)
  const withFacts = (facts: Partial<DrillReport['facts']>) => ({
    ...single,
    facts: { ...single.facts, ...facts },
  })
  expect(failed(withFacts({ slowest: 900 }), [single])).toEqual(['Odgovara na vrijeme'])
  expect(failed(withFacts({ scans: 7 }), [single])).toEqual(['Ništa nije izgubljeno'])
  expect(failed(withFacts({ camera: 'denied' }), [single])).toEqual(['Kamera'])
  expect(failed(withFacts({ isLasting: false }), [single])).toEqual(['Pamti i nakon gašenja'])
  expect(failed(single, [single], { clockOffset: -7_200_000 })).toEqual(['Sat'])
  expect(failed(single, [single], { rosterAgeMs: null })).toEqual(['Pravi popis gostiju'])
})
