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
   * Seconds after the opening: `second` is the time of the scan, `asked` the time of joining the
   * queue.
   */
  second: number
  asked: number
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

const SECONDS = 10 * 3600
/** Duration of a scan in seconds: at least `least`, and `least` plus `more` on average. */
const SERVICE = { least: 4.5, more: 2 }

/** Returns all scans of a simulated night, ordered by time. */
export function simulateNight(plan: NightPlan): Scan[] {
  const random = createRandom(plan.seed)
  const requests: Request[][] = Array.from({ length: SECONDS }, () => [])
  const ask = (minute: number, request: Request) => {
    const second = Math.max(0, Math.round(minute * 60))
    requests[second]?.push(request)
  }
  const near = plan.lanes.map((lanes, gate) => [gate, lanes * (0.7 + 0.6 * random.next())] as const)
  for (let guest = 0; guest < plan.guests; guest++) {
    if (!random.chance(plan.turnout)) continue
    ask(ARRIVALS[plan.kind](random), { guest, gate: random.weighted(near), direction: 'in' })
    if (random.chance(plan.copies))
      ask(ARRIVALS[plan.kind](random) + 15, {
        guest,
        gate: random.weighted(near),
        direction: 'in',
        isCopy: true,
      })
  }
  const free = plan.lanes.map((lanes) => new Array<number>(lanes).fill(0))
  const scans: Scan[] = []
  const isInside = new Set<number>()
  for (let now = 0; now < SECONDS; now++)
    for (const { isCopy, ...request } of requests[now] ?? []) {
      const lanes = free[request.gate] as number[]
      const lane = lanes.indexOf(Math.min(...lanes))
      const took = SERVICE.least - SERVICE.more * Math.log(1 - random.next())
      const second = Math.max(now, lanes[lane] as number) + took
      lanes[lane] = second
      const was = isInside.has(request.guest)
      const isIn = request.direction === 'in'
      const verdict = isIn ? (was ? 'inside' : 'admitted') : was ? 'left' : 'outside'
      scans.push({ ...request, second, asked: now, lane, verdict })
      if (isIn) isInside.add(request.guest)
      else isInside.delete(request.guest)
      if (verdict === 'admitted' && !isCopy) stay(second / 60, request, random, ask)
    }
  return scans.sort((a, b) => a.second - b.second)
}

/**
 * Plans when an admitted guest goes out: some go out for air and come back, all leave early in the
 * morning.
 */
function stay(
  minute: number,
  { guest, gate }: Request,
  random: Random,
  ask: (minute: number, request: Request) => void,
) {
  const end = random.normal(360, 70)
  const air = minute + 20 - 70 * Math.log(1 - random.next())
  if (random.chance(0.15) && air + 40 < end) {
    ask(air, { guest, gate, direction: 'out' })
    ask(air + 5 + 20 * random.next(), { guest, gate, direction: 'in' })
  } else ask(Math.max(end, minute + 30), { guest, gate, direction: 'out' })
}

/** Maximum number of seconds between two scans of a lane that means that a guest was waiting. */
const NEXT = 12

/** Returns the input of the forecast at a time in minutes after the opening. */
export function tonightAt(
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
  const before = new Map<string, number>()
  const working = lanes.map(() => new Set<number>())
  const seen = new Set<number>()
  let inside = 0
  for (const { second, gate, lane, verdict, guest } of scans) {
    if (second >= minute * 60) break
    const at = (gates[gate] as (typeof gates)[number]).perMinute[Math.floor(second / 60)]
    if (!at) continue
    if (verdict === 'admitted') at.in++
    else if (verdict === 'left') at.out++
    else at.refused++
    inside += verdict === 'admitted' ? 1 : verdict === 'left' ? -1 : 0
    if (verdict === 'admitted') seen.add(guest)
    const last = before.get(`${gate} ${lane}`)
    if (last !== undefined && second - last <= NEXT)
      at.busy += (second - last) / 60 / (lanes[gate] ?? 1)
    before.set(`${gate} ${lane}`, second)
    if (second >= (minute - 10) * 60) working[gate]?.add(lane)
  }
  for (const gate of gates) {
    gate.lanes = working[gate.id]?.size ?? 0
    const lately = gate.perMinute.slice(-10)
    gate.busy = lately.reduce((all, { busy }) => all + busy, 0) / Math.max(lately.length, 1)
  }
  const expected = sold - seen.size
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
export function minuteOf(scans: Scan[], capacity: number): number | null {
  let inside = 0
  for (const { verdict, second } of scans) {
    inside += verdict === 'admitted' ? 1 : verdict === 'left' ? -1 : 0
    if (inside >= capacity) return second / 60
  }
  return null
}
