import { processSingleton } from '@/db/process-singleton.mjs'

/** Lifecycle state of this process. */
interface LifecycleState {
  /** Whether everything cached during the build has been marked stale after the start. */
  isCacheReset: boolean
  /**
   * Whether the process received a termination signal. A load balancer should send no more
   * requests.
   */
  isShuttingDown: boolean
  /** Ping of the database that has not ended yet. Health checks share it. */
  ping?: Promise<unknown>
  /**
   * Last test write to the database, shared by health checks. `startedAt` is in ms since the start
   * of the process.
   */
  write?: { startedAt: number; result: Promise<unknown> }
}

export const lifecycle = processSingleton(
  'life',
  (): LifecycleState => ({ isCacheReset: false, isShuttingDown: false }),
)
