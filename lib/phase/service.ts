import { getDb } from '@/db/pool'
import { getEditionClock } from '@/db/queries/phase'
import { markStale } from '@/lib/cache/tags'
import { ServiceError } from '@/lib/http/errors'
import { NIGHT_OVER, type Phase, phaseAt } from './rules'

/** What pages show between two boundaries, which are the times of the night and of its sets. */
interface Period {
  phase: Phase
  /** The database's clock, which all instances share, in milliseconds. */
  now: number
  /** The boundary that began it; null before the first. */
  since: number | null
  /** Milliseconds until the next boundary; null after the last. */
  endsInMs: number | null
}

/** The period that the festival is in. */
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

/** Throws gone after the end of the night, for what the site then offers no more. */
export async function requireBeforeEnd(): Promise<void> {
  const { phase } = await readPeriod()
  if (phase === 'after') throw new ServiceError('gone', NIGHT_OVER, { code: 'night_over' })
}

/** Milliseconds between two looks at the times, which an admin may change. */
const LOOK_MS = 10_000

/**
 * Makes this instance's pages fresh at each boundary of the night and its sets, as long as the
 * times are known for one look. Returns how to stop.
 */
export function followPhase(): () => void {
  let known: string | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const look = async () => {
    const { phase, since, endsInMs } = await readPeriod()
    const period = `${phase} ${since}`
    if (period !== known) markStale(['phase'])
    known = period
    return endsInMs ?? LOOK_MS
  }
  const next = async () => {
    // Without the database pages stay as they are; the browser checks the times by itself.
    const waitMs = await look().catch(() => LOOK_MS)
    if (!isStopped) timer = setTimeout(next, Math.min(Math.ceil(waitMs), LOOK_MS)).unref()
  }
  void next()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
