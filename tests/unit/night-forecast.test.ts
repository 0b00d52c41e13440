import { expect, it } from 'vitest'
import {
  arrivalCurvesOf,
  forecastInput,
  forecastResponseOf,
} from '@/lib/night/forecast/forecast-input'

const START = new Date('2026-11-21T11:00:00Z')
const counted = {
  at: '2026-11-21T21:30:20.000Z',
  opensAt: '2026-11-21T20:00:00.000Z',
  capacity: 900,
  inside: 500,
  sold: 1000,
  expected: 500,
  gates: [{ id: 3 }, { id: 7 }],
}
/** Minutes after noon of the opening and of the current time. */
const OPENING_MINUTE = 540
const NOW = 630

const minutes = (gate: number, perMinute: number) =>
  Array.from(
    { length: NOW - OPENING_MINUTE },
    (_, i): [number, number, number, number, number] =>
      [gate, OPENING_MINUTE + i, perMinute, 0, 1] as [number, number, number, number, number],
  )

it('forecastInput starts at the first passage at a gate, and counts the lanes of each gate', () => {
  const rows = { minutes: [...minutes(3, 3), ...minutes(7, 2), [0, 100, 9, 0, 0]] as never }
  const busy = minutes(3, 0).map(([gate, minute]): [number, number, number] => [gate, minute, 108])
  const lanes = Array.from({ length: 9 }, (_, i): [number, number, number] => [3, 54 + i, 2])
  const input = forecastInput(START, counted, rows, { busy, lanes }, [])
  expect(new Date(input.from).toISOString()).toBe('2026-11-21T20:00:00.000Z')
  expect(input.gates.map(({ id, lanes }) => [id, lanes])).toEqual([
    [3, 2],
    [7, 0],
  ])
  expect(input.gates[0]?.perMinute).toHaveLength(NOW - OPENING_MINUTE + 1)
  expect(input.gates[0]?.perMinute[5]).toEqual({ in: 3, out: 0, refused: 1, busy: 0.9 })
  expect(input.gates[0]?.busy).toBeCloseTo(0.9)
  expect(input.gates[1]?.busy).toBe(0)
  const response = forecastResponseOf(input)
  expect(response.gates.map(({ id, level }) => [id, level === 'free'])).toEqual([
    [3, false],
    [7, true],
  ])
  const { low, mid, high } = response.arrivedAt as NonNullable<typeof response.arrivedAt>
  expect([counted.at < low, low <= mid, mid <= high]).toEqual([true, true, true])
})

it('forecasts nothing before the first passage', () => {
  const response = forecastResponseOf(
    forecastInput(
      START,
      { ...counted, inside: 0, expected: 1000 },
      { minutes: [] },
      { busy: [], lanes: [] },
      [],
    ),
  )
  expect(response).toMatchObject({ fullAt: null, arrivedAt: null, stillToCome: 1000 })
})

it('turns earlier nights into arrival curves, and skips nights with few guests', () => {
  const arrivalsOf = (night: string, came: number[]) =>
    came.flatMap((n, minute) => (n > 0 ? [{ night, minute, came: n }] : []))
  expect(
    arrivalCurvesOf([
      ...arrivalsOf('2026-11-19', [50, 0, 100, 50]),
      ...arrivalsOf('2026-11-20', [3, 9]),
    ]),
  ).toEqual([[0.25, 0.25, 0.75, 1]])
})
