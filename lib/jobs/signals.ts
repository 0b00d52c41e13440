import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, getSql } from '@/db/client'
import { listen } from '@/db/listen'
import { processSingleton } from '@/db/process-singleton.mjs'
import { notifyAtCommit, PAGES_CHANNEL } from '@/db/queries/signals'
import { logError, safeErrorMessage } from '@/lib/log/log'

// Signals to every instance, this one included, by NOTIFY. A signal may be lost with a crash or a
// connection, so whoever listens looks for itself whenever the listening begins.

/** A write that made public pages stale. */
export interface Invalidation {
  id: string
  /** The instance that wrote. */
  from: string
  tags: readonly string[]
}

/** What each channel tells. */
interface Signals {
  /** With the commit, so that no page of before is made after it. */
  pages: Invalidation
  /** Names of lists of the office that have changed. */
  lists: string[]
  /** Workers look for what is new in their queues. */
  mails: string[]
  bulk: string[]
  webhooks: string[]
}
type Channel = keyof Signals
type GatheredChannel = Exclude<Channel, 'pages'>
type WorkerChannel = Exclude<GatheredChannel, 'lists'>

/** Names in PostgreSQL; instances of the release before use them too. */
const NAMES: Record<Channel, string> = {
  pages: PAGES_CHANNEL,
  lists: 'lists',
  mails: 'mails',
  bulk: 'bulk',
  webhooks: 'webhooks',
}

/** Milliseconds for which signals are gathered before they are sent, and of rest after that. */
const PACE_MS: Record<GatheredChannel, { before: number; after: number }> = {
  lists: { before: 250, after: 0 },
  mails: { before: 0, after: 20 },
  bulk: { before: 0, after: 20 },
  webhooks: { before: 0, after: 20 },
}

interface Gathered {
  names: Set<string>
  isDue: boolean
}

const sending = processSingleton('signals', () => new Map<GatheredChannel, Gathered>())

/**
 * Sends a signal soon; the caller does not wait for it. Call it after the commit, not inside the
 * transaction: PostgreSQL lets only one transaction that notifies commit at a time.
 */
export function signal(channel: GatheredChannel, names: string[] = []): void {
  const state = sending.get(channel) ?? { names: new Set(), isDue: false }
  for (const name of names) state.names.add(name)
  state.isDue = true
  if (sending.has(channel)) return
  sending.set(channel, state)
  void send(channel, state)
}

async function send(channel: GatheredChannel, state: Gathered) {
  const { before, after } = PACE_MS[channel]
  while (state.isDue) {
    if (before > 0) await sleep(before, undefined, { ref: false })
    const payload = [...state.names].join()
    state.names.clear()
    state.isDue = false
    await getSql()
      .unsafe('select pg_notify($1, $2)', [NAMES[channel], payload])
      .catch((error: unknown) => logError(`signal ${channel} failed: ${safeErrorMessage(error)}`))
    if (after > 0) await sleep(after)
  }
  sending.delete(channel)
}

/** Sends a signal with the commit of the transaction. */
export const signalAtCommit = (tx: Db, invalidation: Invalidation): Promise<void> =>
  notifyAtCommit(tx, NAMES.pages, JSON.stringify(invalidation))

/**
 * Hears the signals of a channel. `begin` is called when the listening begins, and again after it
 * was lost. Resolves when it has begun, with how to stop.
 */
export function onSignal<C extends Channel>(
  channel: C,
  hear: (told: Signals[C]) => void,
  begin: () => void,
): Promise<() => Promise<void>> {
  const read = (text: string) =>
    (channel === 'pages' ? JSON.parse(text) : text.split(',')) as Signals[C]
  return listen(NAMES[channel], (text) => hear(read(text)), begin)
}

/** Looks for work at every signal of the channel, and when the listening begins. */
export const onWork = (channel: WorkerChannel, look: () => void): Promise<() => Promise<void>> =>
  onSignal(channel, look, look)
