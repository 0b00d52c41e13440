import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from '@/db/pool'
import { processSingleton } from '@/db/process-singleton.mjs'
import { lifecycle } from '@/lib/instance/state'
import { type Invalidation, onSignal, signalAtCommit } from '@/lib/jobs/signals'
import { CACHE_TAGS, type CacheTag, markStale, waitForRunningRenders } from './tags'

/**
 * Names this process to the others, and its changes that have been heard of once, by the route
 * that made them or by the listener.
 */
const { instance, heard } = processSingleton('changes', () => ({
  instance: crypto.randomUUID(),
  heard: new Set<string>(),
}))

const pending = new AsyncLocalStorage<Invalidation[]>()

/**
 * Makes every public page that shows one of these nouns fresh for the next request, on
 * every instance. Called inside the transaction of the write: all instances hear of it at
 * commit, and the write is answered when no page is being made any more of what was before.
 */
export async function invalidate(tx: Db, ...tags: CacheTag[]): Promise<void> {
  const change = { id: crypto.randomUUID(), from: instance, tags }
  pending.getStore()?.push(change)
  await signalAtCommit(tx, change)
}

/** Runs a write; what it made stale is stale, and no longer on its way, when this resolves. */
export async function collectInvalidations<T>(run: () => Promise<T>): Promise<T> {
  const changes: Invalidation[] = []
  try {
    const result = await pending.run(changes, run)
    for (const change of changes) hear(change)
    if (changes.length > 0) await waitForRunningRenders()
    return result
  } catch (error) {
    // It may have failed behind its commit, or have lost the answer to it.
    markStale(changes.flatMap(({ tags }) => tags))
    throw error
  }
}

/** A change of our own is heard of twice, and is old news the second time. */
function hear({ id, from, tags }: Invalidation): void {
  if (from === instance && heard.delete(id)) return
  if (from === instance) heard.add(id)
  markStale(tags)
}

/**
 * Keeps this instance's cached pages in step with what is written. Everything is made stale
 * at the start, and again whenever the listening connection was lost, since messages may
 * have been missed meanwhile.
 */
export async function listenForInvalidations(): Promise<void> {
  await onSignal('pages', hear, () => {
    heard.clear()
    markStale(CACHE_TAGS)
    lifecycle.isCacheReset = true
  })
}
