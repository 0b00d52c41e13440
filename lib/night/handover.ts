import { getDb } from '@/db/client'
import { type HandoverRow, listHandover } from '@/db/queries/handover'
import { nightBounds } from '@/lib/time/zagreb'
import type { Handover, HandoverTotals } from './handover-schema'

/** What each device and person did in a night, and the sums, all of one moment. */
export async function readHandover({ night }: { night: string }): Promise<Handover> {
  const { from, to } = nightBounds(night)
  const rows = await listHandover(getDb(), from, to)
  const total = rows.find(({ isGate }) => !isGate)
  return {
    night,
    total: total ? doneOf(total) : null,
    gates: rows
      .filter(({ isGate, isShift }) => isGate && !isShift)
      .map((gate) => ({
        id: gate.gateId,
        name: gate.gate,
        isDeleted: gate.isGateDeleted,
        total: doneOf(gate),
        shifts: rows
          .filter(({ isShift, gateId }) => isShift && gateId === gate.gateId)
          .map((row) => ({
            deviceId: row.deviceId,
            device: row.device,
            user: row.user,
            ...doneOf(row),
          })),
      })),
  }
}

function doneOf(row: HandoverRow): HandoverTotals {
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
