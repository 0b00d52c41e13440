import type { Page } from 'playwright'

/** What the page itself notes, in ms since it was asked for. */
interface BenchClock {
  /** When the observed element came into the document. */
  shownAt?: number
  /** The end of the last piece of work that would have kept a press waiting. */
  busyUntil: number
}

declare global {
  interface Window {
    benchClock?: BenchClock
  }
}

/** From the next navigation on, each page notes when an element is there and when it is busy. */
export const observe = (page: Page, selector: string) =>
  page.addInitScript((wanted) => {
    const clock: BenchClock = { busyUntil: 0 }
    window.benchClock = clock
    const look = new MutationObserver(() => {
      if (!document.querySelector(wanted)) return
      clock.shownAt = performance.now()
      look.disconnect()
    })
    look.observe(document, { childList: true, subtree: true })
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        clock.busyUntil = Math.max(clock.busyUntil, startTime + duration)
    }).observe({ type: 'longtask', buffered: true })
  }, selector)

const SCROLL_MS = 4000

/** In px a frame: some 150 rows of a table a second. */
const STEP = 120

/** Scrolls on and on: frames a second, the slowest of a hundred, and the rows in the document. */
export async function scrollThrough(page: Page) {
  // No function in here may have a name: the loader would wrap it in a helper of its own.
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
