import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures'

export const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) => [
  { name: `${colorScheme} phone`, colorScheme, viewport: { width: 360, height: 780 } },
  { name: `${colorScheme} desktop`, colorScheme, viewport: { width: 1440, height: 900 } },
])

/** Whether something was still fading or sliding in or out; waits until it has come to rest. */
export const settle = (page: Page) =>
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

const analyse = (page: Page) =>
  new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()

/**
 * No violation of WCAG 2.2 AA, and nothing wider than the screen. Looks at a page at rest:
 * a colour halfway through a fade is nobody's choice, so a look that met one is taken again.
 */
export async function expectAccessible(page: Page) {
  await settle(page)
  let { violations } = await analyse(page)
  for (let i = 0; i < 3 && (await settle(page)); i++) violations = (await analyse(page)).violations
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.target)}`)).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
}
