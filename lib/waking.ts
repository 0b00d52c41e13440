import { setTimeout as sleep } from 'node:timers/promises'
import { getSql } from '@/db/client'
import { listen } from '@/db/listening'
import { logFailure, reasonOf } from '@/lib/log'

/** Who is woken, on every instance: who sends mail, who works in bulk, who tells receivers. */
type Channel = 'mails' | 'bulk' | 'webhooks'

/** Milliseconds between two calls on one channel; the first of many goes at once. */
const REST = 20

/** Kept on globalThis, because routes may be built into separate bundles of one process. */
const kept = globalThis as { brucosijadaWakes?: Map<Channel, 'calling' | 'asked again'> }
kept.brucosijadaWakes ??= new Map()
const calls = kept.brucosijadaWakes

/**
 * Has everybody who listens look for what is new. Called behind the commit that made it, never
 * within: PostgreSQL lets only one transaction that notifies commit at a time, so at the busiest
 * hour all sales would queue up there. Of many at once one call is on its way and one waits.
 * Nobody waits for it, and what is lost in a crash is found by the listener's own looks.
 */
export function wake(channel: Channel): void {
  const isCalling = calls.has(channel)
  calls.set(channel, isCalling ? 'asked again' : 'calling')
  if (!isCalling) void call(channel)
}

async function call(channel: Channel): Promise<void> {
  do {
    calls.set(channel, 'calling')
    await getSql()
      .notify(channel, '')
      .catch((error: unknown) => logFailure(`waking ${channel} failed: ${reasonOf(error)}`))
    await sleep(REST)
  } while (calls.get(channel) === 'asked again')
  calls.delete(channel)
}

/**
 * Does `look` whenever somebody is to be woken, and at the start of the listening, since calls
 * may have been missed before, as by a lost connection. Answers how to stop.
 */
export const onWake = (channel: Channel, look: () => void): Promise<() => Promise<void>> =>
  listen(channel, look, look)
