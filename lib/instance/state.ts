import { processSingleton } from '@/db/process-singleton.mjs'

/** What this instance knows of itself. */
interface LifecycleState {
  /** Caches were made fresh after the start, so nothing of the build's is served any more. */
  isCacheReset: boolean
  /** It was told to end: it should be sent nobody any more. */
  isShuttingDown: boolean
  /** What was asked of the database last, and how it went. */
  ping?: Promise<unknown>
  write?: { asked: number; done: Promise<unknown> }
}

export const lifecycle = processSingleton(
  'life',
  (): LifecycleState => ({ isCacheReset: false, isShuttingDown: false }),
)
/** How long the last that got in may need to ask, and the longest that requests may run on. */
