import { getDb } from '@/db/client'
import { recordHeartbeat } from '@/db/queries/gate-devices'
import { readOccupancy } from '@/db/queries/night'
import {
  type OfflinePassage,
  type Outcome,
  recordPassages,
  tallyPassages,
} from '@/db/queries/passages-batch'
import { listRosterRows } from '@/db/queries/roster'
import { hasCapacityLimit } from '@/lib/admission/occupancy'
import { type Device, mayOverride, refusalOf } from '@/lib/auth/devices'
import { GUEST_MESSAGES, readConfirmationCode } from '@/lib/guests/rules'
import type { ServiceError } from '@/lib/http/errors'
import { getMeters } from '@/lib/metrics/registry'
import { type PassagesAnswer, type PassagesInput, passageInput } from './schema'

/** Milliseconds by which a clock may be wrong, or a call be under way, before times are set right. */
const TOLERANCE = 30_000
const MOST_FUTURE = 60_000
const MOST_AGE = 48 * 3_600_000

type Result = PassagesAnswer['results'][number]
type Refusal = Pick<Result, 'code' | 'detail'>

const REFUSALS: Record<Exclude<Outcome, 'counted' | 'known'>, Refusal> = {
  unknown_guest: { code: 'unknown_guest', detail: GUEST_MESSAGES.notThere },
  late_taking_back: {
    code: 'late_taking_back',
    detail: 'Uređaj je odjavljen ili tada još nije bio na ulazu, pa ne može poništiti prolaz.',
  },
  foreign_passage: { code: 'foreign_passage', detail: 'Prolaz je zabilježio drugi uređaj.' },
}

/**
 * Takes the queue of a device: what is right counts once, what is wrong is named. A device that
 * was revoked, or whose shift is over, delivers what it did before; without a queue it is
 * refused as everywhere. Throws as its refusal.
 */
export async function receiveQueue(
  { sentAt, passages, status }: PassagesInput,
  device: Device,
): Promise<PassagesAnswer> {
  const refused = refusalOf(device)
  if (refused && passages.length === 0) throw refused
  const { now } = device
  const clockOffset = stabilizeClockOffset(device.clockOffset, now - Date.parse(sentAt))
  const end = Math.min(
    ...[device.revokedAt ?? device.endsAt, device.endsAt].map((at) => Date.parse(at)),
  )
  const read = passages.map((given) => readPassage(given, { clockOffset, now, end, refused }))
  const good = new Map(
    read.flatMap(({ passage }) => (passage ? [[passage.id, passage] as const] : [])),
  )
  const { id, gateId, userId, joinedAt } = device
  const by = {
    id,
    gateId,
    userId,
    clockOffset,
    joinedAt,
    mayOverride: mayOverride(device),
    isRevoked: device.revokedAt !== null,
  }
  const outcomes =
    good.size > 0
      ? await recordPassages(getDb(), by, [...good.values()])
      : new Map<string, Outcome>()
  await recordHeartbeat(getDb(), id, { clockOffset, status })
  const named = new Set([...good.values()].flatMap(({ guestId }) => guestId ?? []))
  const guests = refused ? [] : await listRosterRows(getDb(), [...named])
  return {
    results: read.map(({ id: named, passage, refusal }) => {
      const outcome = passage ? (outcomes.get(passage.id) as Outcome) : null
      // Sent twice in one call: it counts once.
      if (outcome === 'counted' && passage) {
        outcomes.set(passage.id, 'known')
        const { direction, verdict } = passage
        getMeters().scans.inc({ direction, verdict, decided: 'phone' })
      }
      if (outcome === 'counted' || outcome === 'known') return { id: named, outcome }
      return { id: named, outcome: 'refused', ...(outcome ? REFUSALS[outcome] : refusal) }
    }),
    tally: await tallyPassages(getDb(), id),
    presence: guests.map(({ id: guest, since }) => ({ guest, since })),
    now: new Date(now).toISOString(),
    ...(good.size > 0 && (await hasCapacityLimit()) && { fill: await readOccupancy(getDb()) }),
  }
}

/** The offset as it was while it holds: what a slow network adds must not change any order. */
const stabilizeClockOffset = (known: number, measured: number) => {
  if (Math.abs(measured - known) <= TOLERANCE) return known
  return Math.abs(measured) <= TOLERANCE ? 0 : measured
}

interface TimeLimits {
  clockOffset: number
  now: number
  /** From when on nothing of the device counts any more. */
  end: number
  refused: ServiceError | null
}

function readPassage(
  given: unknown,
  { clockOffset, now, end, refused }: TimeLimits,
): { id: string | null; passage?: OfflinePassage; refusal?: Refusal } {
  const named = (given as { id?: unknown } | null)?.id
  const id = typeof named === 'string' ? named : null
  const refuse = (code: string, detail: string) => ({ id, refusal: { code, detail } })
  const parsed = passageInput.safeParse(given)
  if (!parsed.success)
    return refuse('malformed', parsed.error.issues[0]?.message ?? 'Neispravan unos')
  const { guestId = null, code, direction, verdict, decided, takesBack = null } = parsed.data
  const at = Date.parse(parsed.data.at) + clockOffset
  if (at > now + MOST_FUTURE) return refuse('from_future', 'Prolaz je iz budućnosti.')
  if (at < now - MOST_AGE) return refuse('too_old', 'Prolaz je stariji od 48 sati.')
  if (at > end)
    return refuse(refused?.code ?? 'shift_over', refused?.detail ?? 'Smjena je tada već završila.')
  const read = guestId === null ? readConfirmationCode(code ?? '') : null
  if (guestId === null && read === null) return refuse('invalid_qr', GUEST_MESSAGES.invalidCode)
  return {
    id,
    passage: {
      ...parsed.data,
      guestId,
      code: read,
      direction,
      verdict,
      decided,
      takesBack,
      at: new Date(at),
    },
  }
}
