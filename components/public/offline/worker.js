// Service worker of the public site: opens visited pages without a network (rule 1.23). It always
// asks the network first, and uses its cache only while there is no response. The bundle
// (scripts/lib/build.ts) contains the build id, so that browsers install a new worker for each build.

import { cacheAssets, canMentionFiles, filesIn } from '../../worker/cache-assets.js'
import { picturesIn, sourceOf } from './pictures.js'

/**
 * Pages that are cached while they are open to visitors. The server is asked for each, so a hidden
 * page (404) is never cached.
 */
const OPEN = ['/', '/satnica', '/tlocrt', '/t2', '/cjenik', '/karta', '/lineup', '/pitanja']
/** Path of a ticket page, which is cached after it has been opened in this browser. */
const TICKET = /^\/karta\/[\w-]+$/
const MAX_TICKETS = 6
/** Page shown without a network in place of a page that is not cached. */
const NO_NETWORK = '/nema-mreze'
/**
 * Paths for the line-up without a network: its page, the API response with all biographies, and the
 * page of one performer, which then opens as a dialog of the line-up page.
 */
const LINEUP = '/lineup'
const BIOGRAPHIES = '/api/public/lineup/'
const PERFORMER = /^\/lineup\/([^/]+)$/
/**
 * Page with the map. The script of the map is large, and its floor plan is not an image of the
 * page.
 */
const MAP = '/t2'

const PAGES = 'pocket-pages'
const FILES_OF_PAGES = 'pocket-files'
const MEMORY = 'pocket-memory'
const CACHED_AT = 'x-kept-at'
const WITH_MAP = 'x-with-map'

/**
 * Network timeouts: how long a page that is cached (`cached`) or not cached (`other`) waits for
 * the network.
 */
const NETWORK_TIMEOUT_MS = { cached: 3_000, other: 10_000 }
/**
 * Shorter network timeouts, used while the browser is offline or a request has just failed.
 */
const OFFLINE_TIMEOUT_MS = { cached: 250, other: 3_000 }
const FAILURE_MEMORY_MS = 10_000
/** Interval between two cache refreshes. Each phone adds up to half of it at random. */
const REFRESH_INTERVAL_MS = 10 * 60_000
/**
 * First retry delay after a refresh that failed, or that was interrupted because the browser
 * stopped the worker. Doubles with each try, so that an overloaded site can recover.
 */
const RETRY_DELAY_MS = 15_000
const REFRESH_DELAY_MS = 10_000
/**
 * Request timeouts: in the background, while a visitor waits, and for all files of one page.
 */
const BACKGROUND_TIMEOUT_MS = 30_000
const VISITOR_TIMEOUT_MS = 5_000
const FILES_TIMEOUT_MS = 90_000
const MAX_BYTES = 15 * 1024 * 1024

/**
 * Returns the path without its end slash. The server ignores capitals in /satnica and in the code of
 * a ticket, so these become lower case. Any other path with capitals is another page for it.
 */
function normalizePath(pathname) {
  const path = pathname.replace(/(.)\/$/, '$1')
  return /^\/satnica$/i.test(path) || path.startsWith('/karta/') ? path.toLowerCase() : path
}
const isCacheable = (address) => OPEN.includes(address) || TICKET.test(address)
/**
 * Paths that the worker leaves alone: other parts of the application, and the private sponsor
 * lists.
 */
const IGNORED_PATHS = /^\/(admin|ulaz|sponzori|api)(\/|$)/
const isPicture = (pathname) => /^\/(_next\/image$|api\/images\/|art\/)/.test(pathname)

// ---- network ----

let failedAt = 0
const recordFailure = () => {
  failedAt = Date.now()
}

/** Returns the current network timeout in ms for a page that is cached, or for another page. */
function timeoutFor(kind) {
  // `navigator.onLine` may be wrong, so the network is asked even if it reports none.
  const isOffline = !navigator.onLine || Date.now() - failedAt < FAILURE_MEMORY_MS
  return (isOffline ? OFFLINE_TIMEOUT_MS : NETWORK_TIMEOUT_MS)[kind]
}

/**
 * Fetches a request. Remembers a network failure, also for 502 and above from a proxy whose server
 * is down. Throws if there is no response.
 */
async function fetchTracked(request, init) {
  try {
    const response = await fetch(request, init)
    if (response.status < 500) failedAt = 0
    else if (response.status > 501) recordFailure()
    return response
  } catch (error) {
    recordFailure()
    throw error
  }
}

