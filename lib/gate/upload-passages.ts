import { getDb } from '@/db/pool'
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
import { getMetrics } from '@/lib/metrics/registry'
import { type PassagesAnswer, type PassagesInput, passageInput } from './schema'

/**
 * Clock offsets that differ by at most this time count as equal, because a request also takes time.
 */
const CLOCK_TOLERANCE_MS = 30_000
const MAX_FUTURE_MS = 60_000
const MAX_AGE_MS = 48 * 3_600_000

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
 * Records the queue of a device, each valid passage once, and reports why other passages are
 * refused. A device that was revoked or whose shift is over may still upload earlier passages (rule
 * 6.21). If its request has no passages, stores the heartbeat and throws the error of the device, for
 * example device_revoked.
 */
export async function receiveQueue(
  { sentAt, passages, status }: PassagesInput,
  device: Device,
): Promise<PassagesAnswer> {
  const refused = refusalOf(device)
  const { now } = device
  const measuredOffset = now - Date.parse(sentAt)
  const clockOffset = stabilizeClockOffset(device.clockOffset, measuredOffset)
  if (refused && passages.length === 0) {
    // Shows the boards whether the device still has unsent passages.
    await recordHeartbeat(getDb(), device.id, { clockOffset, status })
    throw refused
  }
  const end = Math.min(
    ...[device.revokedAt ?? device.endsAt, device.endsAt].map((at) => Date.parse(at)),
  )
  const limits = { clockOffset, measuredOffset, now, end, refused }
  const parsed = passages.map((input) => parsePassage(input, limits))
  const valid = new Map(
    parsed.flatMap(({ passage }) => (passage ? [[passage.id, passage] as const] : [])),
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
    valid.size > 0
      ? await recordPassages(getDb(), by, [...valid.values()])
      : new Map<string, Outcome>()
  // The device counted its queue before this upload, and may send no heartbeat after it.
  const queue = Math.max(0, (status?.queue ?? 0) - passages.length)
  await recordHeartbeat(getDb(), id, { clockOffset, status: status && { ...status, queue } })
  const guestIds = new Set([...valid.values()].flatMap(({ guestId }) => guestId ?? []))
  const guests = refused ? [] : await listRosterRows(getDb(), [...guestIds])
  return {
    results: parsed.map(({ id: passageId, passage, refusal }) => {
      const outcome = passage ? (outcomes.get(passage.id) as Outcome) : null
      // A passage that occurs twice in one request counts once.
      if (outcome === 'counted' && passage) {
        outcomes.set(passage.id, 'known')
        const { direction, verdict } = passage
        getMetrics().scans.inc({ direction, verdict, decided: 'phone' })
      }
      if (outcome === 'counted' || outcome === 'known') return { id: passageId, outcome }
      return { id: passageId, outcome: 'refused', ...(outcome ? REFUSALS[outcome] : refusal) }
    }),
    tally: await tallyPassages(getDb(), id),
    presence: guests.map(({ id: guest, since }) => ({ guest, since })),
    now: new Date(now).toISOString(),
    ...(valid.size > 0 && (await hasCapacityLimit()) && { fill: await readOccupancy(getDb()) }),
  }
}

/**
 * Returns the stored clock offset, unless the measured offset differs by more than 30 s. Small
 * differences come from a slow network and must not reorder passages.
 */
const stabilizeClockOffset = (known: number, measured: number) => {
  if (Math.abs(measured - known) <= CLOCK_TOLERANCE_MS) return known
  return Math.abs(measured) <= CLOCK_TOLERANCE_MS ? 0 : measured
}

interface TimeLimits {
  clockOffset: number
  /** Clock offset by this request alone. It is too large by the duration of the request. */
  measuredOffset: number
  now: number
  /** End of the shift or time of the revocation, in ms. Later passages are refused. */
  end: number
  refused: ServiceError | null
}

function parsePassage(
  input: unknown,
  { clockOffset, measuredOffset, now, end, refused }: TimeLimits,
): { id: string | null; passage?: OfflinePassage; refusal?: Refusal } {
  const sentId = (input as { id?: unknown } | null)?.id
  const id = typeof sentId === 'string' ? sentId : null
  const refuse = (code: string, detail: string) => ({ id, refusal: { code, detail } })
  const parsed = passageInput.safeParse(input)
  if (!parsed.success)
    return refuse('malformed', parsed.error.issues[0]?.message ?? 'Neispravan unos')
  const { guestId = null, code, direction, verdict, decided, takesBack = null } = parsed.data
  const phoneTime = Date.parse(parsed.data.at)
  // `clockOffset` may be wrong by 30 s. `earliest` is too early by the duration of the request.
  const earliest = phoneTime + Math.min(clockOffset, measuredOffset)
  // A fast clock must not move a scan with the verdict `outside` behind the admission after it.
  const at = verdict === 'outside' ? earliest : phoneTime + clockOffset
  if (at > now + MAX_FUTURE_MS) return refuse('from_future', 'Prolaz je iz budućnosti.')
  if (at < now - MAX_AGE_MS) return refuse('too_old', 'Prolaz je stariji od 48 sati.')
  // A fast clock must not move a passage beyond the end.
  if (earliest > end)
    return refuse(refused?.code ?? 'shift_over', refused?.detail ?? 'Smjena je tada već završila.')
  const confirmationCode = guestId === null ? readConfirmationCode(code ?? '') : null
  if (guestId === null && confirmationCode === null)
    return refuse('invalid_qr', GUEST_MESSAGES.invalidCode)
  return {
    id,
    passage: {
      ...parsed.data,
      guestId,
      code: confirmationCode,
      direction,
      verdict,
      decided,
      takesBack,
      at: new Date(Math.min(at, end)),
    },
  }
}
