import { type Db, getDb } from '@/db/pool'
import { isEditionErased } from '@/db/queries/editions'
import { getEditionClock } from '@/db/queries/phase'
import { markStale } from '@/lib/cache/tags'
import { ServiceError } from '@/lib/http/errors'
import { NIGHT_OVER, type Phase, phaseAt } from './rules'

/**
 * Period between two boundaries, in which public pages stay the same. Boundaries are the start and
 * end of the night and of each set of the programme.
 */
interface Period {
  phase: Phase
  /** Time of the database, which all instances share, in ms since 1970. */
  now: number
  /**
   * Time of the boundary that started the period, in ms since 1970; null before the first boundary.
   */
  since: number | null
  /** Time until the next boundary; null after the last. */
  endsInMs: number | null
}

/** Returns the current period of the festival. */
export async function readPeriod(): Promise<Period> {
  const { opensAt, closesAt, now, since, next } = await getEditionClock(getDb())
  return {
    phase: phaseAt({ opensAt: instant(opensAt), closesAt: instant(closesAt) }, now),
    now,
    since,
    endsInMs: next === null ? null : next - now,
  }
}

const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/**
 * Throws gone (410) after the end of the event night. Features that end with the night call it.
 */
export async function requireBeforeEnd(): Promise<void> {
  const { phase } = await readPeriod()
  if (phase === 'after') throw nightOver()
}

/**
 * Throws gone (410) after the personal data of the edition were erased (rule 8.18). Writes of
 * personal data that are possible after the night call it, in their transaction and after the
 * write: a write that has waited for the erasure is then undone.
 */
export async function requireBeforeErasure(tx: Db): Promise<void> {
  if (await isEditionErased(tx)) throw nightOver()
}

const nightOver = () => new ServiceError('gone', NIGHT_OVER, { code: 'night_over' })

/** Interval in ms at which the times are read again, because an admin may change them. */
const POLL_INTERVAL_MS = 10_000

/**
 * Marks public pages of this instance stale when the night or a set of the programme starts or
 * ends. Reads the times at least every POLL_INTERVAL_MS. Returns a function that stops it.
 */
export function followPhase(): () => void {
  let known: string | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const poll = async () => {
    const { phase, since, endsInMs } = await readPeriod()
    const period = `${phase} ${since}`
    if (period !== known) markStale(['phase'])
    known = period
    return endsInMs ?? POLL_INTERVAL_MS
  }
  const next = async () => {
    // While the database is unavailable, pages stay as they are. The browser checks the times
    // itself.
    const waitMs = await poll().catch(() => POLL_INTERVAL_MS)
    if (!isStopped) timer = setTimeout(next, Math.min(Math.ceil(waitMs), POLL_INTERVAL_MS)).unref()
  }
  void next()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
