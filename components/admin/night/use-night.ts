import { useEffect, useState } from 'react'
import { ApiError } from '@/lib/api-client/client'
import { readEventStream } from '@/lib/api-client/events'
import type { NightSnapshot } from '@/lib/night/board/board-schema'

interface NightState {
  night: NightSnapshot | null
  /** Whether the figures are current. The server sends them every few seconds. */
  isLive: boolean
  /** Error message if the user has lost the permission to see the board; null otherwise. */
  error: string | null
}

/**
 * Time in ms without a message after which the figures count as outdated, and the connection is
 * opened again.
 */
const SILENCE_TIMEOUT_MS = 12_000
/**
 * If a message arrived within this time in ms, the connection is not reopened when the page becomes
 * visible again.
 */
const RECENT_MESSAGE_MS = 6_000
const RETRY_DELAYS_MS = [500, 1_000, 2_000, 4_000]

/**
 * Receives the figures of the night as they change. Reconnects when the page becomes visible again
 * and when the network is back.
 */
export function useNight(): NightState {
  const [state, setState] = useState<NightState>({ night: null, isLive: true, error: null })
  useEffect(() => subscribe((change) => setState((previous) => ({ ...previous, ...change }))), [])
  return state
}

function subscribe(update: (change: Partial<NightState>) => void): () => void {
  const subscription = new AbortController()
  let connection = new AbortController()
  let receivedAt = Date.now()
  let endRetryDelay = () => {}
  let watchdog: ReturnType<typeof setTimeout>

  const reconnect = () => {
    connection.abort()
    endRetryDelay()
  }
  const restartWatchdog = () => {
    clearTimeout(watchdog)
    watchdog = setTimeout(() => {
      update({ isLive: false })
      reconnect()
      restartWatchdog()
    }, SILENCE_TIMEOUT_MS)
  }
  const receive = (night: NightSnapshot) => {
    receivedAt = Date.now()
    update({ night, isLive: true, error: null })
    restartWatchdog()
  }
  const run = async () => {
    for (let failures = 0; !subscription.signal.aborted; ) {
      connection = new AbortController()
      try {
        await readEventStream('/night/stream', connection.signal, (message) =>
          receive(message as NightSnapshot),
        )
        failures = 0
      } catch (error) {
        if (subscription.signal.aborted) return
        update({ isLive: false })
        if (error instanceof ApiError && error.status === 403) {
          clearTimeout(watchdog)
          return update({ error: error.detail })
        }
        failures++
      }
      await new Promise<void>((resolve) => {
        endRetryDelay = resolve
        setTimeout(resolve, RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length - 1)])
      })
    }
  }
  const onVisibilityChange = () => {
    const silenceMs = Date.now() - receivedAt
    if (document.visibilityState !== 'visible' || silenceMs < RECENT_MESSAGE_MS) return
    update({ isLive: silenceMs < SILENCE_TIMEOUT_MS })
    reconnect()
  }
  const { signal } = subscription
  document.addEventListener('visibilitychange', onVisibilityChange, { signal })
  window.addEventListener('online', reconnect, { signal })
  window.addEventListener('offline', () => update({ isLive: false }), { signal })
  restartWatchdog()
  void run()
  return () => {
    subscription.abort()
    clearTimeout(watchdog)
    reconnect()
  }
}
