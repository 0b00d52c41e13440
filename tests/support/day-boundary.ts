import { setTimeout as sleep } from 'node:timers/promises'
import { zagrebDay } from '@/lib/time/zagreb'

/** Longer than the duration in ms of a test that must not run over noon or midnight. */
const MARGIN_MS = 60_000

/** Returns the half of the Zagreb day that contains an instant. Reports split days at noon. */
const partOf = (at: number) => {
  const hour = new Date(at).toLocaleString('en-GB', {
    timeZone: 'Europe/Zagreb',
    hour: '2-digit',
    hour12: false,
  })
  return `${zagrebDay(new Date(at))} ${Number(hour) % 24 < 12 ? 'before' : 'after'} noon`
}

/**
 * Waits if noon or midnight in Zagreb is less than a minute away. For tests that count or read
 * today's date and check it again on a page.
 */
export async function awaitDayBoundary(): Promise<void> {
  while (partOf(Date.now()) !== partOf(Date.now() + MARGIN_MS)) await sleep(1_000)
}
