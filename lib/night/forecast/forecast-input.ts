import type { PastMinute, ThroughputRow } from '@/db/queries/gate-throughput'
import type { NightPassagesRow } from '@/db/queries/night-board'
import type { Curve, ForecastInput } from '@/lib/night/forecast/tonight'
import type { NightSnapshot } from '../board/board-schema'
import { type Band, type Forecast, forecast } from './forecast'

const MINUTE_MS = 60_000
/**
 * Length of a time window in minutes. The lanes of a gate (devices in use) are counted per window.
 */
const LANE_WINDOW_MINUTES = 10
const MAX_NIGHT_MINUTES = 24 * 60

type Counted = Pick<NightSnapshot, 'opensAt' | 'capacity' | 'inside' | 'sold' | 'expected'> & {
  at: string
  gates: { id: number }[]
}

/** Converts the counts of the night board since noon to the input of the forecast. */
export function forecastInput(
  from: Date,
  counted: Counted,
  { minutes }: Pick<NightPassagesRow, 'minutes'>,
  { busy, lanes }: ThroughputRow,
  past: Curve[],
): ForecastInput {
  const now = Date.parse(counted.at)
  const ids = new Map(counted.gates.map(({ id }, i) => [id, i]))
  const atGates = minutes.filter(([gate]) => ids.has(gate))
  const last = Math.floor((now - from.getTime()) / MINUTE_MS)
  const first = Math.max(
    last - MAX_NIGHT_MINUTES,
    Math.min(last, ...atGates.map(([, minute]) => minute)),
  )
  const count = last - first + 1
  const gates = counted.gates.map(({ id }) => ({
    id,
    lanes: 0,
    busy: 0,
    perMinute: Array.from({ length: count }, () => ({ in: 0, out: 0, refused: 0, busy: 0 })),
  }))
  const gateOf = (gate: number) => gates[ids.get(gate) ?? -1]
  for (const [gate, minute, arrived, left, refused] of atGates)
    Object.assign(gateOf(gate)?.perMinute[minute - first] ?? {}, {
      in: arrived,
      out: left,
      refused,
    })
  const lanesByWindow = new Map(
    lanes.map(([gate, window, devices]) => [`${gate} ${window}`, devices]),
  )
  for (const [gate, minute, seconds] of busy) {
    const minuteCounts = gateOf(gate)?.perMinute[minute - first]
    const devices = lanesByWindow.get(`${gate} ${Math.floor(minute / LANE_WINDOW_MINUTES)}`) ?? 1
    if (minuteCounts) minuteCounts.busy = Math.min(1, seconds / 60 / devices)
  }
  for (const gate of gates) {
    // The current minute is left out, because it is incomplete and would look idle.
    const recent = gate.perMinute.slice(-LANE_WINDOW_MINUTES - 1, -1)
    gate.busy = recent.reduce((all, minute) => all + minute.busy, 0) / Math.max(1, recent.length)
    const currentWindow = Math.floor(last / LANE_WINDOW_MINUTES)
    const devices = (window: number) => lanesByWindow.get(`${gate.id} ${window}`) ?? 0
    gate.lanes = Math.max(devices(currentWindow), devices(currentWindow - 1))
  }
  return {
    now,
    from: from.getTime() + first * MINUTE_MS,
    opensAt: counted.opensAt === null ? null : Date.parse(counted.opensAt),
    inside: counted.inside,
    sold: counted.sold,
    expected: counted.expected,
    capacity: counted.capacity,
    gates,
    past,
  }
}

/** Minimum number of arrivals of an earlier night. Smaller nights are not used for the forecast. */
const MIN_NIGHT_ARRIVALS = 200

/** Returns the arrival curves of earlier nights: the cumulative share of arrivals by minute. */
export function arrivalCurvesOf(rows: PastMinute[]): Curve[] {
  const nights = new Map<string, PastMinute[]>()
  for (const row of rows) nights.set(row.night, [...(nights.get(row.night) ?? []), row])
  return [...nights.values()].flatMap((minutes) => {
    const all = minutes.reduce((sum, { came }) => sum + came, 0)
    if (all < MIN_NIGHT_ARRIVALS) return []
    const curve = Array<number>((minutes.at(-1)?.minute ?? 0) + 1).fill(0)
    for (const { minute, came } of minutes) curve[minute] = came
    let sum = 0
    const share = (came: number) => {
      sum += came
      return sum / all
    }
    return [curve.map(share)]
  })
}

/** Converts the forecast to the API response, with instants as ISO text. */
export function forecastResponseOf(input: ForecastInput): NonNullable<NightSnapshot['forecast']> {
  const { fullAt, arrivedAt, gates, ...rest }: Forecast = forecast(input)
  return {
    ...rest,
    fullAt: toBandResponse(fullAt),
    arrivedAt: toBandResponse(arrivedAt),
    gates: gates.map((gate) => ({ ...gate, servedAt: toBandResponse(gate.servedAt) })),
  }
}

const toBandResponse = (band: Band | null) => {
  if (!band) return null
  const iso = (at: number) => new Date(at).toISOString()
  return { low: iso(band.low), mid: iso(band.mid), high: iso(band.high) }
}
