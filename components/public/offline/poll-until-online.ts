import { serviceWorkers } from '@/components/service-worker'

/** Polling intervals: the fast one during the first minute (`FAST_PERIOD_MS`), then the other. */
const FAST_INTERVAL_MS = 900
const SLOW_INTERVAL_MS = 5_000
const FAST_PERIOD_MS = 60_000

/** Whether the page differs from the version with the given ETag. */
type PageState = 'same' | 'changed'

/**
 * Asks the service worker repeatedly whether the server responds at the URL of this page. Polls
 * only while the page is visible, until there is a response. Returns a function that stops the
 * polling.
 */
export function pollUntilOnline(etag: string, onResult: (state: PageState) => void): () => void {
  const workers = serviceWorkers()
  const startedAt = Date.now()
  const abort = new AbortController()
  let timer: ReturnType<typeof setTimeout>
  const poll = () => {
    clearTimeout(timer)
    if (document.hidden) return
    workers?.controller?.postMessage({ asks: location.pathname, etag })
    const isFast = Date.now() - startedAt < FAST_PERIOD_MS
    timer = setTimeout(poll, isFast ? FAST_INTERVAL_MS : SLOW_INTERVAL_MS)
  }
  const stop = () => {
    clearTimeout(timer)
    abort.abort()
  }
  const { signal } = abort
  window.addEventListener('online', poll, { signal })
  document.addEventListener('visibilitychange', poll, { signal })
  workers?.addEventListener(
    'message',
    ({ data }) => {
      if (!data.news) return
      stop()
      onResult(data.news)
    },
    { signal },
  )
  poll()
  return stop
}
