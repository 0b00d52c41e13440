const ASKED_EVERY_MS = 3_000
const ANSWERED_WITHIN_MS = 5_000

/**
 * Calls `then` once the server can be reached again. A hotspot's own page answers 200 to
 * anything, so only the server's own 204 counts. Returns what ends the asking.
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
