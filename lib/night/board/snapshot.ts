import type { Refusal } from '@/db/catalogue/verdicts'
import type { NightPassagesRow, OpenIssuesRow } from '@/db/queries/night-board'
import { isOnDuty, unsentWarningOf, warningsOf } from '@/lib/gate/board-rules'
import type { BoardDevice } from '@/lib/gate/board-schema'
import type { GateTonight, NightSnapshot } from './board-schema'

const MINUTE_MS = 60_000
/** Number of minutes in the charts, including the incomplete current one. */
const CHART_MINUTES = 60

type Device = Omit<BoardDevice, 'admitted'>

/** Rows read in one database snapshot. */
export interface SnapshotRows {
  /** Start of the night. */
  from: Date
  night: Pick<NightSnapshot, 'capacity' | 'opensAt' | 'closesAt'>
  gates: { id: number; name: string; capacity: number | null }[]
  passages: NightPassagesRow
  waiting: OpenIssuesRow
  devices: Device[]
}

type Counts = Pick<GateTonight, 'arrived' | 'left' | 'refused'>

const zeroCounts = (): Counts => ({ arrived: 0, left: 0, refused: 0 })

function add(to: Counts, [, , arrived, left, refused]: NightPassagesRow['minutes'][number]) {
  to.arrived += arrived
  to.left += left
  to.refused += refused
}

/**
 * Builds the night board. All totals are sums of the same counts per minute, so that they agree
 * (rule 6.27).
 */
export function buildSnapshot(rows: SnapshotRows): Omit<NightSnapshot, 'forecast'> {
  const { from, night, gates, passages, waiting, devices } = rows
  const now = Date.parse(waiting.now)
  const first = Math.floor((now - from.getTime()) / MINUTE_MS) - CHART_MINUTES + 1
  const currentGates = new Map(
    gates.map(({ id }) => [id, { ...zeroCounts(), minutes: zeroMinutes() }]),
  )
  const tonight = zeroCounts()
  const elsewhere = { ...zeroCounts(), inside: 0 }
  for (const row of passages.minutes) {
    const [id, minute, ...counts] = row
    const gate = currentGates.get(id)
    add(tonight, row)
    add(gate ?? elsewhere, row)
    if (gate && minute >= first)
      COUNTS.forEach((kind, i) => {
        gate.minutes[kind][Math.min(minute - first, CHART_MINUTES - 1)] = counts[i] as number
      })
  }
  for (const [id, count] of Object.entries(passages.inside))
    if (!currentGates.has(Number(id))) elsewhere.inside += count
  const { sold, inside, insideSold, double, mails } = waiting
  return {
    at: waiting.now,
    from: from.toISOString(),
    firstMinute: new Date(from.getTime() + first * MINUTE_MS).toISOString(),
    ...night,
    inside,
    sold,
    tonight,
    expected: sold - insideSold - passages.departed,
    gates: gates.map(({ id, name, capacity }) => {
      const { minutes, ...counts } = currentGates.get(id) as NonNullable<
        ReturnType<typeof currentGates.get>
      >
      const onDuty = devices.filter((device) => device.gateId === id && isOnDuty(device, now))
      const heartbeats = onDuty.flatMap(({ lastSeenAt }) => lastSeenAt ?? []).sort()
      return {
        id,
        name,
        capacity,
        ...counts,
        inside: passages.inside[id] ?? 0,
        perMinute: minutes,
        devices: onDuty.length,
        lastSeenAt: heartbeats.at(-1) ?? null,
      }
    }),
    elsewhere: Object.values(elsewhere).some((n) => n > 0) ? elsewhere : null,
    reasons: Object.entries(passages.reasons)
      .map(([verdict, count]) => ({ verdict: verdict as Refusal, count }))
      .sort((a, b) => b.count - a.count || a.verdict.localeCompare(b.verdict)),
    refusals: passages.refused as NightSnapshot['refusals'],
    admissions: passages.admitted as NightSnapshot['admissions'],
    doubles: { waiting: waiting.doubles, newest: double },
    objections: waiting.objections,
    troubles: troublesOf(devices, gates, now),
    mails,
  }
}

const COUNTS = ['arrived', 'left', 'refused'] as const
const zeroMinutes = (): GateTonight['perMinute'] => {
  const zeros = () => Array<number>(CHART_MINUTES).fill(0)
  return { arrived: zeros(), left: zeros(), refused: zeros() }
}

/**
 * Returns the worst problem of each device, by the rules of the gate board. Includes devices whose
 * gate shift is over, if they have or may have unsent passages.
 */
function troublesOf(
  devices: Device[],
  gates: SnapshotRows['gates'],
  now: number,
): NightSnapshot['troubles'] {
  const names = new Map(gates.map(({ id, name }) => [id, name]))
  return devices.flatMap((device) => {
    const origin = { device: device.label, gate: names.get(device.gateId) ?? '' }
    const worst = isOnDuty(device, now) ? warningsOf(device, now)[0] : unsentWarningOf(device)
    return worst ? [{ ...origin, ...worst }] : []
  })
}
