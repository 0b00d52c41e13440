import { getDb } from '@/db/pool'
import { type HandoverRow, listHandover } from '@/db/queries/handover'
import { nightBounds } from '@/lib/time/zagreb'
import type { Handover, HandoverTotals } from './handover-schema'

/** Reads the handover report of a night with one query, so that its totals agree. */
export async function readHandover({ night }: { night: string }): Promise<Handover> {
  const { from, to } = nightBounds(night)
  const rows = await listHandover(getDb(), from, to)
  const total = rows.find(({ isGate }) => !isGate)
  return {
    night,
    total: total ? totalsOf(total) : null,
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
