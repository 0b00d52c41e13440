import { ENTITY_NAMES, isOnPublicSite, type PublicEntity } from '@/db/catalogue/entities'
import { processSingleton } from '@/db/process-singleton.mjs'
import { renderedTagVersions } from '@/lib/log/request-context'

/**
 * Cache tag of public pages and cached reads: an entity that they show, the settings, or the phase
 * of the festival.
 */
export type CacheTag = 'settings' | 'phase' | PublicEntity

export const CACHE_TAGS: CacheTag[] = ['settings', 'phase', ...ENTITY_NAMES.filter(isOnPublicSite)]

interface Render {
  ended: Promise<void>
}

/** Time of the last change of each tag, in ms since 1970, shared with the page cache. */
const changed = processSingleton('tag-changes', () => new Map<string, number>())
/** Number of changes of each tag. */
const generations = processSingleton('tag-generations', () => new Map<string, number>())
/** Renders of pages that run now, registered by the page cache. */
const runningRenders = processSingleton('page-renders', () => new Set<Render>())

/** Marks every page and every cached read with these tags stale, if it started before now. */
export function markStale(tags: readonly string[]): void {
  const now = performance.timeOrigin + performance.now()
  for (const tag of tags) {
    changed.set(tag, now)
    generations.set(tag, (generations.get(tag) ?? 0) + 1)
  }
}

/** Maximum time in ms for which a write waits for renders that started before it. */
const RENDERS_TIMEOUT_MS = 2_000

/**
 * Resolves when all renders that run now have ended, after 2 s at the latest. Until then Next.js
 * returns their pages, which may show the state before a change, to every new request for them.
 */
export async function waitForRunningRenders(): Promise<void> {
  if (runningRenders.size === 0) return
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, RENDERS_TIMEOUT_MS)
  })
  await Promise.race([Promise.all([...runningRenders].map(({ ended }) => ended)), timeout])
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
 * Returns the result of `read`, but during `next build` the defaults, because there is no database.
 * The start of an instance marks every tag stale, so pages with defaults are rendered again.
 */
export async function skipDuringBuild<T>(defaults: T, read: () => Promise<T>): Promise<T> {
  return process.env.NEXT_PHASE === 'phase-production-build' ? defaults : read()
}
