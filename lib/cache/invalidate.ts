import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from '@/db/pool'
import { processSingleton } from '@/db/process-singleton.mjs'
import { lifecycle } from '@/lib/instance/state'
import { type Invalidation, onSignal, signalAtCommit } from '@/lib/jobs/signals'
import { CACHE_TAGS, type CacheTag, markStale, waitForRunningRenders } from './tags'

/**
 * Id of this process in messages to other instances, and ids of its own changes that were processed
 * once: by the request that made them, or by the listener.
 */
const { instance, processedIds } = processSingleton('changes', () => ({
  instance: crypto.randomUUID(),
  processedIds: new Set<string>(),
}))

const pending = new AsyncLocalStorage<Invalidation[]>()

/**
 * Marks every public page stale that shows one of these entities, on all instances. Call it inside
 * the transaction of the write: the other instances are notified at commit. The response to the
 * write waits for running renders of old data.
 */
export async function invalidate(tx: Db, ...tags: CacheTag[]): Promise<void> {
  const change = { id: crypto.randomUUID(), from: instance, tags }
  pending.getStore()?.push(change)
  await signalAtCommit(tx, change)
}

/**
 * Runs a write. When it resolves, the pages it changed are stale, and renders of old data have
 * ended.
 */
export async function collectInvalidations<T>(run: () => Promise<T>): Promise<T> {
  const changes: Invalidation[] = []
  try {
    const result = await pending.run(changes, run)
    for (const change of changes) applyInvalidation(change)
    if (changes.length > 0) await waitForRunningRenders()
    return result
  } catch (error) {
    // The write may have failed after its commit, or only the reply to the commit was lost.
    markStale(changes.flatMap(({ tags }) => tags))
    throw error
  }
}

/**
 * Marks the tags of a change stale. A change of this instance arrives twice; the second is ignored.
 */
function applyInvalidation({ id, from, tags }: Invalidation): void {
  if (from === instance && processedIds.delete(id)) return
  if (from === instance) processedIds.add(id)
  markStale(tags)
}

/**
 * Marks cached pages of this instance stale when any instance writes. At the start, and after the
 * listening connection was lost, everything is marked stale, because messages may have been missed.
 */
export async function listenForInvalidations(): Promise<void> {
  await onSignal('pages', applyInvalidation, () => {
    processedIds.clear()
    markStale(CACHE_TAGS)
    lifecycle.isCacheReset = true
  })
}
