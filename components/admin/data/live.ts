import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '@/lib/api-client/client'
import { readEventStream } from '@/lib/api-client/events'

/**
 * In ms: minimum pause between two reads of changed lists, delay before a read, and maximum random
 * addition to the delay. The random part spreads the requests of many browsers.
 */
const SOONEST = 1_000
const FIRST = 100
const SPREAD = 300
/**
 * Minimum pause after a read, as a multiple of the duration of the read. Reads thus take at most
 * one fifth of the time.
 */
const REST = 4
const RETRIES = [1_000, 2_000, 5_000, 15_000]
/**
 * Timeout of the event stream in ms. The server sends a heartbeat every 15 s; after 35 s without
 * one the client connects again.
 */
const SILENCE = 35_000

let isStreaming = false

/**
 * Returns the polling interval of a list in ms: `quietly`, or 300 s while the event stream is
 * connected.
 */
export const pollingInterval = (quietly: number) => () => (isStreaming ? SELDOM : quietly)
const SELDOM = 300_000

/**
 * Refreshes lists that other users change: the server names the lists, and those on the screen are
 * read again, at most once a second. A hidden page closes the event stream and reads its lists when
 * it is shown again. Without the stream, lists are only polled.
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
        // Changes during a broken connection are not sent later, so all lists are read again.
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
      // No extra read is needed: a page that is shown again reads its lists anyway.
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

/**
 * Collects the names of changed lists and reads those on the screen again, one batch after the
 * other.
 */
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
    /** Marks every list on the screen as changed; items of open forms are left out. */
    all() {
      const shown = client.getQueryCache().findAll({ type: 'active' })
      this.add(shown.map(({ queryKey }) => `${queryKey[0]}`).filter((noun) => noun !== 'edited'))
    },
    stop: () => clearTimeout(timer),
  }
}
