import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '@/lib/api-client/client'
import { readEventStream } from '@/lib/api-client/events'

/** In ms: between two readings of what has changed, and by how much people differ in that. */
const SOONEST = 1_000
const FIRST = 100
const SPREAD = 300
/** A reading takes no more than this part of the time. */
const REST = 4
const RETRIES = [1_000, 2_000, 5_000, 15_000]
/** The server gives a sign every fifteen seconds; after so long without one the road is another. */
const SILENCE = 35_000

let isStreaming = false

/** Milliseconds until a list is read of itself: `quietly`, but seldom while it is told what changes. */
export const pollingInterval = (quietly: number) => () => (isStreaming ? SELDOM : quietly)
const SELDOM = 300_000

/**
 * What others change appears in the lists on the screen: the server names the lists, and those
 * that are shown are read again, at most once a second. Only while somebody looks: a hidden page
 * holds no stream, and reads its lists when it is back. Where none gets through, they are asked
 * for now and then as ever.
 */
export function useLiveLists(isOn: boolean): void {
  const client = useQueryClient()
  useEffect(() => (isOn ? follow(client) : undefined), [client, isOn])
}

function follow(client: QueryClient): () => void {
  const reader = readAgain(client)
  const over = new AbortController()
  const { signal } = over
  let call = new AbortController()
  let isRunning = false
  let isGap = false
  let wake = () => {}
  let watchdog: ReturnType<typeof setTimeout>

  const isSeen = () => document.visibilityState === 'visible' && !signal.aborted
  const run = async () => {
    if (isRunning) return
    isRunning = true
    for (let failures = 0; isSeen(); ) {
      call = new AbortController()
      try {
        // What was said while nobody listened is not said again.
        if (isGap) reader.all()
        await readEventStream(
          '/lists/stream',
          call.signal,
          (changed) => reader.add(changed as string[]),
          () => {
            failures = 0
            isStreaming = true
            clearTimeout(watchdog)
            watchdog = setTimeout(() => call.abort(), SILENCE)
          },
        )
      } catch (error) {
        if (error instanceof ApiError && error.status === 403) break
      }
      isStreaming = false
      clearTimeout(watchdog)
      isGap = true
      failures++
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, RETRIES[Math.min(failures, RETRIES.length) - 1])
      })
    }
    isRunning = false
  }
  const onSight = () => {
    if (isSeen()) {
      // Whoever comes back reads the lists again anyway.
      isGap = false
      void run()
    } else call.abort()
    wake()
  }
  document.addEventListener('visibilitychange', onSight, { signal })
  window.addEventListener('online', () => wake(), { signal })
  void run()
  return () => {
    over.abort()
    call.abort()
    wake()
    reader.stop()
  }
}

/** Gathers what has changed, and reads what of it is on the screen, one reading after the other. */
function readAgain(client: QueryClient) {
  const waiting = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let earliest = 0
  let isReading = false

  const plan = () => {
    if (isReading || waiting.size === 0) return
    clearTimeout(timer)
    const wait = Math.max(FIRST, earliest - performance.now())
    timer = setTimeout(read, wait + Math.random() * SPREAD)
  }
  const read = async () => {
    isReading = true
    const nouns = [...waiting]
    waiting.clear()
    const begun = performance.now()
    await Promise.all(nouns.map((noun) => client.invalidateQueries({ queryKey: [noun] })))
    isReading = false
    const now = performance.now()
    earliest = now + Math.max(SOONEST, REST * (now - begun))
    plan()
  }
  return {
    add(nouns: string[]) {
      for (const noun of nouns) waiting.add(noun)
      plan()
    },
    /** Every list on the screen. */
    all() {
      const shown = client.getQueryCache().findAll({ type: 'active' })
      this.add(shown.map(({ queryKey }) => `${queryKey[0]}`).filter((noun) => noun !== 'edited'))
    },
    stop: () => clearTimeout(timer),
  }
}
