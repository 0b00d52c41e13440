import { useEffect, useState } from 'react'
import { ApiError } from '@/lib/api-client/client'
import { readEventStream } from '@/lib/api-client/events'
import type { NightSnapshot } from '@/lib/night/board/board-schema'

interface NightState {
  night: NightSnapshot | null
  /** Whether the figures are current. The server sends them every few seconds. */
  isLive: boolean
  /** Error message if the user has lost the permission to see the board; null otherwise. */
  refusal: string | null
}

/**
 * Time in ms without a message after which the figures count as outdated, and the connection is
 * opened again.
 */
const SILENCE = 12_000
/**
 * If a message arrived within this time in ms, the connection is not reopened when the page becomes
 * visible again.
 */
const RECENT = 6_000
const RETRIES = [500, 1_000, 2_000, 4_000]

/**
 * Receives the figures of the night as they change. Reconnects when the page becomes visible again
 * and when the network is back.
 */
export function useNight(): NightState {
  const [state, setState] = useState<NightState>({ night: null, isLive: true, refusal: null })
  useEffect(() => follow((change) => setState((was) => ({ ...was, ...change }))), [])
  return state
}

function follow(tell: (change: Partial<NightState>) => void): () => void {
  const over = new AbortController()
  let call = new AbortController()
  let heardAt = Date.now()
  let wake = () => {}
  let watchdog: ReturnType<typeof setTimeout>

  const again = () => {
    call.abort()
    wake()
  }
  const waitForNews = () => {
    clearTimeout(watchdog)
    watchdog = setTimeout(() => {
      tell({ isLive: false })
      again()
      waitForNews()
    }, SILENCE)
  }
  const hear = (night: NightSnapshot) => {
    heardAt = Date.now()
    tell({ night, isLive: true, refusal: null })
    waitForNews()
  }
  const run = async () => {
    for (let failures = 0; !over.signal.aborted; ) {
      call = new AbortController()
      try {
        await readEventStream('/night/stream', call.signal, (told) => hear(told as NightSnapshot))
        failures = 0
      } catch (error) {
        if (over.signal.aborted) return
        tell({ isLive: false })
        if (error instanceof ApiError && error.status === 403) {
          clearTimeout(watchdog)
          return tell({ refusal: error.detail })
        }
        failures++
      }
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, RETRIES[Math.min(failures, RETRIES.length - 1)])
      })
    }
  }
  const onSight = () => {
    if (document.visibilityState !== 'visible' || Date.now() - heardAt < RECENT) return
    tell({ isLive: Date.now() - heardAt < SILENCE })
    again()
  }
  const { signal } = over
  document.addEventListener('visibilitychange', onSight, { signal })
  window.addEventListener('online', again, { signal })
  window.addEventListener('offline', () => tell({ isLive: false }), { signal })
  waitForNews()
  void run()
  return () => {
    over.abort()
    clearTimeout(watchdog)
    again()
  }
}
