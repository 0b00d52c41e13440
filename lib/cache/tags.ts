import { workAsyncStorage } from 'next/dist/server/app-render/work-async-storage.external'
import { isShown, NOUN_NAMES, type ShownNoun } from '@/db/catalogue/entities'

/** What the public pages are cached by: a tag for each noun that they show, and for the phase. */
export type CacheTag = 'settings' | 'phase' | ShownNoun

export const CACHE_TAGS: CacheTag[] = ['settings', 'phase', ...NOUN_NAMES.filter(isShown)]

interface Making {
  began: number
  ended: Promise<void>
}

/**
 * What this process knows of its cached pages. On globalThis, since the start hook, the routes
 * and the cache of pages (page-cache.mjs) are loaded apart.
 */
const kept = globalThis as {
  brucosijadaPages?: {
    /** When a noun changed last, in milliseconds of this process's clock. */
    changed: Map<string, number>
    /** How often it changed. */
    generations: Map<string, number>
    /** The pages that are being made. */
    makings: Set<Making>
  }
}
kept.brucosijadaPages ??= { changed: new Map(), generations: new Map(), makings: new Set() }
const pages = kept.brucosijadaPages

/** Makes every page that was begun before this moment, and every read behind one, out of date. */
export function expire(tags: readonly string[]): void {
  const now = performance.timeOrigin + performance.now()
  for (const tag of tags) {
    pages.changed.set(tag, now)
    pages.generations.set(tag, (pages.generations.get(tag) ?? 0) + 1)
  }
}

/** The longest that a change waits for pages that are still being made of what was before. */
const LONGEST_WAIT = 2_000

/**
 * Resolves when the pages that are being made now have been made: whoever asks for one of
 * those meanwhile is given it, whatever changed since it was begun.
 */
export async function afterMakings(): Promise<void> {
  if (pages.makings.size === 0) return
  let timer: NodeJS.Timeout | undefined
  const longEnough = new Promise((resolve) => {
    timer = setTimeout(resolve, LONGEST_WAIT)
  })
  await Promise.race([Promise.all([...pages.makings].map(({ ended }) => ended)), longEnough])
  clearTimeout(timer)
}

const seen = new WeakMap<object, Map<CacheTag, number>>()

/**
 * A key for a cached read: reads at the same time with the same key are one, whenever they
 * began, so that only another key keeps what comes after a change from joining what was begun
 * before it. The same throughout the making of one page, which is put together twice.
 */
export function generation(tag: CacheTag): number {
  const current = pages.generations.get(tag) ?? 0
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
export async function unlessBuilding<T>(defaults: T, read: () => Promise<T>): Promise<T> {
  return process.env.NEXT_PHASE === 'phase-production-build' ? defaults : read()
}
