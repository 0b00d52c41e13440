import { serviceWorkers } from '@/components/service-worker'

/** Polling intervals in ms: `OFTEN` during the first minute (`FIRST`), `SELDOM` afterwards. */
const OFTEN = 900
const SELDOM = 5_000
const FIRST = 60_000

/** Whether the page differs from the version with the given ETag. */
type News = 'same' | 'changed'

/**
 * Asks the service worker repeatedly whether the server responds at the URL of this page. Polls
 * only while the page is visible, until there is a response. Returns a function that stops the
 * polling.
 */
export function pollUntilOnline(etag: string, onNews: (news: News) => void): () => void {
  const workers = serviceWorkers()
  const begun = Date.now()
  const over = new AbortController()
  let timer: ReturnType<typeof setTimeout>
  const ask = () => {
    clearTimeout(timer)
    if (document.hidden) return
    workers?.controller?.postMessage({ asks: location.pathname, etag })
    timer = setTimeout(ask, Date.now() - begun < FIRST ? OFTEN : SELDOM)
  }
  const end = () => {
    clearTimeout(timer)
    over.abort()
  }
  const { signal } = over
  window.addEventListener('online', ask, { signal })
  document.addEventListener('visibilitychange', ask, { signal })
  workers?.addEventListener(
    'message',
    ({ data }) => {
      if (!data.news) return
      end()
      onNews(data.news)
    },
    { signal },
  )
  ask()
  return end
}
