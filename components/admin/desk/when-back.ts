const ASKED_EVERY_MS = 3_000
const ANSWERED_WITHIN_MS = 5_000

/**
 * Polls the server and calls `then` once the server can be reached again. The login page of a
 * hotspot answers 200 to every request, so only status 204 of our server counts. Returns a function
 * that stops the polling.
 */
export function whenBack(then: () => void): () => void {
  const ending = new AbortController()
  let isAsking = false
  const timer = setInterval(ask, ASKED_EVERY_MS)
  window.addEventListener('online', ask, { signal: ending.signal })

  async function ask() {
    if (isAsking) return
    isAsking = true
    const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS)
    const answer = await fetch('/api/health/live/', { cache: 'no-store', signal }).catch(() => null)
    isAsking = false
    if (answer?.status !== 204 || ending.signal.aborted) return
    end()
    then()
  }

  function end() {
    clearInterval(timer)
    ending.abort()
  }
  return end
}
