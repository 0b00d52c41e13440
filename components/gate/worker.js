// The gate's page as it opens without a network: the page and all that it is made of, of one
// release. `RELEASE` and components/worker/follow.js stand before this file as it is served.

const SHELL = '/ulaz'
const NAME = 'ulaz-'
const CACHE = NAME + RELEASE

self.addEventListener('install', (event) => event.waitUntil(fill()))

async function fill() {
  const page = await fetch(SHELL, { cache: 'reload' })
  const text = await page.clone().text()
  // While instances are exchanged, one may serve the worker of one release and another the page.
  if (!page.ok || !text.includes(RELEASE)) throw new Error('the page is of another release')
  const cache = await caches.open(CACHE)
  await cacheAssets(cache, text)
  await cache.put(SHELL, page)
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
