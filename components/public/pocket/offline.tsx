'use client'

import { useEffect, useState } from 'react'
import { serviceWorkers } from '@/components/service-worker'
import { formatMoment } from '@/lib/time/format'
import { pollUntilOnline } from './asking'

/** Milliseconds; the worker does nothing as long as its last round is young. */
const TOLD_AGAIN = 20_000

/**
 * The site in a pocket: brings the worker once the page stands, and says when the page that is
 * shown is one that the worker kept. What has changed is shown as soon as there is a network.
 */
export function OfflineSupport() {
  const [keptAt, setKeptAt] = useState<string | null>(null)

  useEffect(() => {
    const workers = serviceWorkers()
    if (process.env.NODE_ENV !== 'production' || !workers) return
    const stop = whenIdle(() => carry(workers))
    // What was cut off is taken up again by whoever stays on a page.
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

/** Tells the worker what this phone's screen is, of which the sizes of pictures follow. */
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
  // A later worker begins with a round of its own.
  workers.addEventListener('controllerchange', tellNow)
  // Told even where the site has none any more: one that is left over takes itself away.
  workers.register('/sw.js', { updateViaCache: 'none' }).then(tellNow, tellNow)
}

/** After all that the page itself wants. */
function whenIdle(work: () => void): () => void {
  let isOver = false
  const idle = () => {
    const run = () => !isOver && work()
    // Safari has none yet.
    if ('requestIdleCallback' in window) requestIdleCallback(run)
    else setTimeout(run, 200)
  }
  if (document.readyState === 'complete') idle()
  else window.addEventListener('load', idle, { once: true })
  return () => {
    isOver = true
  }
}
