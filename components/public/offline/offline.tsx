'use client'

import { useEffect, useState } from 'react'
import { serviceWorkers } from '@/components/service-worker'
import { formatMoment } from '@/lib/time/format'
import { pollUntilOnline } from './poll-until-online'
import { reloadPage } from './reload-page'

/**
 * Interval in ms at which an open page sends the screen size again. The service worker then
 * refreshes its cache, but only when a refresh is due.
 */
const SCREEN_INTERVAL_MS = 20_000

/**
 * Offline support of the public site: registers the service worker after the page has loaded, and
 * shows a notice if the page comes from its cache. When the network is back, a page that has
 * changed is reloaded, as soon as no entered text would be lost.
 */
export function OfflineSupport() {
  const [cachedAt, setCachedAt] = useState<string | null>(null)
  const [isOnline, setOnline] = useState(false)

  useEffect(() => {
    const workers = serviceWorkers()
    if (process.env.NODE_ENV !== 'production' || !workers) return
    const cancelRegistration = whenIdle(() => registerWorker(workers))
    // While a page stays open, the service worker resumes a cache refresh that was interrupted.
    const interval = setInterval(() => document.hidden || sendScreen(workers), SCREEN_INTERVAL_MS)
    const { kept: cachedMs, etag = '' } = document.documentElement.dataset
    const cleanUp = () => {
      cancelRegistration()
      clearInterval(interval)
    }
    if (!cachedMs) return cleanUp
    setCachedAt(formatMoment(new Date(Number(cachedMs))))
    let cancelReload = () => {}
    const stopPolling = pollUntilOnline(decodeURIComponent(etag), (state) => {
      if (state === 'same') return setCachedAt(null)
      setOnline(true)
      cancelReload = reloadPage()
    })
    return () => {
      cleanUp()
      stopPolling()
      cancelReload()
    }
  }, [])

  return (
    <p role="status" className="poster-offline">
      {cachedAt && (
        <span>
          {!isOnline && <strong>Bez mreže. </strong>}
          <span>Stanje od {cachedAt}.</span>
        </span>
      )}
    </p>
  )
}

/**
 * Sends the screen size and the supported image formats to the service worker, which caches
 * pictures in matching sizes.
 */
function sendScreen(workers: ServiceWorkerContainer) {
  const { innerWidth: width, innerHeight: height, devicePixelRatio: dpr } = window
  void workers.ready.then(async ({ active }) => {
    const supportsAvif = await imageDecoder()?.isTypeSupported('image/avif')
    active?.postMessage({
      address: location.pathname,
      screen: { width, height, dpr },
      accept: `${supportsAvif ? 'image/avif,' : ''}image/webp,*/*`,
    })
  })
}

const imageDecoder = () =>
  (window as { ImageDecoder?: { isTypeSupported(type: string): Promise<boolean> } }).ImageDecoder

function registerWorker(workers: ServiceWorkerContainer) {
  const sendScreenNow = () => sendScreen(workers)
  // A new service worker refreshes its cache first, so it needs the screen size again.
  workers.addEventListener('controllerchange', sendScreenNow)
  // Also sent if registration fails because the site has no service worker any more: an old worker
  // then removes itself.
  workers.register('/sw.js', { updateViaCache: 'none' }).then(sendScreenNow, sendScreenNow)
}

/**
 * Runs `task` when the page has loaded and the browser is idle. Returns a function that cancels it.
 */
function whenIdle(task: () => void): () => void {
  let isCancelled = false
  const idle = () => {
    const run = () => !isCancelled && task()
    // Safari does not support `requestIdleCallback` yet.
    if ('requestIdleCallback' in window) requestIdleCallback(run)
    else setTimeout(run, 200)
  }
  if (document.readyState === 'complete') idle()
  else window.addEventListener('load', idle, { once: true })
  return () => {
    isCancelled = true
  }
}
