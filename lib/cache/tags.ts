import { workAsyncStorage } from 'next/dist/server/app-render/work-async-storage.external'
import { ENTITY_NAMES, isOnPublicSite, type PublicEntity } from '@/db/catalogue/entities'
import { processSingleton } from '@/db/process-singleton.mjs'

/** What the public pages are cached by: a tag for each noun that they show, and for the phase. */
export type CacheTag = 'settings' | 'phase' | PublicEntity

export const CACHE_TAGS: CacheTag[] = ['settings', 'phase', ...ENTITY_NAMES.filter(isOnPublicSite)]

interface Making {
  began: number
  ended: Promise<void>
}

/** When a tag changed last (milliseconds of this process's clock), for the cache of pages. */
const changed = processSingleton('tag-changes', () => new Map<string, number>())
/** How often a tag changed. */
const generations = processSingleton('tag-generations', () => new Map<string, number>())
/** The pages that page-cache.mjs is making. */
const runningRenders = processSingleton('page-makings', () => new Set<Making>())

/** Makes every page that was begun before this moment, and every read behind one, out of date. */
export function markStale(tags: readonly string[]): void {
  const now = performance.timeOrigin + performance.now()
  for (const tag of tags) {
    changed.set(tag, now)
    generations.set(tag, (generations.get(tag) ?? 0) + 1)
  }
}

/** The longest that a change waits for pages that are still being made of what was before. */
const LONGEST_WAIT = 2_000

/**
 * Resolves when the pages that are being made now have been made: whoever asks for one of
 * those meanwhile is given it, whatever changed since it was begun.
 */
export async function waitForRunningRenders(): Promise<void> {
  if (runningRenders.size === 0) return
  let timer: NodeJS.Timeout | undefined
  const longEnough = new Promise((resolve) => {
    timer = setTimeout(resolve, LONGEST_WAIT)
  })
  await Promise.race([Promise.all([...runningRenders].map(({ ended }) => ended)), longEnough])
  clearTimeout(timer)
}

const seen = new WeakMap<object, Map<CacheTag, number>>()

/**
 * A key for a cached read: reads at the same time with the same key are one, whenever they
 * began, so that only another key keeps what comes after a change from joining what was begun
 * before it. The same throughout the making of one page, which is put together twice.
 */
export function tagVersion(tag: CacheTag): number {
  const current = generations.get(tag) ?? 0
  const making = workAsyncStorage.getStore()
  if (!making) return current
  const known = seen.get(making) ?? new Map<CacheTag, number>()
  seen.set(making, known)
  if (!known.has(tag)) known.set(tag, current)
  return known.get(tag) ?? current
}

/**
 * What a cached read answers during `next build`, where there is no database: the
 * defaults of a fresh festival. The start of an instance makes every tag stale.
 */
export async function skipDuringBuild<T>(defaults: T, read: () => Promise<T>): Promise<T> {
  return process.env.NEXT_PHASE === 'phase-production-build' ? defaults : read()
}
