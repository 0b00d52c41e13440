import { getDb } from '@/db/client'
import { hasLimit } from '@/db/queries/night'
import { generation } from '@/lib/cache/tags'

/** Kept on globalThis, because routes may be built into separate bundles of one process. */
const kept = globalThis as {
  brucosijadaLimited?: { generation: number; isLimited: Promise<boolean> }
}

/**
 * Whether anybody counts who is inside, kept until the night or a gate changes: where there is no
 * limit, letting in does nothing for it.
 */
export function isLimited(): Promise<boolean> {
  const current = generation('night')
  if (kept.brucosijadaLimited?.generation !== current) {
    const read = hasLimit(getDb())
    read.catch(() => {
      delete kept.brucosijadaLimited
    })
    kept.brucosijadaLimited = { generation: current, isLimited: read }
  }
  return kept.brucosijadaLimited.isLimited
}
