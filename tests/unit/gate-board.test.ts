import { expect, it } from 'vitest'
import { cameraStatus } from '@/components/gate/screens/camera'
import {
  defaultShiftEnd,
  isOnDuty,
  noticesOf,
  unsentWarningOf,
  warningsOf,
} from '@/lib/gate/board-rules'
import type { BoardDevice } from '@/lib/gate/board-schema'
import { formatDuration, nextZagrebHour } from '@/lib/time/zagreb'

const NOW = Date.parse('2025-10-17T22:00:00Z')
const ago = (ms: number) => new Date(NOW - ms).toISOString()
const MINUTE = 60_000

const device = (more: Partial<BoardDevice> = {}): BoardDevice => ({
  id: '11111111-1111-4111-8111-111111111111',
  gateId: 1,
  label: 'Iva',
  isStaff: false,
  joinedAt: ago(60 * MINUTE),
  endsAt: ago(-60 * MINUTE),
  goneAt: null,
  isRevoked: false,
  lastSeenAt: ago(5_000),
  clockOffset: 0,
  hasScanned: true,
  admitted: 0,
  status: {
    queue: 0,
    rosterAt: ago(5_000),
    release: 'r1',
    battery: 0.8,
    storage: { used: 1, quota: 100 },
    camera: 'on',
  },
  ...more,
})
const withStatus = (more: Partial<NonNullable<BoardDevice['status']>>): BoardDevice => {
  const base = device()
  return { ...base, status: { ...(base.status as NonNullable<typeof base.status>), ...more } }
}
const warningTexts = (listed: BoardDevice) => warningsOf(listed, NOW).map(({ what }) => what)

it('a healthy device has no warnings', () => {
  expect(warningTexts(device())).toEqual([])
  expect(
    warningTexts(withStatus({ battery: null, storage: null, queue: 49, camera: 'off' })),
  ).toEqual([])
})

it('warns of each problem that needs action', () => {
  expect(warningTexts(device({ lastSeenAt: ago(3 * MINUTE) }))).toEqual(['Ne javlja se 3 min'])
  expect(warningTexts(device({ lastSeenAt: null, status: null }))).toEqual(['Još se nije javio'])
  expect(warningTexts(withStatus({ queue: 50 }))).toEqual(['Na slanje čeka 50 prolaza'])
  expect(warningTexts(withStatus({ rosterAt: ago(16 * MINUTE) }))).toEqual(['Popis je star 16 min'])
  expect(warningTexts(withStatus({ battery: 0.19 }))).toEqual(['Baterija 19 %'])
  expect(warningTexts(withStatus({ camera: 'denied' }))).toEqual(['Kamera nije dopuštena'])
  expect(warningTexts(withStatus({ camera: 'missing' }))).toEqual(['Nema kamere'])
  expect(warningTexts(withStatus({ storage: { used: 95, quota: 100 } }))).toEqual([
    'Memorija uređaja je puna',
  ])
})

it.each([
  [null, true, 'on'],
  [null, false, 'off'],
  ['permission-denied', true, 'denied'],
  ['security', true, 'denied'],
  ['no-camera', true, 'missing'],
  ['overconstrained', true, 'missing'],
  ['unsupported', true, 'missing'],
  ['in-use', true, 'off'],
  ['aborted', true, 'off'],
  ['unknown', true, 'off'],
] as const)(
  'reports the camera problem %s, decoder loaded: %s, as %s',
  (problem, hasDecoder, status) => {
    expect(cameraStatus(problem, hasDecoder)).toBe(status)
  },
)

it('does not warn of silence before the first scan', () => {
  const idle = { hasScanned: false, lastSeenAt: ago(3 * MINUTE) }
  expect(warningTexts(device(idle))).toEqual([])
  expect(
    warningTexts({ ...withStatus({ rosterAt: ago(16 * MINUTE) }), hasScanned: false }),
  ).toEqual([])
  expect(warningTexts({ ...withStatus({ queue: 1 }), ...idle })).toEqual(['Ne javlja se 3 min'])
  // Before the opening, a paired phone must be ready, so its camera problem is shown. A staff phone
  // may only have opened the page, so its problem is not shown.
  const withoutCamera = { ...withStatus({ camera: 'denied' }), hasScanned: false }
  expect(warningTexts(withoutCamera)).toEqual(['Kamera nije dopuštena'])
  expect(warningTexts({ ...withoutCamera, isStaff: true })).toEqual([])
})

