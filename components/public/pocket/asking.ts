import { serviceWorkers } from '@/components/service-worker'

/** Milliseconds between two questions: in the first minute, and later. */
const OFTEN = 900
const SELDOM = 5_000
const FIRST = 60_000

/** What has become of a page since the one with this etag. */
type News = 'same' | 'changed'

/**
 * Asks through the worker whether this page's address is answered again, as long as somebody
 * looks, until it is. Returns what ends it.
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
