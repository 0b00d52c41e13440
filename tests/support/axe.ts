import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures'

export const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) => [
  { name: `${colorScheme} phone`, colorScheme, viewport: { width: 360, height: 780 } },
  { name: `${colorScheme} desktop`, colorScheme, viewport: { width: 1440, height: 900 } },
])

/** No violation of WCAG 2.2 AA, and nothing wider than the screen. */
export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.target)}`)).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
}
