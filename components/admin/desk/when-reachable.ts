const POLL_INTERVAL_MS = 3_000
const POLL_TIMEOUT_MS = 5_000

/**
 * Polls the server and calls `onReachable` once the server can be reached again. The login page of
 * a hotspot answers 200 to every request, so only status 204 of our server counts. Returns a
 * function that stops the polling.
 */
export function whenReachable(onReachable: () => void): () => void {
  const controller = new AbortController()
  let isPolling = false
  const timer = setInterval(poll, POLL_INTERVAL_MS)
  window.addEventListener('online', poll, { signal: controller.signal })

  async function poll() {
    if (isPolling) return
    isPolling = true
    const signal = AbortSignal.timeout(POLL_TIMEOUT_MS)
    const response = await fetch('/api/health/live/', { cache: 'no-store', signal }).catch(
      () => null,
    )
    isPolling = false
    if (response?.status !== 204 || controller.signal.aborted) return
    stop()
    onReachable()
  }

  function stop() {
    clearInterval(timer)
    controller.abort()
  }
  return stop
}
