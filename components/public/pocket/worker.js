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
const MOST_TICKETS = 6
/** Page shown without a network in place of a page that is not cached. */
const NO_NETWORK = '/nema-mreze'
/**
 * Paths for the line-up without a network: its page, the API response with all biographies, and the
 * page of one performer, which then opens as a dialog of the line-up page.
 */
const WALL = '/lineup'
const STORIES = '/api/public/lineup/'
const PERFORMER = /^\/lineup\/([^/]+)$/
/**
 * Page with the map. The script of the map is large, and its floor plan is not an image of the
 * page.
 */
const MAP = '/t2'

const PAGES = 'pocket-pages'
const FILES_OF_PAGES = 'pocket-files'
const MEMORY = 'pocket-memory'
const KEPT_AT = 'x-kept-at'
const WITH_MAP = 'x-with-map'

/**
 * Network timeouts in ms. Afterwards a cached page (`kept`) or the no-network page (`other`) is
 * shown.
 */
const PATIENCE = { kept: 3_000, other: 10_000 }
/**
 * Shorter network timeouts in ms, used while the browser is offline or a request has just failed.
 */
const LITTLE_PATIENCE = { kept: 250, other: 3_000 }
const FAILED_LATELY = 10_000
/** Interval between two cache refreshes in ms. Each phone adds up to half of it at random. */
const ROUND = 10 * 60_000
/**
 * First retry delay in ms after a refresh that failed, or that was interrupted because the browser
 * stopped the worker. Doubles with each try, so that an overloaded site can recover.
 */
const NEXT_TRY = 15_000
const UNTIL_ROUND = 10_000
/**
 * Request timeouts in ms: `CALM` in the background, `URGENT` while a visitor waits, `PATIENT` for
 * all files of one page.
 */
const CALM = 30_000
const URGENT = 5_000
const PATIENT = 90_000
const MOST_BYTES = 15 * 1024 * 1024

/**
 * Returns the path without its end slash. The server ignores capitals in /satnica and in the code of
 * a ticket, so these become lower case. Any other path with capitals is another page for it.
 */
function plain(pathname) {
  const path = pathname.replace(/(.)\/$/, '$1')
  return /^\/satnica$/i.test(path) || path.startsWith('/karta/') ? path.toLowerCase() : path
}
const isKept = (address) => OPEN.includes(address) || TICKET.test(address)
/**
 * Paths that the worker leaves alone: other parts of the application, and the private sponsor
 * lists.
 */
const NOT_OURS = /^\/(admin|ulaz|sponzori|api)(\/|$)/
const isPicture = (pathname) => /^\/(_next\/image$|api\/images\/|art\/)/.test(pathname)

// ---- network ----

let failedAt = 0
const failed = () => {
  failedAt = Date.now()
}

/** Returns the network timeout in ms for a cached page (`kept`) or any other page (`other`). */
function patienceFor(kind) {
  // `navigator.onLine` may be wrong, so the network is asked even if it reports none.
  const isGone = !navigator.onLine || Date.now() - failedAt < FAILED_LATELY
  return (isGone ? LITTLE_PATIENCE : PATIENCE)[kind]
}

/**
 * Fetches a request. Remembers a network failure, also for 502 and above from a proxy whose server
 * is down. Throws if there is no response.
 */
async function reach(request, init) {
  try {
    const answer = await fetch(request, init)
    if (answer.status < 500) failedAt = 0
    else if (answer.status > 501) failed()
    return answer
  } catch (error) {
    failed()
    throw error
  }
}

/**
 * Whether a response is used in place of the cached one. 429 is not: many phones share one IP
 * address, and the cached page is good enough.
 */
const isAnswered = ({ status }) => status < 500 && status !== 429

/** Returns the response if it arrives within the timeout, else null. */
function inTime(answer, kind) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      failed()
      resolve(null)
    }, patienceFor(kind))
    answer.then(resolve, () => resolve(null)).finally(() => clearTimeout(timer))
  })
}

// ---- cache ----

/** Queue of all changes to the caches. They run one after the other. */
let work = Promise.resolve()
function inTurn(change) {
  work = work.then(change, change)
  return work
}

/** Request counter. Of two responses for one page, the one that was requested later counts. */
let questions = 0
const latest = new Map()
function isLatest(address, question) {
  if (question < (latest.get(address) ?? 0)) return false
  latest.set(address, question)
  return true
}

