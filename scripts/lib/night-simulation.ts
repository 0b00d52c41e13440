import { createRandom, type Random } from '@/db/seed/random'
import type { ForecastInput } from '@/lib/night/forecast/tonight'

// Simulates a night: guests arrive by a curve, wait in the queue of a gate, are served by its lanes
// one after another, go out and come back, and leave. The curves differ from those that the
// forecast uses, so that the forecast is not tested with its own model.

export const KINDS = ['early', 'normal', 'waves'] as const
export type Kind = (typeof KINDS)[number]

/**
 * Random arrival time of a guest in minutes after the opening. A negative time counts as the
 * opening.
 */
const ARRIVALS: Record<Kind, (random: Random) => number> = {
  early: (random) => 35 * Math.exp(random.normal(0, 0.75)) - 20,
  normal: (random) => random.normal(105, 42),
  waves: (random) => (random.chance(0.45) ? random.normal(35, 18) : random.normal(150, 28)),
}

export interface NightPlan {
  kind: Kind
  guests: number
  /** Number of lanes of each gate. */
  lanes: number[]
  /** Share of the guests, from 0 to 1, whose ticket is also shown by a second person. */
  copies: number
  turnout: number
  seed: number
}

/** One scan at a gate. */
export interface Scan {
  /**
   * Seconds after the opening: `second` is the time of the scan, `queuedAt` the time of joining the
   * queue.
   */
  second: number
  queuedAt: number
  guest: number
  gate: number
  lane: number
  direction: 'in' | 'out'
  /** Verdict if all gates are online, so that each knows all passages. */
  verdict: 'admitted' | 'left' | 'inside' | 'outside'
}

interface Request {
  guest: number
  gate: number
  direction: 'in' | 'out'
  isCopy?: boolean
}

const NIGHT_SECONDS = 10 * 3600
/** Duration of a scan in seconds: at least `least`, and `least` plus `more` on average. */
const SCAN_SECONDS = { least: 4.5, more: 2 }

/** Returns all scans of a simulated night, ordered by time. */
export function simulateNight(plan: NightPlan): Scan[] {
  const random = createRandom(plan.seed)
  const requests: Request[][] = Array.from({ length: NIGHT_SECONDS }, () => [])
  const addRequest = (minute: number, request: Request) => {
    const second = Math.max(0, Math.round(minute * 60))
    requests[second]?.push(request)
  }
  const gateWeights = plan.lanes.map(
    (lanes, gate) => [gate, lanes * (0.7 + 0.6 * random.next())] as const,
  )
  for (let guest = 0; guest < plan.guests; guest++) {
    if (!random.chance(plan.turnout)) continue
    addRequest(ARRIVALS[plan.kind](random), {
      guest,
      gate: random.weighted(gateWeights),
      direction: 'in',
    })
    if (random.chance(plan.copies))
      addRequest(ARRIVALS[plan.kind](random) + 15, {
        guest,
        gate: random.weighted(gateWeights),
        direction: 'in',
        isCopy: true,
      })
  }
  const laneFreeAt = plan.lanes.map((lanes) => new Array<number>(lanes).fill(0))
  const scans: Scan[] = []
  const isInside = new Set<number>()
  for (let now = 0; now < NIGHT_SECONDS; now++)
    for (const { isCopy, ...request } of requests[now] ?? []) {
      const lanes = laneFreeAt[request.gate] as number[]
      const lane = lanes.indexOf(Math.min(...lanes))
      const scanSeconds = SCAN_SECONDS.least - SCAN_SECONDS.more * Math.log(1 - random.next())
      const second = Math.max(now, lanes[lane] as number) + scanSeconds
      lanes[lane] = second
      const wasInside = isInside.has(request.guest)
      const isEntry = request.direction === 'in'
      const verdict = isEntry ? (wasInside ? 'inside' : 'admitted') : wasInside ? 'left' : 'outside'
      scans.push({ ...request, second, queuedAt: now, lane, verdict })
      if (isEntry) isInside.add(request.guest)
      else isInside.delete(request.guest)
      if (verdict === 'admitted' && !isCopy) planExit(second / 60, request, random, addRequest)
    }
  return scans.sort((a, b) => a.second - b.second)
}

/**
 * Plans when an admitted guest goes out: some go out for air and come back, all leave early in the
 * morning.
 */
function planExit(
  minute: number,
  { guest, gate }: Request,
  random: Random,
  addRequest: (minute: number, request: Request) => void,
) {
  const end = random.normal(360, 70)
  const breakAt = minute + 20 - 70 * Math.log(1 - random.next())
  if (random.chance(0.15) && breakAt + 40 < end) {
    addRequest(breakAt, { guest, gate, direction: 'out' })
    addRequest(breakAt + 5 + 20 * random.next(), { guest, gate, direction: 'in' })
  } else addRequest(Math.max(end, minute + 30), { guest, gate, direction: 'out' })
}

/** Maximum number of seconds between two scans of a lane that means that a guest was waiting. */
const MAX_GAP_S = 12

/** Returns the input of the forecast at a time in minutes after the opening. */
export function forecastInputAt(
  scans: Scan[],
  minute: number,
  { lanes, sold, capacity }: { lanes: number[]; sold: number; capacity: number | null },
): ForecastInput {
  const gates = lanes.map((_, id) => ({
    id,
    perMinute: Array.from({ length: minute }, () => ({ in: 0, out: 0, refused: 0, busy: 0 })),
    lanes: 0,
    busy: 0,
  }))
  const lastScanOf = new Map<string, number>()
  const activeLanes = lanes.map(() => new Set<number>())
  const arrived = new Set<number>()
  let inside = 0
  for (const { second, gate, lane, verdict, guest } of scans) {
    if (second >= minute * 60) break
    const counts = (gates[gate] as (typeof gates)[number]).perMinute[Math.floor(second / 60)]
    if (!counts) continue
    if (verdict === 'admitted') counts.in++
    else if (verdict === 'left') counts.out++
    else counts.refused++
    inside += verdict === 'admitted' ? 1 : verdict === 'left' ? -1 : 0
    if (verdict === 'admitted') arrived.add(guest)
    const lastSecond = lastScanOf.get(`${gate} ${lane}`)
    if (lastSecond !== undefined && second - lastSecond <= MAX_GAP_S)
      counts.busy += (second - lastSecond) / 60 / (lanes[gate] ?? 1)
    lastScanOf.set(`${gate} ${lane}`, second)
    if (second >= (minute - 10) * 60) activeLanes[gate]?.add(lane)
  }
  for (const gate of gates) {
    gate.lanes = activeLanes[gate.id]?.size ?? 0
    const recent = gate.perMinute.slice(-10)
    gate.busy = recent.reduce((all, { busy }) => all + busy, 0) / Math.max(recent.length, 1)
  }
  const expected = sold - arrived.size
  return {
    now: minute * 60_000,
    from: 0,
    opensAt: 0,
    inside,
    expected,
    sold,
    capacity,
    gates,
    past: [],
  }
}

/**
 * Returns the minute in which `capacity` guests are inside for the first time; null if that never
 * happens.
 */
export function minuteWhenFull(scans: Scan[], capacity: number): number | null {
  let inside = 0
  for (const { verdict, second } of scans) {
    inside += verdict === 'admitted' ? 1 : verdict === 'left' ? -1 : 0
    if (inside >= capacity) return second / 60
  }
  return null
}
