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
  const gaps = await page.evaluate(
    ([length, step]) =>
      new Promise<number[]>((resolve) => {
        const gaps: number[] = []
        const from = performance.now()
        let last = from
        const frame = (now: number) => {
          gaps.push(now - last)
          last = now
          window.scrollBy(0, step)
          if (now - from < length) requestAnimationFrame(frame)
          else resolve(gaps.slice(2).sort((a, b) => a - b))
        }
        requestAnimationFrame(frame)
      }),
    [SCROLL_MS, STEP] as const,
  )
  const total = gaps.reduce((sum, gap) => sum + gap, 0)
  return {
    fps: (gaps.length / total) * 1000,
    p99: gaps[Math.floor(gaps.length * 0.99)] ?? 0,
    drawn: await page.locator('tbody tr').count(),
  }
}

export const median = (numbers: number[]) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
