import { getDb } from '@/db/client'
import { getEditionClock } from '@/db/queries/phase'
import { expire } from '@/lib/cache/tags'
import { ServiceError } from '@/lib/http/errors'
import { NIGHT_OVER, type Phase } from './rules'

/** The phase by the database's clock, which all instances share. */
export async function readPhase(): Promise<{ phase: Phase; changesInMs: number | null }> {
  const { isOver, leftMs } = await getEditionClock(getDb())
  return { phase: isOver ? 'after' : 'before', changesInMs: isOver ? null : leftMs }
}

/** Throws gone after the end of the night, for what the site then offers no more. */
export async function requireBeforeEnd(): Promise<void> {
  const { phase } = await readPhase()
  if (phase === 'after') throw new ServiceError('gone', NIGHT_OVER, { code: 'night_over' })
}

/** Milliseconds between two looks at the edition's times, which an admin may change. */
const LOOK_MS = 10_000

/**
 * Makes this instance's pages fresh when the phase changes: at the boundary itself, as long as the
 * times are known for one look. Returns how to stop.
 */
export function followPhase(): () => void {
  let known: Phase | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const look = async () => {
    const { phase, changesInMs } = await readPhase()
    if (phase !== known) expire(['phase'])
    known = phase
    return changesInMs ?? LOOK_MS
  }
  const next = async () => {
    // Without the database pages stay as they are; the browser checks the end by itself.
    const waitMs = await look().catch(() => LOOK_MS)
    if (!isStopped) timer = setTimeout(next, Math.min(Math.ceil(waitMs), LOOK_MS)).unref()
  }
  void next()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
