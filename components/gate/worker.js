// The gate's page as it opens without a network: the page and all that it is made of, of one
// release. `RELEASE` stands before this file as it is served (app/ulaz-sw.js).

const SHELL = '/ulaz'
const NAME = 'ulaz-'
const CACHE = NAME + RELEASE

/** Addresses of files in a page, a script or a style: whole, or below the build's folder. */
const FILES =
  /(?:\/_next\/)?static\/(?:chunks|media|css)\/[\w.~@-]+\.(?:js|css|woff2|wasm|svg|png)/g

self.addEventListener('install', (event) => event.waitUntil(fill()))

async function fill() {
  const page = await fetch(SHELL, { cache: 'reload' })
  const text = await page.clone().text()
  // While instances are exchanged, one may serve the worker of one release and another the page.
  if (!page.ok || !text.includes(RELEASE)) throw new Error('the page is of another release')
  const cache = await caches.open(CACHE)
  await follow(cache, text, new Set())
  await cache.put(SHELL, page)
}

/** Keeps the files that this text names, and those that they name in turn. */
async function follow(cache, text, seen) {
  const addresses = new Set()
  for (const [file] of text.matchAll(FILES))
    addresses.add(file.startsWith('/') ? file : `/_next/${file}`)
  await Promise.all(
    [...addresses].map(async (address) => {
      if (seen.has(address)) return
      seen.add(address)
      const answer = await fetch(address)
      // A text may name what is no file of this build.
      if (!answer.ok) return
      const inner = /\.(?:js|css)$/.test(address) ? await answer.clone().text() : ''
      await cache.put(address, answer)
      await follow(cache, inner, seen)
    }),
  )
}

self.addEventListener('activate', (event) => event.waitUntil(begin()))

async function begin() {
  for (const name of await caches.keys())
    if (name.startsWith(NAME) && name !== CACHE) await caches.delete(name)
  await self.clients.claim()
}

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return
  if (mode === 'navigate' && pathname.replace(/\/$/, '') === SHELL)
    event.respondWith(kept(SHELL, event))
  else if (pathname.startsWith('/_next/static/')) event.respondWith(kept(pathname, event))
})

async function kept(address, { request }) {
  const cache = await caches.open(CACHE)
  return (await cache.match(address)) ?? fetch(request)
}

self.addEventListener('message', ({ data, source }) => {
  if (data === 'take') void self.skipWaiting()
  if (data === 'release') source?.postMessage({ release: RELEASE })
})
