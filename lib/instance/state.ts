import { processSingleton } from '@/db/process-singleton.mjs'

/** Lifecycle state of this process. */
interface LifecycleState {
  /** Everything cached during the build was marked stale after the start. */
  isCacheReset: boolean
  /** The process received a termination signal. A load balancer should send no more requests. */
  isShuttingDown: boolean
  /** The running ping of the database. */
  ping?: Promise<unknown>
  /** The last test write to the database; `startedAt` is in ms since the start of the process. */
  write?: { startedAt: number; result: Promise<unknown> }
}

export const lifecycle = processSingleton(
  'life',
  (): LifecycleState => ({ isCacheReset: false, isShuttingDown: false }),
)
