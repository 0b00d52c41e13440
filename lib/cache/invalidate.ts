import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from '@/db/client'
import { notifyInvalidation } from '@/db/queries/invalidation'
import type { CacheTag } from './tags'

/** Names this process to the others, so that it can pass over its own messages. */
export const INSTANCE = crypto.randomUUID()

const pending = new AsyncLocalStorage<Set<CacheTag>>()

/**
 * Makes every public page that shows one of these nouns fresh for the next request, on
 * every instance. Called inside the transaction of the write: the other instances hear
 * of it at commit, this one when the route has answered.
 */
export async function invalidate(tx: Db, ...tags: CacheTag[]): Promise<void> {
  for (const tag of tags) pending.getStore()?.add(tag)
  await notifyInvalidation(tx, { from: INSTANCE, tags })
}

/** Runs a write and hands over the tags that it made stale, once it has succeeded. */
export async function collectInvalidations<T>(
  run: () => Promise<T>,
  revalidate: (tag: CacheTag) => void,
): Promise<T> {
  const tags = new Set<CacheTag>()
  const result = await pending.run(tags, run)
  for (const tag of tags) revalidate(tag)
  return result
}