/** Paths of the pages that were opened since this worker started. */
const opened = new Set()
/**
 * Whether a refresh is due early: a cached page has changed, so other pages may have changed too.
 */
let isDue = false

/**
 * Handles a response for a page: caches the page again, or deletes it after 404 or 410 (rule 1.24).
 */
async function take(address, answer, question, isOfRound = false) {
  const { status, headers } = answer
  if (status === 404 || status === 410) {
    if (isLatest(address, question) && (await (await caches.open(PAGES)).delete(address)))
      await inTurn(sweep)
    return
  }
  const isPage = headers.get('content-type')?.startsWith('text/html')
  if (status !== 200 || answer.redirected || !isPage) return
  const html = await answer.text()
  if (!isLatest(address, question)) return
  await inTurn(() => keep({ address, html, headers, question, isOfRound }))
}

/** Caches a page only after all its files are cached, so that it never refers to a missing file. */
async function keep({ address, html, headers, question, isOfRound }) {
  const pages = await caches.open(PAGES)
  const files = await caches.open(FILES_OF_PAGES)
  const before = await pages.match(address)
  const wantsMap = opened.has(MAP) || before?.headers.has(WITH_MAP) || !isThrifty()
  const withMap = address === MAP && wantsMap
  await Promise.race([cacheAssets(files, html, { isDeep: withMap || address !== MAP }), tooLate()])
  const parts = await Promise.all(filesIn(html).map((file) => files.match(file)))
  if (parts.includes(undefined) || latest.get(address) !== question) return
  const fields = new Headers(headers)
  // The stored text is decoded, so the headers about its transfer no longer apply.
  for (const name of ['content-encoding', 'content-length', 'vary']) fields.delete(name)
  fields.set(KEPT_AT, String(Date.now()))
  if (withMap) fields.set(WITH_MAP, '1')
  await pages.put(address, new Response(html, { headers: fields }))
  // A later response may have arrived while this page was written.
  if (latest.get(address) !== question) await pages.delete(address)
  if (TICKET.test(address)) await forgetOldTickets(pages)
  else if (before && !isOfRound && before.headers.get('etag') !== headers.get('etag')) isDue = true
}

/** Rejects after a timeout, because a file that never arrives must not block the queue. */
const tooLate = () =>
  new Promise((_, reject) =>
    setTimeout(() => reject(new Error('loading the files timed out')), PATIENT),
  )

async function forgetOldTickets(pages) {
  const tickets = []
  for (const request of await pages.keys())
    if (TICKET.test(new URL(request.url).pathname)) {
      const kept = await pages.match(request)
      tickets.push({ request, at: Number(kept?.headers.get(KEPT_AT)) })
    }
  tickets.sort((a, b) => b.at - a.at)
  for (const { request } of tickets.slice(MOST_TICKETS)) await pages.delete(request)
}

/**
 * Whether to save data (mobile network, or data saver on). The map's script is then cached only
 * after its page was opened.
 */
function isThrifty() {
  const { connection } = navigator
  return Boolean(connection && (connection.saveData || connection.type === 'cellular'))
}

/**
 * Caches the pictures of all cached pages in the sizes of this screen, until the cached files reach
 * 15 MB.
 */
async function keepPictures({ screen, accept }) {
  const files = await caches.open(FILES_OF_PAGES)
  let bytes = 0
  for (const request of await files.keys())
    bytes += (await (await files.match(request))?.blob())?.size ?? 0
  for (const address of await picturesOfAll(screen)) {
    // The URL of an uploaded picture contains the hash of its bytes, so it never changes. A bundled
    // drawing may have changed.
    const isSame = sourceOf(address).startsWith('/api/images/')
    if (bytes > MOST_BYTES || (isSame && (await files.match(address, { ignoreVary: true }))))
      continue
    const answer = await reach(address, {
      headers: { accept },
      cache: 'no-cache',
      signal: AbortSignal.timeout(CALM),
    })
    if (!answer.ok) continue
    const picture = await answer.blob()
    bytes += picture.size
    if (bytes > MOST_BYTES) continue
    await files.put(address, new Response(picture, { headers: { 'content-type': picture.type } }))
  }
}

