'use client'

import { useEffect, useState } from 'react'
import { serviceWorkers } from '@/components/service-worker'
import { formatMoment } from '@/lib/time/format'
import { pollUntilOnline } from './asking'

/**
 * Interval in ms at which an open page sends the screen size again. The service worker then
 * refreshes its cache, but only when a refresh is due.
 */
const TOLD_AGAIN = 20_000

/**
 * Offline support of the public site: registers the service worker after the page has loaded, and
 * shows a notice if the page comes from its cache. When the network is back, a page that has
 * changed is reloaded.
 */
export function OfflineSupport() {
  const [keptAt, setKeptAt] = useState<string | null>(null)

  useEffect(() => {
    const workers = serviceWorkers()
    if (process.env.NODE_ENV !== 'production' || !workers) return
    const stop = whenIdle(() => carry(workers))
    // While a page stays open, the service worker resumes a cache refresh that was interrupted.
    const again = setInterval(() => document.hidden || tell(workers), TOLD_AGAIN)
    const { kept, etag = '' } = document.documentElement.dataset
    const leave = () => {
      stop()
      clearInterval(again)
    }
    if (!kept) return leave
    setKeptAt(formatMoment(new Date(Number(kept))))
    const end = pollUntilOnline(decodeURIComponent(etag), (news) => {
      if (news === 'changed') location.reload()
      else setKeptAt(null)
    })
    return () => {
      leave()
      end()
    }
  }, [])

  return (
    <p role="status" className="poster-offline">
      {keptAt && (
        <span>
          <strong>Bez mreže.</strong> Stanje od {keptAt}.
        </span>
      )}
    </p>
  )
}

/**
 * Sends the screen size and the supported image formats to the service worker, which caches
 * pictures in matching sizes.
 */
function tell(workers: ServiceWorkerContainer) {
  const { innerWidth: width, innerHeight: height, devicePixelRatio: dpr } = window
  void workers.ready.then(async ({ active }) => {
    const takesAvif = await imageDecoder()?.isTypeSupported('image/avif')
    active?.postMessage({
      address: location.pathname,
      screen: { width, height, dpr },
      accept: `${takesAvif ? 'image/avif,' : ''}image/webp,*/*`,
    })
  })
}

const imageDecoder = () =>
  (window as { ImageDecoder?: { isTypeSupported(type: string): Promise<boolean> } }).ImageDecoder

function carry(workers: ServiceWorkerContainer) {
  const tellNow = () => tell(workers)
  // A new service worker refreshes its cache first, so it needs the screen size again.
  workers.addEventListener('controllerchange', tellNow)
  // Also sent if registration fails because the site has no service worker any more: an old worker
  // then removes itself.
  workers.register('/sw.js', { updateViaCache: 'none' }).then(tellNow, tellNow)
}

/**
 * Runs `work` when the page has loaded and the browser is idle. Returns a function that cancels it.
 */
function whenIdle(work: () => void): () => void {
  let isOver = false
  const idle = () => {
    const run = () => !isOver && work()
    // Safari does not support `requestIdleCallback` yet.
    if ('requestIdleCallback' in window) requestIdleCallback(run)
    else setTimeout(run, 200)
  }
  if (document.readyState === 'complete') idle()
  else window.addEventListener('load', idle, { once: true })
  return () => {
    isOver = true
  }
}
