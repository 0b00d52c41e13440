import { processSingleton } from '@/db/process-singleton.mjs'
import { lifecycle } from '@/lib/instance/state'
import { onSignal, signal } from '@/lib/jobs/signals'
import { LIVE_LISTS, type LiveList, listsChangedBy } from './rules'

// Which lists have changed, told to every instance: never what, so that it is nobody's to guard.

/** So long ago, in ms, a change may be that whoever begins to listen is told of still. */
const LATELY = 10_000

interface Listener {
  hear: (changed: LiveList[]) => void
  end: () => void
}

interface Feed {
  listeners: Set<Listener>
  /** When each changed last, by this process's clock. */
  changed: Map<LiveList, number>
}
const feed = processSingleton('lists', (): Feed => ({ listeners: new Set(), changed: new Map() }))

/** Tells every instance, soon after the commit, that these lists have changed. */
export function notifyListsChanged(changed: LiveList[]): void {
  if (changed.length > 0) signal('lists', changed)
}

/** A write at this address has come to its end. */
export const notifyListsChangedBy = (request: Request) =>
  notifyListsChanged(listsChangedBy(new URL(request.url).pathname))

function hear(changed: LiveList[]): void {
  const now = performance.now()
  for (const one of changed) feed.changed.set(one, now)
  for (const { hear } of feed.listeners) hear(changed)
}

/** What changed a moment ago, which whoever has just read may have missed. */
const lately = () =>
  [...feed.changed].flatMap(([one, at]) => (performance.now() - at < LATELY ? one : []))

/** Is told at once of what has just changed, and then of all that does. Returns how to leave. */
export function followLists(listener: Listener): () => void {
  feed.listeners.add(listener)
  const before = lately()
  if (before.length > 0) listener.hear(before)
  return () => feed.listeners.delete(listener)
}

/** Milliseconds between two looks whether this instance leaves: then its readers go to another. */
const LOOK = 1_000

/**
 * Hears of changed lists from every instance, itself included. Where the listening was lost,
 * all may have changed meanwhile.
 */
export async function listenForLists(): Promise<void> {
  let isFirst = true
  await onSignal(
    'lists',
    (changed) => hear(changed as LiveList[]),
    () => {
      if (!isFirst) hear(LIVE_LISTS)
      isFirst = false
    },
  )
  const look = setInterval(() => {
    if (!lifecycle.isShuttingDown) return
    clearInterval(look)
    for (const { end } of feed.listeners) end()
  }, LOOK).unref()
}
