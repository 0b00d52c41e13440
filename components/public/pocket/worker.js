// The public site as it opens without a network: what visitors carry with them on the night.
// The network is always asked first; what is kept is shown only while nothing answers.
// `RELEASE`, components/worker/follow.js and pictures.js stand before this file as it is served.

/** What is kept as soon as it is open: asked of the site itself, so that nothing hidden is. */
const OPEN = ['/', '/satnica', '/tlocrt', '/t2', '/cjenik', '/karta', '/lineup', '/pitanja']
/** And a ticket once it was opened here. */
const TICKET = /^\/karta\/[\w-]+$/
const MOST_TICKETS = 6
/** What stands in for any other page. */
const NO_NETWORK = '/nema-mreze'
/** Tells of each performer what the wall does not: its dialog is what opens without a network. */
const WALL = '/lineup'
const STORIES = '/api/public/lineup/'
const PERFORMER = /^\/lineup\/([^/]+)$/
/** The page with the map, whose script is heavy and whose overlay is no image of the page. */
const MAP = '/t2'

const PAGES = 'pocket-pages'
const FILES_OF_PAGES = 'pocket-files'
const MEMORY = 'pocket-memory'
const KEPT_AT = 'x-kept-at'
const WITH_MAP = 'x-with-map'

/** How long the network may be silent before what is kept, or the page in its stead, is shown, in ms. */
const PATIENCE = { kept: 3_000, other: 10_000 }
/** The same while it is known to be gone. */
const LITTLE_PATIENCE = { kept: 250, other: 3_000 }
const FAILED_LATELY = 10_000
/** Between two rounds over all that is kept, in ms; each phone adds up to half of it by chance. */
const ROUND = 10 * 60_000
/**
 * After a round that was cut off, since a browser ends a worker that works for no page any more,
 * or that failed; twice as long each time, so that a site that is overrun is left in peace.
 */
const NEXT_TRY = 15_000
const UNTIL_ROUND = 10_000
/** Limits of calls that nobody waits for and of those that somebody does, in ms. */
const CALM = 30_000
const URGENT = 5_000
const PATIENT = 90_000
const MOST_BYTES = 15 * 1024 * 1024

const plain = (pathname) => pathname.replace(/(.)\/$/, '$1').toLowerCase()
const isKept = (address) => OPEN.includes(address) || TICKET.test(address)
/** Pages that are none of the public site's, or somebody's own. */
const NOT_OURS = /^\/(admin|ulaz|sponzori|api)(\/|$)/
const isPicture = (pathname) => /^\/(_next\/image$|api\/images\/|art\/)/.test(pathname)

// ---- the network ----

let failedAt = 0
const failed = () => {
  failedAt = Date.now()
}

/** What must be silent for so long before what is kept is shown. */
function patienceFor(kind) {
  // A browser that says it has no network may be wrong, so the network is asked even then.
  const isGone = !navigator.onLine || Date.now() - failedAt < FAILED_LATELY
  return (isGone ? LITTLE_PATIENCE : PATIENCE)[kind]
}

/** The answer; a site that is down behind a proxy is no network either. Throws where there is none. */
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

/** The answer if one comes in time, else null. */
function inTime(answer, kind) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      failed()
      resolve(null)
    }, patienceFor(kind))
    answer.then(resolve, () => resolve(null)).finally(() => clearTimeout(timer))
  })
}

// ---- what is kept ----

/** Whatever changes the store, one after the other. */
let work = Promise.resolve()
function inTurn(change) {
  work = work.then(change, change)
  return work
}

/** Questions are counted: of two answers about a page, the one asked for later holds. */
let questions = 0
const latest = new Map()
function isLatest(address, question) {
  if (question < (latest.get(address) ?? 0)) return false
  latest.set(address, question)
  return true
}

/** What was opened since this worker woke. */
const opened = new Set()
/** A page that was kept has changed since the last round, and others with it, perhaps. */
let isDue = false

/** Takes in what the site has said of a page: it is kept, renewed, or gone at once. */
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

/** A page is kept when all that it is made of is, so that it never names what is not there. */
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
  // The text is whole and plain here, whatever it came in.
  for (const name of ['content-encoding', 'content-length', 'vary']) fields.delete(name)
  fields.set(KEPT_AT, String(Date.now()))
  if (withMap) fields.set(WITH_MAP, '1')
  await pages.put(address, new Response(html, { headers: fields }))
  // It may have been taken away while it was being written.
  if (latest.get(address) !== question) await pages.delete(address)
  if (TICKET.test(address)) await forgetOldTickets(pages)
  else if (before && !isOfRound && before.headers.get('etag') !== headers.get('etag')) isDue = true
}

