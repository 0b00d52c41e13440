import type { PassageVerdict } from '@/db/catalogue/verdicts'
import type { PassagesRow, WaitingRow } from '@/db/queries/night-board'
import { hasUnsent, isOnDuty, warningsOf } from '@/lib/gate/board-rules'
import type { BoardDevice } from '@/lib/gate/board-schema'
import type { GateTonight, NightSnapshot } from './board-schema'

const MINUTE = 60_000
/** So many minutes are drawn, the one under way among them. */
const DRAWN = 60

type Device = Omit<BoardDevice, 'admitted'>

/** What was read in one transaction. */
export interface SnapshotRows {
  /** When the night began. */
  from: Date
  night: Pick<NightSnapshot, 'capacity' | 'opensAt' | 'closesAt'>
  gates: { id: number; name: string; capacity: number | null }[]
  passages: PassagesRow
  waiting: WaitingRow
  devices: Device[]
}

type Counts = Pick<GateTonight, 'arrived' | 'left' | 'refused'>

const none = (): Counts => ({ arrived: 0, left: 0, refused: 0 })

function add(to: Counts, [, , arrived, left, refused]: PassagesRow['minutes'][number]) {
  to.arrived += arrived
  to.left += left
  to.refused += refused
}

/** Puts together what the board shows: every sum of the same minutes, so that none disagree. */
export function buildSnapshot(rows: SnapshotRows): Omit<NightSnapshot, 'forecast'> {
  const { from, night, gates, passages, waiting, devices } = rows
  const now = Date.parse(waiting.now)
  const first = Math.floor((now - from.getTime()) / MINUTE) - DRAWN + 1
  const live = new Map(gates.map(({ id }) => [id, { ...none(), minutes: blank() }]))
  const tonight = none()
  const elsewhere = { ...none(), inside: 0 }
  for (const row of passages.minutes) {
    const [id, minute, ...counts] = row
    const gate = live.get(id)
    add(tonight, row)
    add(gate ?? elsewhere, row)
    if (gate && minute >= first)
      MOVES.forEach((move, i) => {
        gate.minutes[move][Math.min(minute - first, DRAWN - 1)] = counts[i] as number
      })
  }
  for (const [id, count] of Object.entries(passages.inside))
    if (!live.has(Number(id))) elsewhere.inside += count
  const { sold, inside, insideSold, double, mails } = waiting
  return {
    at: waiting.now,
    from: from.toISOString(),
    firstMinute: new Date(from.getTime() + first * MINUTE).toISOString(),
    ...night,
    inside,
    sold,
    tonight,
    expected: sold - insideSold - passages.gone,
    gates: gates.map(({ id, name, capacity }) => {
      const { minutes, ...counts } = live.get(id) as NonNullable<ReturnType<typeof live.get>>
      const atWork = devices.filter((one) => one.gateId === id && isOnDuty(one, now))
      const seen = atWork.flatMap(({ lastSeenAt }) => lastSeenAt ?? []).sort()
      return {
        id,
        name,
        capacity,
        ...counts,
        inside: passages.inside[id] ?? 0,
        perMinute: minutes,
        devices: atWork.length,
        lastSeenAt: seen.at(-1) ?? null,
      }
    }),
    elsewhere: Object.values(elsewhere).some((n) => n > 0) ? elsewhere : null,
    reasons: Object.entries(passages.reasons)
      .map(([verdict, count]) => ({ verdict: verdict as PassageVerdict, count }))
      .sort((a, b) => b.count - a.count || a.verdict.localeCompare(b.verdict)),
    refusals: passages.refused as NightSnapshot['refusals'],
    admissions: passages.admitted as NightSnapshot['admissions'],
    doubles: { waiting: waiting.doubles, newest: double },
    objections: waiting.objections,
    troubles: troublesOf(devices, gates, now),
    mails,
  }
}

const MOVES = ['arrived', 'left', 'refused'] as const
const blank = (): GateTonight['perMinute'] => {
  const zeros = () => Array<number>(DRAWN).fill(0)
  return { arrived: zeros(), left: zeros(), refused: zeros() }
}

/** The worst of each device that is not well, by the rules of the gates' board. */
function troublesOf(
  devices: Device[],
  gates: SnapshotRows['gates'],
  now: number,
): NightSnapshot['troubles'] {
  const names = new Map(gates.map(({ id, name }) => [id, name]))
  return devices.flatMap((device) => {
    const at = { device: device.label, gate: names.get(device.gateId) ?? '' }
    if (isOnDuty(device, now)) {
      const [worst] = warningsOf(device, now)
      return worst ? [{ ...at, ...worst }] : []
    }
    if (!hasUnsent(device)) return []
    const what = `Na kraju je držao ${device.status?.queue} neposlanih prolaza`
    return [{ ...at, what, remedy: 'Otvorite ulaz na tom uređaju dok ima mreže.' }]
  })
}