/**
 * Whether a response is used in place of the cached one. 429 is not: many phones share one IP
 * address, and the cached page is good enough.
 */
const isUsable = ({ status }) => status < 500 && status !== 429

/** Returns the pending response if it arrives within the timeout, else null. */
function withTimeout(pending, kind) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      recordFailure()
      resolve(null)
    }, timeoutFor(kind))
    pending.then(resolve, () => resolve(null)).finally(() => clearTimeout(timer))
  })
}

// ---- cache ----

/** Queue of all changes to the caches. They run one after the other. */
let queue = Promise.resolve()
function enqueue(change) {
  queue = queue.then(change, change)
  return queue
}

/** Request counter. Of two responses for one page, the one that was requested later counts. */
let requestCount = 0
const latest = new Map()
function isLatest(address, requestNumber) {
  if (requestNumber < (latest.get(address) ?? 0)) return false
  latest.set(address, requestNumber)
  return true
}

/** Paths of the pages that were opened since this worker started. */
const opened = new Set()
/**
 * Whether a refresh is due early: a cached page has changed, so other pages may have changed too.
 */
let isRefreshDue = false

/**
 * Handles a response for a page: caches the page again, or deletes it after 404 or 410 (rule 1.24).
 */
async function handleResponse(address, response, requestNumber, isRefresh = false) {
  const { status, headers } = response
  if (status === 404 || status === 410) {
    if (isLatest(address, requestNumber) && (await (await caches.open(PAGES)).delete(address)))
      await enqueue(removeUnusedFiles)
    return
  }
  const isPage = headers.get('content-type')?.startsWith('text/html')
  if (status !== 200 || response.redirected || !isPage) return
  const html = await response.text()
  if (!isLatest(address, requestNumber)) return
  await enqueue(() => storePage({ address, html, headers, requestNumber, isRefresh }))
}

/** Caches a page only after all its files are cached, so that it never refers to a missing file. */
async function storePage({ address, html, headers, requestNumber, isRefresh }) {
  const pages = await caches.open(PAGES)
  const files = await caches.open(FILES_OF_PAGES)
  const previous = await pages.match(address)
  const wantsMap = opened.has(MAP) || previous?.headers.has(WITH_MAP) || !savesData()
  const withMap = address === MAP && wantsMap
  await Promise.race([
    cacheAssets(files, html, { isDeep: withMap || address !== MAP }),
    rejectAfterTimeout(),
  ])
  const parts = await Promise.all(filesIn(html).map((file) => files.match(file)))
  if (parts.includes(undefined) || latest.get(address) !== requestNumber) return
  const storedHeaders = new Headers(headers)
  // The stored text is decoded, so the headers about its transfer no longer apply.
  for (const name of ['content-encoding', 'content-length', 'vary']) storedHeaders.delete(name)
  storedHeaders.set(CACHED_AT, String(Date.now()))
  if (withMap) storedHeaders.set(WITH_MAP, '1')
  await pages.put(address, new Response(html, { headers: storedHeaders }))
  // A later response may have arrived while this page was written.
  if (latest.get(address) !== requestNumber) await pages.delete(address)
  if (TICKET.test(address)) await deleteOldTickets(pages)
  else if (previous && !isRefresh && previous.headers.get('etag') !== headers.get('etag'))
    isRefreshDue = true
}

/** Rejects after a timeout, because a file that never arrives must not block the queue. */
const rejectAfterTimeout = () =>
  new Promise((_, reject) =>
    setTimeout(() => reject(new Error('loading the files timed out')), FILES_TIMEOUT_MS),
  )

async function deleteOldTickets(pages) {
  const tickets = []
  for (const request of await pages.keys())
    if (TICKET.test(new URL(request.url).pathname)) {
      const cached = await pages.match(request)
      tickets.push({ request, at: Number(cached?.headers.get(CACHED_AT)) })
    }
  tickets.sort((a, b) => b.at - a.at)
  for (const { request } of tickets.slice(MAX_TICKETS)) await pages.delete(request)
}

/**
 * Whether to save data (mobile network, or data saver on). The map's script is then cached only
 * after its page was opened.
 */
function savesData() {
  const { connection } = navigator
  return Boolean(connection && (connection.saveData || connection.type === 'cellular'))
}

/**
 * Caches the pictures of all cached pages in the sizes of this screen, until the cached files reach
 * 15 MB.
 */
