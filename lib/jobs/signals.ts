import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from '@/db/listen'
import { type Db, getSql } from '@/db/pool'
import { processSingleton } from '@/db/process-singleton.mjs'
import { notifyAtCommit, PAGES_CHANNEL } from '@/db/queries/signals'
import { logError, safeErrorMessage } from '@/lib/log/log'

// Signals to all instances, this one included, through NOTIFY. A crash or a lost connection can lose a
// signal, so every subscriber also checks for changes when its subscription starts.

/** Message that a write made public pages stale. */
export interface Invalidation {
  id: string
  /** Id of the instance that wrote. */
  from: string
  tags: readonly string[]
}

/** Payload of each channel. */
interface SignalPayloads {
  /**
   * Tags of stale pages. Sent at the commit, so that no page is rendered from old data after it.
   */
  pages: Invalidation
  /** Names of the admin lists that have changed. */
  lists: string[]
  /** Empty, because workers check their whole queue at every signal. */
  mails: string[]
  bulk: string[]
  webhooks: string[]
}
type Channel = keyof SignalPayloads
type DebouncedChannel = Exclude<Channel, 'pages'>
type WorkerChannel = Exclude<DebouncedChannel, 'lists'>

/** Names of the channels in PostgreSQL. The previous release uses them too, so they cannot change. */
const CHANNEL_NAMES: Record<Channel, string> = {
  pages: PAGES_CHANNEL,
  lists: 'lists',
  mails: 'mails',
  bulk: 'bulk',
  webhooks: 'webhooks',
}

/**
 * Delays of signals in ms: `before` is the time for which signals are collected, and `after` the
 * minimum gap after sending.
 */
const DELAYS_MS: Record<DebouncedChannel, { before: number; after: number }> = {
  lists: { before: 250, after: 0 },
  mails: { before: 0, after: 20 },
  bulk: { before: 0, after: 20 },
  webhooks: { before: 0, after: 20 },
}

interface PendingSignal {
  names: Set<string>
  isDue: boolean
}

const pendingSignals = processSingleton('signals', () => new Map<DebouncedChannel, PendingSignal>())

/**
 * Sends a signal soon; the caller does not wait for it. Call it after the commit, not inside the
 * transaction: PostgreSQL lets only one transaction that notifies commit at a time.
 */
export function signal(channel: DebouncedChannel, names: string[] = []): void {
  const state = pendingSignals.get(channel) ?? { names: new Set(), isDue: false }
  for (const name of names) state.names.add(name)
  state.isDue = true
  if (pendingSignals.has(channel)) return
  pendingSignals.set(channel, state)
  void sendSignals(channel, state)
}

async function sendSignals(channel: DebouncedChannel, state: PendingSignal) {
  const { before, after } = DELAYS_MS[channel]
  while (state.isDue) {
    if (before > 0) await sleep(before, undefined, { ref: false })
    const payload = [...state.names].join()
    state.names.clear()
    state.isDue = false
    await getSql()
      .unsafe('select pg_notify($1, $2)', [CHANNEL_NAMES[channel], payload])
      .catch((error: unknown) =>
        logError(`signals: notifying ${channel} failed: ${safeErrorMessage(error)}`),
      )
    if (after > 0) await sleep(after)
  }
  pendingSignals.delete(channel)
}

/** Notifies all instances, when the transaction commits, that it made public pages stale. */
export const signalAtCommit = (tx: Db, invalidation: Invalidation): Promise<void> =>
  notifyAtCommit(tx, CHANNEL_NAMES.pages, JSON.stringify(invalidation))

/**
 * Subscribes to the signals of a channel. `onStart` is called when the subscription starts, and again
 * after a lost connection is back. Resolves with a function that unsubscribes.
 */
export function onSignal<C extends Channel>(
  channel: C,
  onPayload: (payload: SignalPayloads[C]) => void,
  onStart: () => void,
): Promise<() => Promise<void>> {
  const parse = (text: string) =>
    (channel === 'pages' ? JSON.parse(text) : text.split(',')) as SignalPayloads[C]
  return listen(CHANNEL_NAMES[channel], (text) => onPayload(parse(text)), onStart)
}

/** Calls `poll` at every signal of a worker's channel, and when the subscription starts. */
export const onWork = (channel: WorkerChannel, poll: () => void): Promise<() => Promise<void>> =>
  onSignal(channel, poll, poll)
