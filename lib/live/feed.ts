import { processSingleton } from '@/db/process-singleton.mjs'
import { lifecycle } from '@/lib/instance/state'
import { onSignal, signal } from '@/lib/jobs/signals'
import { LIVE_LISTS, type LiveList, listsChangedBy } from './rules'

// Live updates of admin lists. Messages contain only the names of changed lists, never data, so that
// no permission has to be checked per message.

/**
 * New subscribers also receive the changes of the last 10 s, which their last read may have missed.
 */
const CATCH_UP_MS = 10_000

interface ListSubscriber {
  onChange: (changed: LiveList[]) => void
  close: () => void
}

interface Feed {
  listeners: Set<ListSubscriber>
  /** Time of the last change per list, in ms since the start of the process. */
  changed: Map<LiveList, number>
}
const feed = processSingleton('lists', (): Feed => ({ listeners: new Set(), changed: new Map() }))

/** Notifies all instances that these lists have changed. Call it after the commit. */
export function notifyListsChanged(changed: LiveList[]): void {
  if (changed.length > 0) signal('lists', changed)
}

/** Notifies all instances of the lists that a finished write request may have changed. */
export const notifyListsChangedBy = (request: Request) =>
  notifyListsChanged(listsChangedBy(new URL(request.url).pathname))

function publishChanges(changed: LiveList[]): void {
  const now = performance.now()
  for (const list of changed) feed.changed.set(list, now)
  for (const { onChange } of feed.listeners) onChange(changed)
}

/** Returns the lists that changed within CATCH_UP_MS. */
const recentChanges = () =>
  [...feed.changed].flatMap(([list, at]) => (performance.now() - at < CATCH_UP_MS ? list : []))

/** Subscribes to changed lists, starting with the recent changes. Returns a function that unsubscribes. */
export function subscribeToLists(listener: ListSubscriber): () => void {
  feed.listeners.add(listener)
  const before = recentChanges()
  if (before.length > 0) listener.onChange(before)
  return () => feed.listeners.delete(listener)
}

/**
 * Interval in ms at which a shutdown is noticed. Closed clients then reconnect to another instance.
 */
const SHUTDOWN_CHECK_INTERVAL_MS = 1_000

/**
 * Starts to forward changed lists of all instances to the subscribers. After a lost connection all
 * lists count as changed.
 */
export async function listenForLists(): Promise<void> {
  let isFirst = true
  await onSignal(
    'lists',
    (changed) => publishChanges(changed as LiveList[]),
    () => {
      if (!isFirst) publishChanges(LIVE_LISTS)
      isFirst = false
    },
  )
  const shutdownCheck = setInterval(() => {
    if (!lifecycle.isShuttingDown) return
    clearInterval(shutdownCheck)
    for (const { close } of feed.listeners) close()
  }, SHUTDOWN_CHECK_INTERVAL_MS).unref()
}
