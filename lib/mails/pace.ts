import { setTimeout as sleep } from 'node:timers/promises'
import { getDb } from '@/db/client'
import { pauseService, reserveCalls } from '@/db/queries/mails-service'
import { getConfig } from '@/lib/config'
import { pauseLength } from './rules'

/**
 * Milliseconds for one mail where no service is set: what is only recorded is put together
 * on the thread that answers the gate's requests.
 */
const UNSENT_REST = 20

/** Mails that are taken in hand together, a fifth of a second's worth. */
export function handful(): number {
  const { RESEND_API_KEY, RESEND_CALLS_PER_SECOND } = getConfig()
  const perSecond = RESEND_API_KEY ? RESEND_CALLS_PER_SECOND : 1000 / UNSENT_REST
  return Math.min(Math.max(Math.round(perSecond / 5), 1), 50)
}

/**
 * Waits until so many calls may be made, all instances together keeping the service's rate.
 * Answers the seconds for which all mail is paused: above 0, nothing may be sent now.
 */
export async function waitForTurn(calls: number): Promise<number> {
  const { RESEND_API_KEY, RESEND_CALLS_PER_SECOND } = getConfig()
  if (!RESEND_API_KEY) {
    await sleep(calls * UNSENT_REST)
    return 0
  }
  const { wait, pausedFor } = await reserveCalls(getDb(), calls, RESEND_CALLS_PER_SECOND)
  if (pausedFor > 0) return pausedFor
  if (wait > 0) await sleep(wait * 1000)
  return 0
}

/** All mail rests, on every instance. */
export const pauseAll = (seconds: number, reason: string) =>
  pauseService(getDb(), pauseLength(seconds), reason)
