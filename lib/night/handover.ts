import { getDb } from '@/db/pool'
import { listGates } from '@/db/queries/gates'
import { type HandoverRow, listHandover } from '@/db/queries/handover'
import { nightBounds } from '@/lib/time/zagreb'
import type { Handover, HandoverTotals } from './handover-schema'

/** Reads the handover report of a night. All totals are from one query, so that they agree. */
export async function readHandover({ night }: { night: string }): Promise<Handover> {
  const { from, to } = nightBounds(night)
  const [rows, current] = await Promise.all([listHandover(getDb(), from, to), listGates(getDb())])
  // Counts deleted gates of this night too, because the report has a section for each.
  const gateIds = new Set([...current.map(({ id }) => id), ...rows.map(({ gateId }) => gateId)])
  gateIds.delete(0)
  const total = rows.find(({ isGate }) => !isGate)
  return {
    night,
    total: total ? totalsOf(total) : null,
    hasSingleGate: gateIds.size === 1,
    gates: rows
      .filter(({ isGate, isShift }) => isGate && !isShift)
      .map((gate) => ({
        id: gate.gateId,
        name: gate.gate,
        isDeleted: gate.isGateDeleted,
        total: totalsOf(gate),
        shifts: rows
          .filter(({ isShift, gateId }) => isShift && gateId === gate.gateId)
          .map((row) => ({
            deviceId: row.deviceId,
            device: row.device,
            user: row.user,
            ...totalsOf(row),
          })),
      })),
  }
}

function totalsOf(row: HandoverRow): HandoverTotals {
  const { from, to, entered, left, refused, byName, overrides, unknownIn } = row
  const { alone, objections, doubles, clockOffset } = row
  return {
    from,
    to,
    entered,
    left,
    refused,
    byName,
    overrides,
    unknownIn,
    alone,
    objections,
    doubles,
    clockOffset,
  }
}