async function picturesOfAll(screen) {
  const found = new Set()
  const turned = { ...screen, width: screen.height, height: screen.width }
  for (const { address, html, kept } of await keptPages()) {
    for (const picture of picturesIn(html, screen)) found.add(picture)
    // Adds pictures that only the rotated phone shows. The other pictures are cached in one size
    // only.
    const upright = new Set([...found].map(sourceOf))
    for (const picture of picturesIn(html, turned))
      if (!upright.has(sourceOf(picture))) found.add(picture)
    if (address !== MAP || !kept.headers.has(WITH_MAP)) continue
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
async function keepStories() {
  const memory = await caches.open(MEMORY)
  const isWanted = await (await caches.open(PAGES)).match(WALL)
  const answer = isWanted && (await reach(STORIES, { signal: AbortSignal.timeout(CALM) }))
  if (answer?.ok) await memory.put(STORIES, answer)
  else if (!isWanted) await memory.delete(STORIES)
}

async function keptPages() {
  const pages = await caches.open(PAGES)
  const all = []
  for (const { url } of await pages.keys()) {
    const kept = await pages.match(url)
    if (kept) all.push({ address: new URL(url).pathname, html: await kept.clone().text(), kept })
  }
  // Most important pages first, in case there is no space for all their pictures.
  const place = ({ address }) => (OPEN.indexOf(address) + OPEN.length + 1) % (OPEN.length + 1)
  return all.sort((a, b) => place(a) - place(b))
}

/** Deletes the cached files that no cached page needs any more. */
async function sweep() {
  const files = await caches.open(FILES_OF_PAGES)
  const texts = (await keptPages()).map(({ html }) => html)
  const needed = new Set()
  const pending = [...texts]
  for (let text = pending.pop(); text !== undefined; text = pending.pop())
    for (const address of filesIn(text)) {
      if (needed.has(address)) continue
      needed.add(address)
      const kept = canMentionFiles(address) && (await files.match(address))
      if (!kept) continue
      const inner = await kept.text()
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

const recall = async () => (await (await caches.open(MEMORY)).match('/'))?.json() ?? {}
const remember = async (memory) =>
  (await caches.open(MEMORY)).put('/', Response.json({ ...(await recall()), ...memory }))

let isOnRound = false

/**
 * Refreshes the cached pages and caches those that have been opened to visitors. Does nothing until
 * a refresh is due, unless a page has changed.
 */
async function goRound() {
  const memory = await recall()
  if (isOnRound || !memory.screen || (!isDue && Date.now() < (memory.next ?? 0))) return
  isOnRound = true
  isDue = false
  try {
    const { tries = 0 } = memory
    await remember({ next: Date.now() + Math.min(NEXT_TRY * 2 ** tries, ROUND), tries: tries + 1 })
    if (await isDismissed()) return await leave()
    const kept = (await keptPages()).map(({ address }) => address)
    for (const address of new Set([NO_NETWORK, ...OPEN, ...opened, ...kept]))
      await ask(address, { isOfRound: true })
    await keepStories()
    await inTurn(async () => keepPictures(await recall()))
    await inTurn(sweep)
    await remember({ next: Date.now() + ROUND * (1 + Math.random() / 2), tries: 0 })
  } catch {
    // No network, or the site is down: retried after the delay that was stored above.
  } finally {
    isOnRound = false
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
async function ask(address, { etag, limit = CALM, onNews, isOfRound }) {
  const question = ++questions
  const stored = await (await caches.open(PAGES)).match(address)
  const known = etag || stored?.headers.get('etag')
  const answer = await reach(address, {
    headers: known ? { 'if-none-match': known } : {},
    cache: known ? 'no-store' : 'no-cache',
    redirect: 'manual',
    signal: AbortSignal.timeout(limit),
  })
  if (!isAnswered(answer)) throw new Error(`the site returned ${answer.status}`)
  const isSame =
    answer.status === 304 ||
    (stored !== undefined &&
      answer.status === 200 &&
      (known
        ? answer.headers.get('etag') === known
        : withoutScripts(await answer.clone().text()) ===
          withoutScripts(await stored.clone().text())))
  onNews?.(isSame ? 'same' : 'changed')
  if (answer.status !== 304) {
    if (isKept(address) || address === NO_NETWORK) await take(address, answer, question, isOfRound)
  } else if (stored?.headers.get('etag') === known && isLatest(address, question)) {
    // 304: stores the same page again, to update the time at which it was cached.
    const html = await stored.text()
    await inTurn(() => keep({ address, html, headers: stored.headers, question, isOfRound }))
  }
}

/** Whether the site no longer has a service worker: /sw.js is not found or empty. */
async function isDismissed() {
  const answer = await fetch('/sw.js', { cache: 'no-cache' })
  return answer.status === 404 || answer.status === 410 || (answer.ok && !(await answer.text()))
}

let hasLeft = false
async function leave() {
  hasLeft = true
  for (const name of [PAGES, FILES_OF_PAGES, MEMORY]) await caches.delete(name)
  await self.registration.unregister()
}

// ---- requests and messages of pages ----

/**
 * Responds to a page request: from the network, or from the cache if the network does not respond
 * within the timeout.
 */
async function page(address, answer) {
  const pages = await caches.open(PAGES)
  const stored = () => (isKept(address) ? pages.match(address) : undefined)
  const found = await inTime(answer, (await stored()) ? 'kept' : 'other')
  if (found && isAnswered(found)) return found
  // Looked up again, because the page may have been deleted from the cache meanwhile.
  const kept = await stored()
  if (kept) return marked(kept)
  const [, performer] = PERFORMER.exec(address) ?? []
  if (!found && performer && (await pages.match(WALL)))
    return Response.redirect(`${WALL}#izvodac=${performer}`)
  const instead = found ? undefined : await pages.match(NO_NETWORK)
  return instead ? new Response(instead.body, { status: 503, headers: instead.headers }) : answer
}

/**
 * Adds the time of caching and the ETag to a cached page, as attributes of `<html>` that
 * offline.tsx reads.
 */
async function marked(kept) {
  const [at, etag] = [KEPT_AT, 'etag'].map((name) =>
    encodeURIComponent(kept.headers.get(name) ?? ''),
  )
  const html = await kept.text()
  return new Response(html.replace('<html', `<html data-kept="${at}" data-etag="${etag}"`), {
    headers: kept.headers,
  })
}

/**
 * Responds with the biographies from the network, or from the cache if the network does not
 * respond.
 */
async function stories(request) {
  const answer = reach(request)
  const kept = await (await caches.open(MEMORY)).match(STORIES)
  const found = await inTime(answer, kept ? 'kept' : 'other')
  return found && isAnswered(found) ? found : (kept ?? answer)
}

/** Responds with a build file, from the cache first: its name changes with its content. */
async function file(request, pathname) {
  const files = await caches.open(FILES_OF_PAGES)
  return (await files.match(pathname)) ?? fetch(request)
}

/** Responds with a picture. Without a network, any cached size of it will do. */
async function picture(request, address) {
  const files = await caches.open(FILES_OF_PAGES)
  const source = sourceOf(address)
  const exact = await files.match(address)
  if (exact && source.startsWith('/api/images/')) return exact
  const other = exact ?? (await largestOf(files, source))
  if (!other) return fetch(request)
  const found = await inTime(reach(request), 'kept')
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
  if (hasLeft || request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode !== 'navigate') {
    if (pathname.startsWith('/_next/static/')) event.respondWith(file(request, pathname))
    else if (isPicture(pathname)) event.respondWith(picture(request, pathname + search))
    else if (pathname === STORIES) event.respondWith(stories(request))
    return
  }
  if (request.destination !== 'document' || NOT_OURS.test(pathname)) return
  const address = plain(pathname)
  const question = ++questions
  const answer = reach(request)
  event.respondWith(page(address, answer))
  event.waitUntil(
    answer
      .then(async (found) => {
        // A page with a query string may depend on it, so it is not cached.
        if (isKept(address) && (search === '' || found.status !== 200)) {
          opened.add(address)
          await take(address, found.clone(), question)
        }
        // A page requests the refresh itself after it has loaded. This call covers pages that do
        // not.
        await new Promise((resolve) => setTimeout(resolve, UNTIL_ROUND))
        await goRound()
      })
      .catch(() => {}),
  )
})

self.addEventListener('message', (event) => {
  const { screen, accept, address, asks, etag } = event.data ?? {}
  if (screen) {
    if (isKept(plain(address))) opened.add(plain(address))
    event.waitUntil(remember({ screen, accept }).then(goRound))
  }
  if (asks) {
    const onNews = (news) => event.source?.postMessage({ news })
    event.waitUntil(ask(plain(asks), { etag, limit: URGENT, onNews }).catch(() => {}))
  }
})

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('activate', (event) => event.waitUntil(begin()))

async function begin() {
  for (const name of await caches.keys())
    if (name.startsWith('pocket-') && ![PAGES, FILES_OF_PAGES, MEMORY].includes(name))
      await caches.delete(name)
  // The cache may come from another build, so the next page starts a refresh.
  await remember({ next: 0, tries: 0 })
  await self.clients.claim()
}
