// Service worker of the gate. It caches the gate page with its scripts, styles and fonts, so that
// the page opens without a network. All files in one cache belong to one build. The bundle
// (scripts/lib/build.ts) defines `RELEASE`, the build id.

import { cacheAssets } from '../worker/cache-assets.js'

const SHELL = '/ulaz'
const NAME = 'ulaz-'
const CACHE = NAME + RELEASE

self.addEventListener('install', (event) => event.waitUntil(fill()))

async function fill() {
  const page = await fetch(SHELL, { cache: 'reload' })
  const text = await page.clone().text()
  // During an update, one server instance may send the service worker of one build, and another
  // instance the page of another build.
  if (!page.ok || !text.includes(RELEASE)) throw new Error('the page belongs to another build')
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
