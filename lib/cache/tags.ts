import { ENTITY_NAMES, isOnPublicSite, type PublicEntity } from '@/db/catalogue/entities'
import { processSingleton } from '@/db/process-singleton.mjs'
import { renderedTagVersions } from '@/lib/log/request-context'

/** What the public pages are cached by: a tag for each noun that they show, and for the phase. */
export type CacheTag = 'settings' | 'phase' | PublicEntity

export const CACHE_TAGS: CacheTag[] = ['settings', 'phase', ...ENTITY_NAMES.filter(isOnPublicSite)]

interface Render {
  ended: Promise<void>
}

/** Time of the last change of a tag, in ms since 1970, for the page cache. */
const changed = processSingleton('tag-changes', () => new Map<string, number>())
/** Number of changes of a tag. */
const generations = processSingleton('tag-generations', () => new Map<string, number>())
/** Renders of pages for the page cache. */
const runningRenders = processSingleton('page-renders', () => new Set<Render>())

/** Makes every page and every cached read with these tags stale that began before this moment. */
export function markStale(tags: readonly string[]): void {
  const now = performance.timeOrigin + performance.now()
  for (const tag of tags) {
    changed.set(tag, now)
    generations.set(tag, (generations.get(tag) ?? 0) + 1)
  }
}

/** A write waits this long at most for renders that began before it. */
const RENDERS_TIMEOUT_MS = 2_000

/**
 * Resolves when all renders that run now have ended. Until then Next.js gives their pages, which may show
 * the state before a change, to every new request for them.
 */
export async function waitForRunningRenders(): Promise<void> {
  if (runningRenders.size === 0) return
  let timer: NodeJS.Timeout | undefined
  const longEnough = new Promise((resolve) => {
    timer = setTimeout(resolve, RENDERS_TIMEOUT_MS)
  })
  await Promise.race([Promise.all([...runningRenders].map(({ ended }) => ended)), longEnough])
  clearTimeout(timer)
}

/**
 * Returns the version of a tag, as part of the key of a cached read: Next.js joins concurrent reads with
 * the same key, so a read after a change needs another key than a read before it. The version stays the
 * same throughout the render of a page, since Next.js renders a page twice.
 */
export function tagVersion(tag: CacheTag): number {
  const current = generations.get(tag) ?? 0
  const rendered = renderedTagVersions()
  if (!rendered) return current
  const known = rendered.get(tag) ?? current
  rendered.set(tag, known)
  return known
}

/**
 * What a cached read answers during `next build`, where there is no database: the
 * defaults of a fresh festival. The start of an instance makes every tag stale.
 */
export async function skipDuringBuild<T>(defaults: T, read: () => Promise<T>): Promise<T> {
  return process.env.NEXT_PHASE === 'phase-production-build' ? defaults : read()
}
