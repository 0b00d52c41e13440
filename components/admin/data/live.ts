import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '@/lib/api-client/client'
import { readEventStream } from '@/lib/api-client/events'

/**
 * In ms: minimum pause between two reads of changed lists, delay before a read, and maximum random
 * addition to the delay. The random part spreads the requests of many browsers.
 */
const MIN_READ_PAUSE_MS = 1_000
const READ_DELAY_MS = 100
const MAX_RANDOM_DELAY_MS = 300
/**
 * Minimum pause after a read, as a multiple of the duration of the read. Reads thus take at most
 * one fifth of the time.
 */
const PAUSE_FACTOR = 4
const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 15_000]
/**
 * Timeout of the event stream in ms. The server sends a heartbeat every 15 s; after 35 s without
 * one the client connects again.
 */
const HEARTBEAT_TIMEOUT_MS = 35_000

let isStreaming = false

/**
 * Returns the polling interval of a list in ms: `intervalMs`, or 300 s while the event stream is
 * connected.
 */
export const pollingInterval = (intervalMs: number) => () =>
  isStreaming ? STREAMING_INTERVAL_MS : intervalMs
const STREAMING_INTERVAL_MS = 300_000

/**
 * Refreshes lists that other users change: the server names the lists, and those on the screen are
 * read again, at most once a second. A hidden page closes the event stream and reads its lists when
 * it is shown again. Without the stream, lists are only polled.
 */
export function useLiveLists(isOn: boolean): void {
  const client = useQueryClient()
  useEffect(() => (isOn ? followChanges(client) : undefined), [client, isOn])
}

function followChanges(client: QueryClient): () => void {
  const reader = createReader(client)
  const controller = new AbortController()
  const { signal } = controller
  let connection = new AbortController()
  let isRunning = false
  let hasGap = false
  let skipDelay = () => {}
  let watchdog: ReturnType<typeof setTimeout>

  const isVisible = () => document.visibilityState === 'visible' && !signal.aborted
  const run = async () => {
    if (isRunning) return
    isRunning = true
    for (let failures = 0; isVisible(); ) {
      connection = new AbortController()
      try {
        // Changes during a broken connection are not sent later, so all lists are read again.
        if (hasGap) reader.all()
        await readEventStream(
          '/lists/stream',
          connection.signal,
          (changed) => reader.add(changed as string[]),
          () => {
            failures = 0
            isStreaming = true
            clearTimeout(watchdog)
            watchdog = setTimeout(() => connection.abort(), HEARTBEAT_TIMEOUT_MS)
          },
        )
      } catch (error) {
        if (error instanceof ApiError && error.status === 403) break
      }
      isStreaming = false
      clearTimeout(watchdog)
      hasGap = true
      failures++
      await new Promise<void>((resolve) => {
        skipDelay = resolve
        setTimeout(resolve, RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length) - 1])
      })
    }
    isRunning = false
  }
  const onVisibilityChange = () => {
    if (isVisible()) {
      // No extra read is needed: a page that is shown again reads its lists anyway.
      hasGap = false
      void run()
    } else connection.abort()
    skipDelay()
  }
  document.addEventListener('visibilitychange', onVisibilityChange, { signal })
  window.addEventListener('online', () => skipDelay(), { signal })
  void run()
  return () => {
    controller.abort()
    connection.abort()
    skipDelay()
    reader.stop()
  }
}

/**
 * Collects the names of changed lists and reads those on the screen again, one batch after the
 * other.
 */
function createReader(client: QueryClient) {
  const pending = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let earliestReadAt = 0
  let isReading = false

  const scheduleRead = () => {
    if (isReading || pending.size === 0) return
    clearTimeout(timer)
    const delayMs = Math.max(READ_DELAY_MS, earliestReadAt - performance.now())
    timer = setTimeout(read, delayMs + Math.random() * MAX_RANDOM_DELAY_MS)
  }
  const read = async () => {
    isReading = true
    const entities = [...pending]
    pending.clear()
    const startedAt = performance.now()
    await Promise.all(entities.map((entity) => client.invalidateQueries({ queryKey: [entity] })))
    isReading = false
    const now = performance.now()
    earliestReadAt = now + Math.max(MIN_READ_PAUSE_MS, PAUSE_FACTOR * (now - startedAt))
    scheduleRead()
  }
  return {
    add(entities: string[]) {
      for (const entity of entities) pending.add(entity)
      scheduleRead()
    },
    /** Marks every list on the screen as changed; items of open forms are left out. */
    all() {
      const shown = client.getQueryCache().findAll({ type: 'active' })
      const shownEntities = shown.map(({ queryKey }) => `${queryKey[0]}`)
      this.add(shownEntities.filter((entity) => entity !== 'edited'))
    },
    stop: () => clearTimeout(timer),
  }
}
