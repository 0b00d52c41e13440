import type { Page } from 'playwright'

/** Times that a page records about itself, in ms since its navigation started. */
interface BenchClock {
  /** Time at which the observed element appeared in the document. */
  shownAt?: number
  /** End of the last long task, which would have delayed the response to a click. */
  busyUntil: number
}

declare global {
  interface Window {
    benchClock?: BenchClock
  }
}

/**
 * Makes each page record from the next navigation on when an element appears and when long tasks
 * end.
 */
export const observe = (page: Page, selector: string) =>
  page.addInitScript((target) => {
    const clock: BenchClock = { busyUntil: 0 }
    window.benchClock = clock
    const observer = new MutationObserver(() => {
      if (!document.querySelector(target)) return
      clock.shownAt = performance.now()
      observer.disconnect()
    })
    observer.observe(document, { childList: true, subtree: true })
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        clock.busyUntil = Math.max(clock.busyUntil, startTime + duration)
    }).observe({ type: 'longtask', buffered: true })
  }, selector)

const SCROLL_MS = 4000

/** Scroll step in px per animation frame: about 150 rows of a table a second. */
const STEP = 120

/**
 * Scrolls for `SCROLL_MS`. Returns the frames a second, the p99 time between two frames in ms, and
 * the number of table rows in the document.
 */
export async function scrollThrough(page: Page) {
  // Functions in this callback must have no name: the loader would wrap them in a helper that does
  // not exist in the page.
  const gaps = await page.evaluate(
    async ([length, step]) => {
      const times: number[] = []
      do {
        times.push(await new Promise<number>((frame) => requestAnimationFrame(frame)))
        window.scrollBy(0, step)
      } while ((times.at(-1) ?? 0) - (times[0] ?? 0) < length)
      return times.slice(1).map((at, i) => at - (times[i] ?? 0))
    },
    [SCROLL_MS, STEP] as const,
  )
  gaps.sort((a, b) => a - b)
  const total = gaps.reduce((sum, gap) => sum + gap, 0)
  return {
    fps: (gaps.length / total) * 1000,
    p99: gaps[Math.floor(gaps.length * 0.99)] ?? 0,
    drawn: await page.locator('tbody tr').count(),
  }
}

export const median = (numbers: number[]) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
