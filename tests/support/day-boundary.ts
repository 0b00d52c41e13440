import { setTimeout as sleep } from 'node:timers/promises'
import { zagrebDay } from '@/lib/time/zagreb'

/** Longer than a test that must not cross a boundary takes. */
const MARGIN_MS = 60_000

/** The part of a Zagreb day that a moment belongs to: reports split a day at noon. */
const partOf = (at: number) => {
  const hour = new Date(at).toLocaleString('en-GB', {
    timeZone: 'Europe/Zagreb',
    hour: '2-digit',
    hour12: false,
  })
  return `${zagrebDay(new Date(at))} ${Number(hour) % 24 < 12 ? 'before' : 'after'} noon`
}

/**
 * Waits out the last minute before midnight and noon in Zagreb: for tests that count or read a date
 * of today, and look at it again on a page.
 */
export async function awaitDayBoundary(): Promise<void> {
  while (partOf(Date.now()) !== partOf(Date.now() + MARGIN_MS)) await sleep(1_000)
}
