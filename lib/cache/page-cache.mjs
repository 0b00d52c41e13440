// The cache of whole pages: `cacheHandler` of next.config.ts, by its documented interface. Next.js loads
// it without the build, so it is plain JavaScript.
//
// Next.js dates an entry by the end of its render, so a page rendered from data before a change would count
// as newer than the change. This cache dates it by the start.
import { AsyncLocalStorage } from 'node:async_hooks'
import { processSingleton } from '../../db/process-singleton.mjs'

const now = () => performance.timeOrigin + performance.now()

/** Time of the last change of each cache tag, and the renders in progress (lib/cache/tags.ts). */
const changed = processSingleton('tag-changes', () => new Map())
const renders = processSingleton('page-renders', () => new Set())
/** Contexts of requests, shared with lib/log/request-context.ts. */
const requests = processSingleton('requests', () => new AsyncLocalStorage())
/** Lookups by result, shared with lib/metrics/registry.ts. */
const counts = processSingleton('page-cache-counts', () => ({ hit: 0, stale: 0, miss: 0 }))

/** Entries by key, the least recently used first. */
const pages = processSingleton('pages', () => ({ entries: new Map(), bytes: 0 }))

/**
 * Maximum size of all entries in bytes. A festival has some 40 pages of 0.3 MB. Requests for
 * invented paths must not fill the memory.
 */
const MAX_BYTES = 50 * 1024 * 1024

/** Kind of the entries for responses of `fetch`, which no page of ours caches. */
const FETCH = 'FETCH'

/** Timeout of a render: one that has not ended after this time has failed silently. */
const RENDER_TIMEOUT_MS = 10_000

/** Page cache of Next.js. Next.js creates one object for every request. */
export default class PageCache {
  /**
   * Time at which this request looked up a key, which is the start of its render if it renders one.
   */
  #startedAt = new Map()
  #render = null

  async get(key, { kind }) {
    if (kind === FETCH) return null
    const startedAt = now()
    this.#startedAt.set(key, startedAt)
    const entry = pages.entries.get(key)
    const isHit = entry !== undefined && !hasChanged(entry)
    const isStale = isHit && isPastRevalidation(entry)
    counts[isStale ? 'stale' : isHit ? 'hit' : 'miss']++
    if (!isHit || isStale) this.#startRender(isStale)
    if (!isHit) return null
    pages.entries.delete(key)
    pages.entries.set(key, entry)
    return entry
  }

  async set(key, value, { cacheControl }) {
    if (value?.kind === FETCH) return
    remove(key)
    // Next.js asks for a page before it renders it. Without a start the entry could not be dated.
    const lastModified = this.#startedAt.get(key)
    if (value && lastModified) add(key, { value, cacheControl, lastModified })
    this.#render?.end()
  }

  /**
   * Marks tags as changed. Our own writes call `markStale` (lib/cache/tags.ts), which does the
   * same.
   */
  async revalidateTag(tags) {
    for (const tag of [tags].flat()) changed.set(tag, now())
  }

  resetRequestCache() {}

  /**
   * Registers the render of this request, for which writes wait. The render ends when the page is
   * stored, or when the response ends without that.
   */
  #startRender(isInBackground) {
    const request = requests.getStore()
    if (!request?.response) return
    request.tagVersions = new Map()
    if (this.#render) return
    const render = {}
    render.ended = new Promise((resolve) => {
      render.end = () => {
        clearTimeout(timer)
        renders.delete(render)
        resolve()
      }
    })
    const timer = setTimeout(render.end, RENDER_TIMEOUT_MS).unref()
    renders.add(render)
    this.#render = render
    if (!isInBackground) request.response.once('finish', render.end)
  }
}

function hasChanged({ value, lastModified }) {
  const tags = value.headers?.['x-next-cache-tags']?.split(',') ?? []
  return tags.some((tag) => (changed.get(tag) ?? 0) > lastModified)
}

/**
 * Whether an entry is older than its revalidation time. Next.js serves such an entry once more, and
 * renders a new one in the background.
 */
function isPastRevalidation({ cacheControl, lastModified }) {
  const { revalidate } = cacheControl ?? {}
  return typeof revalidate === 'number' && lastModified + revalidate * 1000 < now()
}

function add(key, entry) {
  entry.bytes = bytesOf(entry.value)
  pages.entries.set(key, entry)
  pages.bytes += entry.bytes
  for (const oldest of pages.entries.keys()) {
    if (pages.bytes <= MAX_BYTES) return
    remove(oldest)
  }
}

function remove(key) {
  pages.bytes -= pages.entries.get(key)?.bytes ?? 0
  pages.entries.delete(key)
}

/** Size of a page (`html`, `rscData`, `segmentData`) or of the response of a route (`body`). */
function bytesOf({ html, rscData, segmentData, body }) {
  let bytes = 1024 + (html?.length ?? 0) + (rscData?.length ?? 0) + (body?.length ?? 0)
  for (const segment of segmentData?.values() ?? []) bytes += segment.length
  return bytes
}