it('a wrong clock is a notice and does not make the roster old', () => {
  const wrongClock = { clockOffset: 2 * 60 * MINUTE }
  const slow = { ...withStatus({ rosterAt: ago(2 * 60 * MINUTE + 5_000) }), ...wrongClock }
  expect(warningTexts(slow)).toEqual([])
  expect(noticesOf(slow, 'r1')).toEqual(['sat kasni 2 h, vremena su ispravljena', 'memorija 1 %'])
  expect(noticesOf({ ...withStatus({ storage: null }), clockOffset: -90_000 }, 'r2')).toEqual([
    'sat žuri 1 min 30 s, vremena su ispravljena',
    'starija inačica',
  ])
})

it('recognizes devices that are off duty', () => {
  expect([isOnDuty(device(), NOW), isOnDuty(device({ goneAt: ago(1) }), NOW)]).toEqual([
    true,
    false,
  ])
  expect(isOnDuty(device({ endsAt: ago(1) }), NOW)).toBe(false)
})

// Rules 6.15 and 6.26: passages that only a phone stores.
it('warns of a device off duty that has unsent passages, or may have some', () => {
  const ended = { endsAt: ago(10 * MINUTE) }
  const unsentText = (listed: BoardDevice) => unsentWarningOf(listed)?.what ?? null
  expect(unsentText({ ...withStatus({ queue: 3 }), ...ended })).toBe(
    'Na kraju je držao 3 neposlanih prolaza',
  )
  const silent = { ...ended, lastSeenAt: ago(7 * 60 * MINUTE) }
  const mayHaveUnsent = 'Možda drži neposlane prolaze'
  expect(unsentText(device(silent))).toBe(mayHaveUnsent)
  expect(unsentText(device({ ...silent, lastSeenAt: null, status: null }))).toBe(mayHaveUnsent)
  expect(unsentText(device({ ...silent, hasScanned: false }))).toBeNull()
  expect(unsentText(device({ ...silent, lastSeenAt: ago(10.5 * MINUTE) }))).toBeNull()
  // The phone reported an empty queue after the end of its shift.
  expect(unsentText(device({ ...silent, lastSeenAt: ago(MINUTE) }))).toBeNull()
  const offDuty = { lastSeenAt: ago(20 * MINUTE), goneAt: ago(15 * MINUTE) }
  expect(unsentText(device({ ...offDuty, isRevoked: true }))).toBe(mayHaveUnsent)
  expect(unsentText(device(offDuty))).toBeNull()
})

it('formats durations in Croatian, and finds the next 6 o’clock in Zagreb for the end of a shift', () => {
  expect([0, 59_000, 60_000, 192_000, 7_500_000].map(formatDuration)).toEqual([
    '0 s',
    '59 s',
    '1 min',
    '3 min 12 s',
    '2 h 5 min',
  ])
  const morning = (text: string) => nextZagrebHour(new Date(text), 6).toISOString()
  expect(morning('2025-10-17T20:00:00Z')).toBe('2025-10-18T04:00:00.000Z')
  expect(morning('2025-10-17T23:30:00Z')).toBe('2025-10-18T04:00:00.000Z')
  // Summer time ends during this night.
  expect(morning('2025-10-25T20:00:00Z')).toBe('2025-10-26T05:00:00.000Z')
})

// The page with the pairing codes may be open since before the end of an earlier shift.
it('a gate shift ends by default at the next 6 o’clock from now', () => {
  const end = (text: string) => defaultShiftEnd(new Date(text))
  expect(end('2025-10-17T03:59:00Z')).toBe('17.10.2025. 06:00')
  expect(end('2025-10-17T16:00:00Z')).toBe('18.10.2025. 06:00')
})