async function cachePictures({ screen, accept }) {
  const files = await caches.open(FILES_OF_PAGES)
  let bytes = 0
  for (const request of await files.keys())
    bytes += (await (await files.match(request))?.blob())?.size ?? 0
  for (const address of await listPictures(screen)) {
    // The URL of an uploaded picture contains the hash of its bytes, so it never changes. A bundled
    // drawing may have changed.
    const isSame = sourceOf(address).startsWith('/api/images/')
    if (bytes > MAX_BYTES || (isSame && (await files.match(address, { ignoreVary: true }))))
      continue
    const response = await fetchTracked(address, {
      headers: { accept },
      cache: 'no-cache',
      signal: AbortSignal.timeout(BACKGROUND_TIMEOUT_MS),
    })
    if (!response.ok) continue
    const picture = await response.blob()
    bytes += picture.size
    if (bytes > MAX_BYTES) continue
    await files.put(address, new Response(picture, { headers: { 'content-type': picture.type } }))
  }
}

async function listPictures(screen) {
  const found = new Set()
  const rotated = { ...screen, width: screen.height, height: screen.width }
  for (const { address, html, cached } of await listCachedPages()) {
    for (const picture of picturesIn(html, screen)) found.add(picture)
    // Adds pictures that only the rotated phone shows. The other pictures are cached in one size
    // only.
    const upright = new Set([...found].map(sourceOf))
    for (const picture of picturesIn(html, rotated))
      if (!upright.has(sourceOf(picture))) found.add(picture)
    if (address !== MAP || !cached.headers.has(WITH_MAP)) continue
    const images = [...found].map(sourceOf)
    // Adds the floor plan on the map, which the map's script loads.
    for (const [image] of html.matchAll(/\/api\/images\/[0-9a-f]{64}/g))
      if (!images.includes(image)) found.add(image)
  }
  const files = await caches.open(FILES_OF_PAGES)
  for (const { url } of await files.keys())
    if (url.endsWith('.css'))
      for (const [, drawing] of (await (await files.match(url)).text()).matchAll(
        /url\(["']?(\/art\/[\w.-]+)/g,
      ))
        found.add(drawing)
  return found
}

/**
 * Caches the API response with all biographies while the line-up page is cached, else deletes it.
 */
async function cacheBiographies() {
  const memory = await caches.open(MEMORY)
  const isWanted = await (await caches.open(PAGES)).match(LINEUP)
  const signal = AbortSignal.timeout(BACKGROUND_TIMEOUT_MS)
  const response = isWanted && (await fetchTracked(BIOGRAPHIES, { signal }))
  if (response?.ok) await memory.put(BIOGRAPHIES, response)
  else if (!isWanted) await memory.delete(BIOGRAPHIES)
}

async function listCachedPages() {
  const pages = await caches.open(PAGES)
  const cachedPages = []
  for (const { url } of await pages.keys()) {
    const cached = await pages.match(url)
    if (!cached) continue
    const html = await cached.clone().text()
    cachedPages.push({ address: new URL(url).pathname, html, cached })
  }
  // Most important pages first, in case there is no space for all their pictures.
  const rank = ({ address }) => (OPEN.indexOf(address) + OPEN.length + 1) % (OPEN.length + 1)
  return cachedPages.sort((a, b) => rank(a) - rank(b))
}

/** Deletes the cached files that no cached page needs any more. */
async function removeUnusedFiles() {
  const files = await caches.open(FILES_OF_PAGES)
  const texts = (await listCachedPages()).map(({ html }) => html)
  const needed = new Set()
  const pending = [...texts]
  for (let text = pending.pop(); text !== undefined; text = pending.pop())
    for (const address of filesIn(text)) {
      if (needed.has(address)) continue
      needed.add(address)
      const cached = canMentionFiles(address) && (await files.match(address))
      if (!cached) continue
      const inner = await cached.text()
      pending.push(inner)
      if (address.endsWith('.css')) texts.push(inner)
    }
  for (const request of await files.keys()) {
    const { pathname, search } = new URL(request.url)
    const name = sourceOf(pathname + search)
      .split('/')
      .at(-1)
    const isNeeded = isPicture(pathname)
      ? texts.some((text) => text.includes(name))
      : needed.has(pathname)
    if (!isNeeded) await files.delete(request)
  }
}

// ---- refresh of the cache ----

const readMemory = async () => (await (await caches.open(MEMORY)).match('/'))?.json() ?? {}
const updateMemory = async (memory) =>
  (await caches.open(MEMORY)).put('/', Response.json({ ...(await readMemory()), ...memory }))

let isRefreshing = false

/**
 * Refreshes the cached pages and caches those that have been opened to visitors. Does nothing until
 * a refresh is due, unless a page has changed.
 */
async function refresh() {
  const memory = await readMemory()
  if (isRefreshing || !memory.screen || (!isRefreshDue && Date.now() < (memory.next ?? 0))) return
  isRefreshing = true
  isRefreshDue = false
  try {
    const { tries = 0 } = memory
    const retryDelay = Math.min(RETRY_DELAY_MS * 2 ** tries, REFRESH_INTERVAL_MS)
    await updateMemory({ next: Date.now() + retryDelay, tries: tries + 1 })
    if (await isDismissed()) return await uninstall()
    const cached = (await listCachedPages()).map(({ address }) => address)
    for (const address of new Set([NO_NETWORK, ...OPEN, ...opened, ...cached]))
      await requestPage(address, { isRefresh: true })
    await cacheBiographies()
    await enqueue(async () => cachePictures(await readMemory()))
    await enqueue(removeUnusedFiles)
    const delay = REFRESH_INTERVAL_MS * (1 + Math.random() / 2)
    await updateMemory({ next: Date.now() + delay, tries: 0 })
  } catch {
    // No network, or the site is down: retried after the delay that was stored above.
  } finally {
    isRefreshing = false
  }
}

/**
 * Returns a page without its scripts, to compare pages that have no ETag (tickets). Next.js writes
 * their data into scripts, in an order that differs from response to response.
 */
const withoutScripts = (html) => html.replace(/<script\b.*?<\/script>/gs, '')

/**
 * Requests a page with its ETag, reports to `onNews` whether it is the same or has changed, and
 * updates the cache. Throws if the server responds with 5xx or 429.
 */
async function requestPage(address, { etag, limit = BACKGROUND_TIMEOUT_MS, onNews, isRefresh }) {
  const requestNumber = ++requestCount
  const stored = await (await caches.open(PAGES)).match(address)
  const knownEtag = etag || stored?.headers.get('etag')
  const response = await fetchTracked(address, {
    headers: knownEtag ? { 'if-none-match': knownEtag } : {},
    cache: knownEtag ? 'no-store' : 'no-cache',
    redirect: 'manual',
    signal: AbortSignal.timeout(limit),
  })
  if (!isUsable(response)) throw new Error(`the site returned ${response.status}`)
  const isSame =
    response.status === 304 ||
    (stored !== undefined &&
      response.status === 200 &&
      (knownEtag
        ? response.headers.get('etag') === knownEtag
        : withoutScripts(await response.clone().text()) ===
          withoutScripts(await stored.clone().text())))
  onNews?.(isSame ? 'same' : 'changed')
  if (response.status !== 304) {
    if (isCacheable(address) || address === NO_NETWORK)
      await handleResponse(address, response, requestNumber, isRefresh)
  } else if (stored?.headers.get('etag') === knownEtag && isLatest(address, requestNumber)) {
    // 304: stores the same page again, to update the time at which it was cached.
    const html = await stored.text()
    const { headers } = stored
    await enqueue(() => storePage({ address, html, headers, requestNumber, isRefresh }))
  }
}

/** Whether the site no longer has a service worker: /sw.js is not found or empty. */
async function isDismissed() {
  const response = await fetch('/sw.js', { cache: 'no-cache' })
  const { status, ok } = response
  return status === 404 || status === 410 || (ok && !(await response.text()))
}

let isUninstalled = false
async function uninstall() {
  isUninstalled = true
  for (const name of [PAGES, FILES_OF_PAGES, MEMORY]) await caches.delete(name)
  await self.registration.unregister()
}

// ---- requests and messages of pages ----

/**
 * Responds to a page request: from the network, or from the cache if the network does not respond
 * within the timeout.
 */
async function respondWithPage(address, pending) {
  const pages = await caches.open(PAGES)
  const stored = () => (isCacheable(address) ? pages.match(address) : undefined)
  const found = await withTimeout(pending, (await stored()) ? 'cached' : 'other')
  if (found && isUsable(found)) return found
  // Looked up again, because the page may have been deleted from the cache meanwhile.
  const cached = await stored()
  if (cached) return withCacheTime(cached)
  const [, performer] = PERFORMER.exec(address) ?? []
  if (!found && performer && (await pages.match(LINEUP)))
    return Response.redirect(`${LINEUP}#izvodac=${performer}`)
  const instead = found ? undefined : await pages.match(NO_NETWORK)
  return instead ? new Response(instead.body, { status: 503, headers: instead.headers }) : pending
}

/**
 * Adds the time of caching and the ETag to a cached page, as attributes of `<html>` that
 * offline.tsx reads.
 */
async function withCacheTime(cached) {
  const [at, etag] = [CACHED_AT, 'etag'].map((name) =>
    encodeURIComponent(cached.headers.get(name) ?? ''),
  )
  const html = await cached.text()
  return new Response(html.replace('<html', `<html data-kept="${at}" data-etag="${etag}"`), {
    headers: cached.headers,
  })
}

/**
 * Responds with the biographies from the network, or from the cache if the network does not
 * respond.
 */
async function respondWithBiographies(request) {
  const pending = fetchTracked(request)
  const cached = await (await caches.open(MEMORY)).match(BIOGRAPHIES)
  const found = await withTimeout(pending, cached ? 'cached' : 'other')
  return found && isUsable(found) ? found : (cached ?? pending)
}

/** Responds with a build file, from the cache first: its name changes with its content. */
async function respondWithFile(request, pathname) {
  const files = await caches.open(FILES_OF_PAGES)
  return (await files.match(pathname)) ?? fetch(request)
}

/** Responds with a picture. Without a network, any cached size of it will do. */
async function respondWithPicture(request, address) {
  const files = await caches.open(FILES_OF_PAGES)
  const source = sourceOf(address)
  const exact = await files.match(address)
  if (exact && source.startsWith('/api/images/')) return exact
  const other = exact ?? (await largestOf(files, source))
  if (!other) return fetch(request)
  const found = await withTimeout(fetchTracked(request), 'cached')
  return found && found.status < 500 ? found : other
}

async function largestOf(files, source) {
  const widthIn = (url) => Number(new URL(url).searchParams.get('w') ?? Number.POSITIVE_INFINITY)
  const [largest] = (await files.keys())
    .map(({ url }) => url)
    .filter((url) => sourceOf(url) === source)
    .sort((a, b) => widthIn(b) - widthIn(a))
  return largest && files.match(largest)
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname, search } = new URL(request.url)
  if (isUninstalled || request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode !== 'navigate') {
    if (pathname.startsWith('/_next/static/')) event.respondWith(respondWithFile(request, pathname))
    else if (isPicture(pathname)) event.respondWith(respondWithPicture(request, pathname + search))
    else if (pathname === BIOGRAPHIES) event.respondWith(respondWithBiographies(request))
    return
  }
  if (request.destination !== 'document' || IGNORED_PATHS.test(pathname)) return
  const address = normalizePath(pathname)
  const requestNumber = ++requestCount
  const pending = fetchTracked(request)
  event.respondWith(respondWithPage(address, pending))
  event.waitUntil(
    pending
      .then(async (found) => {
        // A page with a query string may depend on it, so it is not cached.
        if (isCacheable(address) && (search === '' || found.status !== 200)) {
          opened.add(address)
          await handleResponse(address, found.clone(), requestNumber)
        }
        // A page requests the refresh itself after it has loaded. This call covers pages that do
        // not.
        await new Promise((resolve) => setTimeout(resolve, REFRESH_DELAY_MS))
        await refresh()
      })
      .catch(() => {}),
  )
})

self.addEventListener('message', (event) => {
  const { screen, accept, address, asks, etag } = event.data ?? {}
  if (screen) {
    if (isCacheable(normalizePath(address))) opened.add(normalizePath(address))
    event.waitUntil(updateMemory({ screen, accept }).then(refresh))
  }
  if (asks) {
    const onNews = (news) => event.source?.postMessage({ news })
    const limit = VISITOR_TIMEOUT_MS
    event.waitUntil(requestPage(normalizePath(asks), { etag, limit, onNews }).catch(() => {}))
  }
})

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('activate', (event) => event.waitUntil(startWorker()))

async function startWorker() {
  for (const name of await caches.keys())
    if (name.startsWith('pocket-') && ![PAGES, FILES_OF_PAGES, MEMORY].includes(name))
      await caches.delete(name)
  // The cache may come from another build, so the next page starts a refresh.
  await updateMemory({ next: 0, tries: 0 })
  await self.clients.claim()
}