/** A file that never comes must not hold up whatever is to be kept after it. */
const tooLate = () =>
  new Promise((_, reject) =>
    setTimeout(() => reject(new Error('the files took too long')), PATIENT),
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

/** Whether a heavy script is too much to fetch for somebody who has not asked for it. */
function isThrifty() {
  const { connection } = navigator
  return Boolean(connection && (connection.saveData || connection.type === 'cellular'))
}

/** The pictures of all that is kept, in the size of this screen, until the phone has given enough. */
async function keepPictures({ screen, accept }) {
  const files = await caches.open(FILES_OF_PAGES)
  let bytes = 0
  for (const request of await files.keys())
    bytes += (await (await files.match(request))?.blob())?.size ?? 0
  for (const address of await picturesOfAll(screen)) {
    // A picture of an organiser bears the hash of its bytes; a drawing of ours may be another now.
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
    // And what only the turned phone shows; of the rest the size that there is will do.
    const upright = new Set([...found].map(sourceOf))
    for (const picture of picturesIn(html, turned))
      if (!upright.has(sourceOf(picture))) found.add(picture)
    if (address !== MAP || !kept.headers.has(WITH_MAP)) continue
    const images = [...found].map(sourceOf)
    // The overlay, which the map's script fetches.
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

/** The answer about all performers, as long as the wall is kept. */
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
  // In the order in which they matter, should there not be room for all.
  const place = ({ address }) => (OPEN.indexOf(address) + OPEN.length + 1) % (OPEN.length + 1)
  return all.sort((a, b) => place(a) - place(b))
}

/** Lets go of the files that no kept page needs any more. */
async function sweep() {
  const files = await caches.open(FILES_OF_PAGES)
  const texts = (await keptPages()).map(({ html }) => html)
  const needed = new Set()
  const pending = [...texts]
  for (let text = pending.pop(); text !== undefined; text = pending.pop())
    for (const address of filesIn(text)) {
      if (needed.has(address)) continue
      needed.add(address)
      const kept = namesFiles(address) && (await files.match(address))
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

// ---- rounds ----

const recall = async () => (await (await caches.open(MEMORY)).match('/'))?.json() ?? {}
const remember = async (memory) =>
  (await caches.open(MEMORY)).put('/', Response.json({ ...(await recall()), ...memory }))

let isOnRound = false

/** Asks anew for all that is kept and for all that could be; seldom, unless a page has changed. */
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
    // No network, or a site that is down: tried again when its time has come.
  } finally {
    isOnRound = false
  }
}

/** Asks for a page unless it is still the one of this `etag`, and tells which as soon as it knows. */
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
  if (answer.status >= 500) throw new Error(`the site answered ${answer.status}`)
  const isSame =
    answer.status === 304 ||
    (stored !== undefined &&
      answer.status === 200 &&
      (known
        ? answer.headers.get('etag') === known
        : (await answer.clone().text()) === (await stored.clone().text())))
  onNews?.(isSame ? 'same' : 'changed')
  if (answer.status !== 304) {
    if (isKept(address) || address === NO_NETWORK) await take(address, answer, question, isOfRound)
  } else if (stored?.headers.get('etag') === known && isLatest(address, question)) {
    // Of the same bytes only the moment is another.
    const html = await stored.text()
    await inTurn(() => keep({ address, html, headers: stored.headers, question, isOfRound }))
  }
}

/** Whether the site has no worker any more. */
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

// ---- what the browser asks ----

/** A page: what the network says; what is kept while it says nothing. */
async function page(address, answer) {
  const pages = await caches.open(PAGES)
  const stored = () => (isKept(address) ? pages.match(address) : undefined)
  const found = await inTime(answer, (await stored()) ? 'kept' : 'other')
  // Too many of one address have asked: what is kept is as good as no answer at all.
  if (found && found.status < 500 && found.status !== 429) return found
  // Looked for anew: it may have been taken away meanwhile.
  const kept = await stored()
  if (kept) return marked(kept)
  const [, performer] = PERFORMER.exec(address) ?? []
  if (!found && performer && (await pages.match(WALL)))
    return Response.redirect(`${WALL}#izvodac=${performer}`)
  const instead = found ? undefined : await pages.match(NO_NETWORK)
  return instead ? new Response(instead.body, { status: 503, headers: instead.headers }) : answer
}

/** A kept page says so itself (offline.tsx). */
async function marked(kept) {
  const [at, etag] = [KEPT_AT, 'etag'].map((name) => encodeURIComponent(kept.headers.get(name)))
  const html = await kept.text()
  return new Response(html.replace('<html', `<html data-kept="${at}" data-etag="${etag}"`), {
    headers: kept.headers,
  })
}

/** As the network says it; as it was said last while it says nothing. */
async function stories(request) {
  const answer = reach(request)
  const kept = await (await caches.open(MEMORY)).match(STORIES)
  const found = await inTime(answer, kept ? 'kept' : 'other')
  return found && found.status < 500 && found.status !== 429 ? found : (kept ?? answer)
}

/** A file of a build is the same wherever it comes from. */
async function file(request, pathname) {
  const files = await caches.open(FILES_OF_PAGES)
  return (await files.match(pathname)) ?? fetch(request)
}

/** A picture as asked for; without a network in any size that there is. */
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
        // With a question in its address, a page may be about that.
        if (isKept(address) && (search === '' || found.status !== 200)) {
          opened.add(address)
          await take(address, found.clone(), question)
        }
        // A page asks for the round itself once it stands; one without a script for it does not.
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
  // Of another build is perhaps all that is kept: the next page has a round made.
  await remember({ next: 0, tries: 0 })
  await self.clients.claim()
}
