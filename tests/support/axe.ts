import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './fixtures'

export const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) => [
  { name: `${colorScheme} phone`, colorScheme, viewport: { width: 360, height: 780 } },
  { name: `${colorScheme} desktop`, colorScheme, viewport: { width: 1440, height: 900 } },
])

/** Whether something was still fading or sliding in or out; waits until it has come to rest. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    await frame()
    await frame()
    const moving = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      .filter((one) => one.playState === 'running')
    await Promise.all(moving.map((one) => one.finished.catch(() => {})))
    return moving.length > 0
  })

/** What is asked; of what is in order axe need not describe every element. */
const OPTIONS: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
}

/**
 * What is wrong with the page as it is just now, one line each. Asked in the page itself: axe's own
 * way with Playwright takes each look over to another, blank page, and costs several times as much.
 */
async function look(page: Page, besideFrames: boolean): Promise<string[]> {
  for (const frame of besideFrames ? [page.mainFrame()] : page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
  return page.evaluate(
    async ([options, exclude]) => {
      const asked = (window as typeof window & { axe: typeof axe }).axe
      const { violations } = await asked.run({ exclude }, options)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.target)}`)
    },
    [OPTIONS, besideFrames ? ['iframe'] : []] as const,
  )
}

/**
 * No violation of WCAG 2.2 AA, and nothing wider than the screen. Looks at a page at rest: a
 * colour halfway through a fade is nobody's choice, and something may have come or gone while it
 * was being looked at, so a look that found something is taken again until it finds the same.
 * `besideFrames` leaves out what is in frames, where no script may run.
 */
export async function expectAccessible(page: Page, { besideFrames = false } = {}) {
  await settle(page)
  let found = await look(page, besideFrames)
  for (let i = 0; i < 4 && found.length > 0; i++) {
    const hasMoved = await settle(page)
    const before = found
    found = await look(page, besideFrames)
    if (!hasMoved && found.join() === before.join()) break
  }
  expect(found).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
}
