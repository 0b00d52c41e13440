// The cache of whole pages (`cacheHandler` of next.config.ts): the framework's own, but an entry
// is as old as the moment at which its making began. The framework takes the moment at which it
// ended, so that a page made of what was before a change would count as newer than the change.
// Plain JavaScript, since the server also loads it from outside the build.
import { subscribe } from 'node:diagnostics_channel'
import framework from 'next/dist/server/lib/incremental-cache/file-system-cache.js'
import { processSingleton } from '../../db/process-singleton.mjs'

// The build looks through the way in which it is exported, Node.js does not.
const FileSystemCache = framework.default ?? framework
const moment = () => performance.timeOrigin + performance.now()

/** Shared with lib/cache/tags.ts, which is part of the build. */
const changed = processSingleton('tag-changes', () => new Map())
const makings = processSingleton('page-makings', () => new Set())

/** How it has answered, for whoever watches (lib/metrics/registry.ts). */
const counts = processSingleton('page-cache-counts', () => ({ hit: 0, stale: 0, miss: 0 }))

/** The answer to a request, by the headers that it came with: all that a cache is given of it. */
const answers = new WeakMap()
subscribe('http.server.request.start', ({ request, response }) => {
  answers.set(request.headers, response)
})

/** A making that nobody ended within these milliseconds failed without a word. */
const FORGOTTEN_AFTER = 10_000

/** One of these is made for every request of a page. */
export default class PageCache extends FileSystemCache {
  began = new Map()
  making = null

  constructor(context) {
    // On the disk stays what was built: instances that share a folder do not read each other's.
    const building = process.env.NEXT_PHASE === 'phase-production-build'
    super({ ...context, flushToDisk: building && context.flushToDisk })
    this.answer = answers.get(context._requestHeaders)
  }

  async get(key, context) {
    const began = moment()
    this.began.set(key, began)
    const entry = await super.get(key, context)
    if (entry && isOlderThanItsTags(entry)) {
      counts.miss++
      this.#begin(began)
      return null
    }
    const isStale = entry && isRunOut(entry)
    counts[isStale ? 'stale' : entry ? 'hit' : 'miss']++
    if (!entry || isStale) this.#begin(began, entry)
    return entry
  }

  async set(key, value, context) {
    const stored = super.set(key, value, context)
    const entry = FileSystemCache.memoryCache?.get(key)
    if (entry) entry.lastModified = this.began.get(key) ?? moment()
    await stored
    this.making?.end()
  }

  /** What will be set now; it has ended when it is set, or when nothing came of it. */
  #begin(began, shownMeanwhile) {
    if (this.making || !this.answer) return
    const making = { began }
    making.ended = new Promise((resolve) => {
      making.end = () => {
        clearTimeout(forgotten)
        makings.delete(making)
        resolve()
      }
    })
    const forgotten = setTimeout(making.end, FORGOTTEN_AFTER).unref()
    makings.add(making)
    this.making = making
    if (!shownMeanwhile) this.answer.once('finish', making.end)
  }
}

function isOlderThanItsTags({ value, lastModified }) {
  const tags = value?.headers?.['x-next-cache-tags']?.split(',') ?? []
  return tags.some((tag) => (changed.get(tag) ?? 0) > lastModified)
}

/** Such an entry is shown once more while a new one is made. */
function isRunOut({ cacheControl, lastModified }) {
  const { revalidate } = cacheControl ?? {}
  return typeof revalidate === 'number' && lastModified + revalidate * 1000 < moment()
}
