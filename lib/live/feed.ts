import { getSql } from '@/db/client'
import { listen as listenTo } from '@/db/listening'
import { openEvents, whileMay } from '@/lib/http/events'
import { life } from '@/lib/life'
import { logFailure, reasonOf } from '@/lib/log'
import { LISTED, type Listed, listedAt } from './rules'

// Which lists have changed, told to every instance: never what, so that it is nobody's to guard.

const CHANNEL = 'lists'

/** Milliseconds for which what changes is gathered here before it is told, all at once. */
const GATHERED = 250

/** So long ago, in ms, a change may be that whoever begins to listen is told of still. */
const LATELY = 10_000

interface Listener {
  hear: (changed: Listed[]) => void
  end: () => void
}

/** Kept on globalThis, because routes may be built into separate bundles of one process. */
interface Feed {
  waiting: Set<Listed>
  timer?: NodeJS.Timeout
  listeners: Set<Listener>
  /** When each changed last, by this process's clock. */
  changed: Map<Listed, number>
}
const kept = globalThis as { brucosijadaLists?: Feed }
kept.brucosijadaLists ??= { waiting: new Set(), listeners: new Set(), changed: new Map() }
const feed = kept.brucosijadaLists

/**
 * These lists have changed. Behind the commit and never within, as `wake` is (lib/waking.ts);
 * what many writes change in a quarter of a second is told once. Nobody waits for it.
 */
export function stir(changed: Iterable<Listed>): void {
  for (const one of changed) feed.waiting.add(one)
  if (feed.waiting.size > 0) feed.timer ??= setTimeout(tell, GATHERED).unref()
}

/** A write at this address has come to its end. */
export const stirAt = (request: Request) => stir(listedAt(new URL(request.url).pathname))

function tell(): void {
  const changed = [...feed.waiting]
  feed.waiting.clear()
  feed.timer = undefined
  getSql()
    .notify(CHANNEL, changed.join())
    .catch((error: unknown) => logFailure(`telling of changed lists failed: ${reasonOf(error)}`))
}

function hear(changed: Listed[]): void {
  const now = performance.now()
  for (const one of changed) feed.changed.set(one, now)
  for (const { hear } of feed.listeners) hear(changed)
}

/** What changed a moment ago, which whoever has just read may have missed. */
const lately = () =>
  [...feed.changed].flatMap(([one, at]) => (performance.now() - at < LATELY ? one : []))

/** Is told at once of what has just changed, and then of all that does. Answers how to leave. */
function listen(listener: Listener): () => void {
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
  await listenTo(
    CHANNEL,
    (text) => hear(text.split(',') as Listed[]),
    () => {
      if (!isFirst) hear(LISTED)
      isFirst = false
    },
  )
  const look = setInterval(() => {
    if (!life.leaving) return
    clearInterval(look)
    for (const { end } of feed.listeners) end()
  }, LOOK).unref()
}

/** The lists that change, by name, as server-sent events; ends when the sign-in or its privilege has. */
export function streamLists(request: Request): Response {
  const events = openEvents(request)
  const send = whileMay(events, request, 'admin')
  const leave = listen({
    hear: (changed) => send(`data: ${JSON.stringify(changed)}\n\n`),
    end: () => events.close(),
  })
  events.onEnd(leave)
  return events.response
}
